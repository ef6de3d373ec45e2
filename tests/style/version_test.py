#!/usr/bin/env python3
"""The version stands in several files, since each of their tools wants it there: all say the same, and the changes name it.

    version_test.py
"""

import json
import pathlib
import re
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PLACES = {
    "server/core/version.h": r'"wyrmhalld ([\d.]+)"',
    "clients/cli/session.cpp": r'"wyrmhall-cli ([\d.]+)"',
    "clients/cli/arguments.cpp": r'"wyrmhall ([\d.]+)"',
    "clients/web/src/net/session.ts": r"'wyrmhall-web ([\d.]+)'",
    "docker/Dockerfile": r"(?m)^ARG VERSION=([\d.]+)$",
    "deploy/kubernetes/wyrmhall.yaml": r"image: wyrmhall:([\d.]+)",
    "deploy/kubernetes/backup.yaml": r"image: wyrmhall:([\d.]+)",
    "README.md": r"(?m)^Version ([\d.]+)\. ",
    "docs/versions.md": r"Today it is ([\d.]+),",
}


def read(path):
    return (TOP / path).read_text(encoding="utf-8")


class VersionTest(unittest.TestCase):
    def setUp(self):
        self.version = re.search(r"project\(wyrmhall VERSION ([\d.]+)", read("CMakeLists.txt"))[1]

    def test_all_files_say_the_same(self):
        for path, pattern in PLACES.items():
            self.assertEqual(set(re.findall(pattern, read(path))), {self.version}, path)
        self.assertEqual(json.loads(read("clients/web/package.json"))["version"], self.version)
        self.assertEqual(json.loads(read("clients/web/package-lock.json"))["version"], self.version)

    def test_the_changes_name_it(self):
        self.assertIn(f"\n## {self.version}\n", read("CHANGELOG.md"))


if __name__ == "__main__":
    unittest.main()
