#!/usr/bin/env python3
"""script/release --check: what it refuses, and that it takes a tree that is as it should be.

    release_test.py BIN_DIR
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from project import TOP

FILES = {
    "VERSION": "1.2.3\n",
    "CHANGELOG.md": "# Changes\n\n## 1.2.3\n\n- Something.\n",
    "tests/style/version_test.py": "import sys\nsys.exit(open('VERSION').read() != '1.2.3\\n')\n",
}


class ReleaseTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="wyrmhall-release-")
        self.addCleanup(shutil.rmtree, self.folder)
        os.mkdir(os.path.join(self.folder, "script"))
        shutil.copy(os.path.join(TOP, "script/release"), os.path.join(self.folder, "script"))
        for path, text in FILES.items():
            self.write(path, text)
        self.git("init", "-q")
        self.commit()

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def git(self, *words):
        who = ["-c", "user.name=Mira", "-c", "user.email=mira@example.org"]
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "as it is")

    def refused(self, *arguments):
        """The exit status, and what was said."""
        done = subprocess.run([os.path.join(self.folder, "script/release"), *(arguments or ("--check",))], capture_output=True,
                              text=True, timeout=60)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "build")))
        return done.returncode, done.stdout + done.stderr

    def test_it_takes_a_tree_as_it_should_be(self):
        self.assertEqual(self.refused(), (0, ""))

    def test_it_says_how_it_is_called(self):
        for arguments in (("--help",), ("--check", "more"), ("1.2.3",)):
            status, said = self.refused(*arguments)
            self.assertEqual(status, 2)
            self.assertIn("script/release --check", said)

    def test_without_a_section_of_changes(self):
        self.write("CHANGELOG.md", "# Changes\n\n## Unreleased\n\n## 1.2.30\n")
        self.commit()
        status, said = self.refused()
        self.assertEqual(status, 1)
        self.assertIn("CHANGELOG.md", said)

    def test_with_changes_that_are_not_committed(self):
        self.write("new", "")
        status, said = self.refused()
        self.assertEqual(status, 1)
        self.assertIn("committed", said)

    def test_with_a_version_that_is_none(self):
        self.write("VERSION", "1.2\n")
        self.commit()
        status, said = self.refused()
        self.assertEqual(status, 1)
        self.assertIn("1.2", said)

    def test_with_versions_that_differ(self):
        self.write("VERSION", "1.2.4\n")
        self.write("CHANGELOG.md", "# Changes\n\n## 1.2.4\n")
        self.commit()
        status, said = self.refused()
        self.assertEqual(status, 1)
        self.assertIn("version_test.py", said)


if __name__ == "__main__":
    del sys.argv[1:2]
    unittest.main(warnings="ignore")
