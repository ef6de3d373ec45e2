#!/usr/bin/env python3
"""Finished matches that the server moves out of its database are listed, exported and verified as before, and are in what
deploy/backup saves and brings back.

    retention_test.py BIN_DIR
"""

import glob
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import AdminServer, client, run_client

BIN_DIR = None
DEPLOY = pathlib.Path(__file__).resolve().parents[2] / "deploy" / "backup"
MATCHES = 8


def play(server):
    player = client(server, "play", "duel", "--auto", "random", "--bot", "random", "--matches", str(MATCHES), name="Mira",
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert player.wait(timeout=120) == 0
    return [match["id"] for match in server.get("/admin/v1/matches").json["matches"]]


def moved(server):
    return "files of their years" in server.read_log()


class RetentionTest(unittest.TestCase):
    def export(self, server, match):
        status, out, err = run_client(server, "export", match, name="Mira")
        self.assertEqual(status, 0, err)
        return out

    def test_reads_as_before(self):
        with AdminServer(BIN_DIR) as server:
            matches = play(server)
            self.assertEqual(len(matches), MATCHES)
            before = [self.export(server, match) for match in matches]
            listed = server.get("/admin/v1/matches").json
            server.terminate()
            self.assertEqual(glob.glob(server.folder + "/data/matches-*.db"), [])

            server.options += ["--keep-matches", "1s"]
            server.start()
            server.wait_for(lambda: moved(server))
            self.assertEqual(len(glob.glob(server.folder + "/data/matches-*.db")), 1)
            self.assertEqual([self.export(server, match) for match in matches], before)
            self.assertEqual(server.get("/admin/v1/matches").json, listed)
            for record in before:
                with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                    file.write(record)
                    file.flush()
                    self.assertEqual(run_client(server, "verify", file.name, name="Mira")[0], 0)
            check = server.finish_job(server.ask("POST", "/admin/v1/integrity-checks"))
            self.assertTrue(check["result"]["clean"], check)
            self.back_up_and_restore(server, matches, before)

    def back_up_and_restore(self, server, matches, before):
        environment = {**os.environ, "WYRMHALL": os.path.join(BIN_DIR, "wyrmhall"),
                       "WYRMHALLD": os.path.join(BIN_DIR, "wyrmhalld"),
                       "WYRMHALL_ADMIN": f"127.0.0.1:{server.admin_port}",
                       "WYRMHALL_ADMIN_TOKEN_FILE": server.token_file}
        with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                done = subprocess.run([DEPLOY / "backup", server.folder + "/data/backups", kept], env=environment,
                                      capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, done.stderr)
            backup = done.stdout.strip()
            done = subprocess.run([DEPLOY / "restore", backup, folder + "/data"], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            with AdminServer(BIN_DIR, data=folder) as restored:
                self.assertEqual(len(restored.get("/admin/v1/matches").json["matches"]), MATCHES)
                status, out, err = run_client(restored, "export", matches[0], name="Somebody")
                self.assertEqual((status, out), (0, before[0]), err)

    def test_says_what_a_time_is(self):
        for wrong in ("365", "0d", "-1d", "d", "1y", "40000d", ""):
            done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--keep-matches", wrong, "--data", "/nonexistent/x"],
                                  capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 2, wrong)
            self.assertIn("365d", done.stderr)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
