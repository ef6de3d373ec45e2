#!/usr/bin/env python3
"""The version stands in the file VERSION, and once more where nothing can take it from there: in documents, manifests and
packages of npm. All say the same, and the changes name it.

    version_test.py
"""

import json
import pathlib
import re
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PLACES = {
    "docker/Dockerfile": r"--read-only wyrmhall:([\d.]+)",
    "docker/compose.yaml": r"image: wyrmhall:([\d.]+)",
    "deploy/kubernetes/wyrmhall.yaml": r"image: wyrmhall:([\d.]+)",
    "deploy/kubernetes/backup.yaml": r"image: wyrmhall:([\d.]+)",
    "README.md": r"(?m)(?:^Version |wyrmhall_)(\d+\.\d+\.\d+)",
    "docs/versions.md": r"Today it is ([\d.]+),",
    "docs/hosting.md": r"wyrmhall[:_](\d+\.\d+\.\d+)",
}


def read(path):
    return (TOP / path).read_text(encoding="utf-8")


class VersionTest(unittest.TestCase):
    def setUp(self):
        self.version = read("VERSION").removesuffix("\n")
        self.assertRegex(self.version, r"^\d+\.\d+\.\d+$")

    def test_all_files_say_the_same(self):
        for path, pattern in PLACES.items():
            self.assertEqual(set(re.findall(pattern, read(path))), {self.version}, path)
        self.assertEqual(json.loads(read("clients/web/package.json"))["version"], self.version)
        self.assertEqual(json.loads(read("clients/web/package-lock.json"))["version"], self.version)

    def test_the_changes_name_it(self):
        self.assertIn(f"\n## {self.version}\n", read("CHANGELOG.md"))


if __name__ == "__main__":
    unittest.main()
