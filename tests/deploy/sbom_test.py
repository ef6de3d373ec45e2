#!/usr/bin/env python3
"""The list of parts: it is CycloneDX, and it has what the programs load and what the pages are built from.

    sbom_test.py BIN_DIR
"""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
BIN_DIR = None
# Every Debian has these.
OF_THE_SYSTEM = {"libc6", "libgcc-s1", "libtinfo6"}


def sbom():
    """script/sbom, as a module."""
    loader = importlib.machinery.SourceFileLoader("sbom", str(TOP / "script/sbom"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("sbom", loader))
    loader.exec_module(module)
    return module


def asked_for(program):
    """The Debian packages of the libraries that a program itself asks for; what these need comes with them."""
    said = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"\(NEEDED\).*\[(.+)\]", said)
    found = dict(re.findall(r"(\S+) => (/\S+) \(", subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout))
    return {sbom().owner(os.path.realpath(found[name])).split(":")[0] for name in names if name in found}


def of_the_image():
    listed = re.search(r"--no-install-recommends \\\n(.*?)\n && rm", (TOP / "docker/Dockerfile").read_text(encoding="utf-8"), re.S)[1]
    return set(listed.replace("\\", "").split())


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
        # What the image installs is what the programs load, and no library that they ask for is missing there.
        image = of_the_image()
        for library in image:
            self.assertIn(library, self.names)
        for program in ("wyrmhalld", "wyrmhall"):
            asked = asked_for(os.path.join(BIN_DIR, program))
            self.assertIn("libprotobuf32", asked)
            self.assertLessEqual(asked - OF_THE_SYSTEM, image, program)

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
