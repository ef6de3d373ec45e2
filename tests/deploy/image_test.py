#!/usr/bin/env python3
"""What is in the image beside the programs, and how it is built: health, the backup of each day, the labels.

    image_test.py BIN_DIR
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "admin"))

from project import TOP, free_port, read, version
from serving import AdminServer

BIN_DIR = None


class HealthTest(unittest.TestCase):
    def health(self, arguments, listen):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"".join(a.encode() + b"\0" for a in arguments))
            file.flush()
            return subprocess.run([os.path.join(TOP, "docker/health"), file.name], env={**os.environ, "WYRMHALL_LISTEN": listen},
                                  capture_output=True, timeout=20).returncode == 0

    def test_it_asks_where_the_server_listens(self):
        with AdminServer(BIN_DIR) as server:
            nobody = free_port()
            here = f"0.0.0.0:{server.port}"
            self.assertTrue(self.health(["wyrmhalld"], here))
            self.assertTrue(self.health(["wyrmhalld"], f"127.0.0.1:{server.port}"))
            self.assertTrue(self.health(["wyrmhalld", "--listen", here, "--workers", "1"], f"0.0.0.0:{nobody}"))
            self.assertTrue(self.health(["wyrmhalld", "--workers", "1", f"--listen={here}"], f"0.0.0.0:{nobody}"))
            self.assertFalse(self.health(["wyrmhalld", "--listen", f"0.0.0.0:{nobody}"], here))
            self.assertFalse(self.health(["wyrmhalld"], f"0.0.0.0:{nobody}"))
        self.assertFalse(self.health(["wyrmhalld"], here))


class DailyBackupTest(unittest.TestCase):
    def test_daily(self):
        with AdminServer(BIN_DIR) as server, tempfile.TemporaryDirectory() as to:
            env = {**os.environ, "PATH": os.path.realpath(BIN_DIR) + ":" + os.environ["PATH"], "WYRMHALL_ADMIN_TOKEN_FILE": server.token_file,
                   "WYRMHALL_BACKUP_EVERY": "2", "WYRMHALL_BACKUP_RETRY": "1"}

            @contextlib.contextmanager
            def daily(**settings):
                with open(os.path.join(to, "said"), "w+", encoding="utf-8") as said:
                    command = [os.path.join(TOP, "deploy/backup/daily"), os.path.join(server.folder, "data", "backups"), to, "2"]
                    running = subprocess.Popen(command, env={**env, **settings}, stdout=said, stderr=said)
                    try:
                        yield lambda: open(said.name, encoding="utf-8").read()
                    finally:
                        running.terminate()
                        self.assertEqual(running.wait(timeout=10), 0)

            def copies():
                return sorted(name for name in os.listdir(to) if name.endswith(".db"))

            # No server there: it tries again.
            with daily(WYRMHALL_ADMIN=f"127.0.0.1:{free_port()}") as said:
                server.wait_for(lambda: said().count("The backup failed") >= 2)
            self.assertEqual(copies(), [])
            seen = set()

            def three():
                seen.update(copies())
                return len(seen) >= 3

            with daily(WYRMHALL_ADMIN=f"127.0.0.1:{server.admin_port}"):
                server.wait_for(three)
                # Three were made, and two of them are kept.
                server.wait_for(lambda: len(copies()) == 2)
            self.assertNotIn(sorted(seen)[0], copies())
            # The newest is young: nothing happens for now.
            before = copies()
            with daily(WYRMHALL_ADMIN=f"127.0.0.1:{server.admin_port}", WYRMHALL_BACKUP_EVERY="86400") as said:
                time.sleep(1)
                self.assertEqual((copies(), said()), (before, ""))


class ImageTest(unittest.TestCase):
    def test_labels(self):
        """script/image, with an engine that only writes down what it is to do."""
        with tempfile.TemporaryDirectory() as folder:
            engine = os.path.join(folder, "docker")
            with open(engine, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
            os.chmod(engine, 0o755)
            done = subprocess.run([os.path.join(TOP, "script/image"), "registry.example.org/wyrmhall:try", "--pull"],
                                  env={**os.environ, "PATH": folder + ":" + os.environ["PATH"], "CREATED": "2027-01-02T03:04:05Z",
                                       "SOURCE": "https://example.org/wyrmhall"}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "registry.example.org/wyrmhall:try\n"), done.stderr)
        told = done.stderr.split("\n")
        given = dict(told[i + 1].split("=", 1) for i, word in enumerate(told) if word == "--build-arg")
        self.assertEqual(set(given), set(re.findall(r"^ARG (\w+)=$", read("docker/Dockerfile"), re.M)) - {"JOBS"})
        self.assertEqual(given["VERSION"], version())
        self.assertEqual((given["CREATED"], given["SOURCE"]), ("2027-01-02T03:04:05Z", "https://example.org/wyrmhall"))
        self.assertIn("--pull", told)
        labels = set(re.findall(r'org\.opencontainers\.image\.(\w+)="\$\{(\w+)\}"', read("docker/Dockerfile")))
        self.assertEqual(labels, {(name.lower(), name) for name in given})


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
