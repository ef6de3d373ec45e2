#!/usr/bin/env python3
"""What keeps the real server from starting, its options, and the exit codes of the real client.

    start_test.py BIN_DIR
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

from running import Server, client, run_client

BIN_DIR = None


class StartAndStopTest(unittest.TestCase):
    def fails_to_start(self, expected, *options, **kwargs):
        process = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), *options], capture_output=True, text=True,
                                 timeout=30, **kwargs)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn(expected, process.stderr + process.stdout)
        self.assertNotIn("listening on", process.stdout)

    def test_what_keeps_it_from_starting(self):
        folder = tempfile.mkdtemp()
        with open(os.path.join(folder, "wyrmhall.db"), "w", encoding="utf-8") as file:
            file.write("this is no database " * 500)
        self.fails_to_start("is no", "--data", folder, "--listen", "127.0.0.1:0")
        self.fails_to_start("HOST:PORT", "--data", tempfile.mkdtemp(), "--listen", "nonsense")
        self.fails_to_start("--no-such-option", "--no-such-option")
        with Server(BIN_DIR) as server:
            self.fails_to_start("open", "--data", os.path.join(server.folder, "data"), "--listen", "127.0.0.1:0")
            self.fails_to_start(str(server.port), "--data", tempfile.mkdtemp(), "--listen", f"127.0.0.1:{server.port}")
        shutil.rmtree(folder)

    def test_options_from_environment_and_file(self):
        folder = tempfile.mkdtemp()
        config = os.path.join(folder, "wyrmhalld.ini")
        with open(config, "w", encoding="utf-8") as file:
            file.write(f'data = "{folder}/from-file"\nlog-format = "json"\n')
        process = subprocess.Popen([os.path.join(BIN_DIR, "wyrmhalld"), "--config", config], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "WYRMHALL_LISTEN": "127.0.0.1:0"})
        self.assertRegex(process.stdout.readline(), r"^listening on 127\.0\.0\.1:\d+$")
        self.assertTrue(os.path.exists(os.path.join(folder, "from-file", "wyrmhall.db")))
        process.terminate()
        _, err = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 0)
        import json

        for line in err.strip().splitlines():
            self.assertIn("message", json.loads(line))


class ClientTroubleTest(unittest.TestCase):
    def test_exit_codes(self):
        with Server(BIN_DIR) as server:
            self.assertEqual(run_client(server, "play", "chess")[0], 2)
            self.assertEqual(run_client(server, "frobnicate")[0], 2)
            self.assertEqual(run_client(server, "play", "duel", "--option", "players=nine")[0], 2)
            status, _, err = run_client(server, "play", "duel", "--option", "mode=arena", "--option", "players=9",
                                        "--auto", "first", name="Mira")
            self.assertEqual(status, 4)
            self.assertIn("players must be 3 to 8, not 9", err)
            for against in ([], ["--bot", "random"]):
                status, _, err = run_client(server, "play", "duel", "--option", "players=4", "--auto", "first", *against,
                                            name="Mira")
                self.assertEqual(status, 4)
                self.assertIn("The option players has no effect", err)
            self.assertIn("You sit at no table.", run_client(server, "tables", "--mine", name="Mira")[2])
            status, out, _ = run_client(server, "games", name="Mira")
            self.assertEqual(status, 0)
            self.assertIn("  players=3 to 8 (default 3)\n", out)
            self.assertIn("  placement=baby, little, big, equal, free (default baby)\n", out)
            status, _, err = run_client(server, "export", "00000000-0000-7000-8000-000000000000", name="Mira")
            self.assertEqual(status, 4)
        closed = socket.socket()
        closed.bind(("127.0.0.1", 0))
        nobody = [os.path.join(BIN_DIR, "wyrmhall"), "--server", f"ws://127.0.0.1:{closed.getsockname()[1]}"]
        done = subprocess.run([*nobody, "tables"], capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 3)
        self.assertIn("running", done.stderr)
        unknown = [os.path.join(BIN_DIR, "wyrmhall"), "--server", "ws://no-such-host.invalid:7420"]
        self.assertEqual(subprocess.run([*unknown, "tables"], capture_output=True, timeout=60).returncode, 3)

    def test_language(self):
        with Server(BIN_DIR) as server:
            def says(*arguments, **variables):
                environment = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
                process = client(server, *arguments, name="Mira", env={**environment, **variables},
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                out, err = process.communicate(timeout=60)
                return process.returncode, out + err

            self.assertIn("Aucune table n’attend.", says("tables", LANG="fr_FR.UTF-8")[1])
            self.assertIn("No table is waiting.", says("tables", LANG="C")[1])
            self.assertIn("No table is waiting.", says("--language", "en", "tables", LANG="fr_FR.UTF-8")[1])
            status, said = says("play", "duel", "--bot", "greedy", "--auto", "first", "--language", "fr", LANG="C")
            self.assertEqual(status, 0, said)
            self.assertIn("Vous et Robot glouton", said)
            self.assertNotIn(" wins", said)
            status, said = says("--language", "tlh", "tables")
            self.assertEqual(status, 2)
            self.assertRegex(said, r"--language.*\ben\b.*\bfr\b")


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(__file__))
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
