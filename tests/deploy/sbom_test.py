#!/usr/bin/env python3
"""The list of parts: it is CycloneDX, and it has what the programs load and what the pages are built from.

    sbom_test.py BIN_DIR
"""

import json
import pathlib
import re
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
BIN_DIR = None


class SbomTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run([TOP / "script/sbom", BIN_DIR], capture_output=True, text=True, check=True)
        cls.bom = json.loads(done.stdout)
        cls.names = {component["name"] for component in cls.bom["components"]}

    def test_it_is_of_the_form(self):
        self.assertEqual((self.bom["bomFormat"], self.bom["specVersion"], self.bom["version"]), ("CycloneDX", "1.5", 1))
        references = [component["bom-ref"] for component in self.bom["components"]]
        self.assertEqual(len(references), len(set(references)))
        for component in self.bom["components"]:
            self.assertIn(component["type"], ("library", "file"))
            if component["type"] == "library":
                self.assertRegex(component["purl"], r"^pkg:(deb/debian|npm)/[^ ]+@[^ ]+$")
                self.assertTrue(component["version"])
        root = self.bom["metadata"]["component"]["bom-ref"]
        self.assertEqual(self.bom["dependencies"], [{"ref": root, "dependsOn": sorted(references)}])

    def test_nothing_that_is_loaded_is_left_out(self):
        self.assertIn("libc6", self.names)
        # What the image installs is what the programs load.
        image = re.search(r"--no-install-recommends \\\n(.*?)\n", (TOP / "docker/Dockerfile").read_text()[-3000:], re.S)[1]
        for library in image.replace("\\", "").split():
            self.assertIn(library, self.names)

    def test_headers_and_pages(self):
        self.assertIn("libboost1.81-dev", self.names)
        direct = json.loads((TOP / "clients/web/package.json").read_text())["dependencies"]
        self.assertTrue(direct)
        self.assertEqual(set(direct) - self.names, set())
        lock = json.loads((TOP / "clients/web/package-lock.json").read_text())["packages"]
        versions = {component["name"]: component["version"] for component in self.bom["components"]
                    if component["type"] == "library"}
        for name in direct:
            self.assertEqual(versions[name], lock["node_modules/" + name]["version"])


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
