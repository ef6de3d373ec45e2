#!/usr/bin/env python3
"""`wyrmhall admin`, against the real server: every command, as tables and as JSON; and the scripts for backups.

    cli_test.py BIN_DIR
"""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import AdminServer, client, run_client

BIN_DIR = None
BACKUP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "deploy", "backup")


class CliTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = AdminServer(BIN_DIR).start()
        for name in ("Mira", "Bruno"):
            cls.server.play(name)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def environment(self):
        return {**os.environ, "WYRMHALL_ADMIN": f"127.0.0.1:{self.server.admin_port}",
                "WYRMHALL_ADMIN_TOKEN_FILE": self.server.token_file,
                "WYRMHALL": os.path.join(BIN_DIR, "wyrmhall"), "WYRMHALLD": os.path.join(BIN_DIR, "wyrmhalld")}

    def admin(self, *arguments, status=0):
        done = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", *arguments], capture_output=True, text=True,
                              env=self.environment(), timeout=60)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout if status == 0 else done.stderr

    def json(self, *arguments):
        return json.loads(self.admin("--json", *arguments))

    def test_matches(self):
        listed = self.admin("matches", "--state", "finished")
        self.assertEqual(len(listed.splitlines()), 3)
        self.assertRegex(listed, r"^started +game +state +result +reason +moves")
        self.assertIn("Mira", listed)
        found = self.json("matches", "--all", "--limit", "1", "--game", "duel")["matches"]
        self.assertEqual(len(found), 2)
        match = found[0]["id"]
        self.assertIn("rulesVersion: 1", self.admin("match", match))
        path = os.path.join(self.server.folder, "cli.json")
        self.admin("export", match, "-o", path)
        self.assertEqual(run_client(self.server, "verify", path)[0], 0)
        self.assertIn("--cursor", self.admin("matches", "--limit", "1"))
        by_name = self.admin("matches", "--player", "mira", "--since", "7d", "--count")
        self.assertRegex(by_name, r"\nPlayer: Mira, [0-9a-f-]{36}\nIn all: 1\n$")
        self.assertIn("nobody's name", self.admin("matches", "--player", "Nobody at all", status=4))
        self.assertIn("duel", self.admin("matches", "--game", "chess", status=4))
        self.assertEqual(self.json("matches", "--reason", "absence")["matches"], [])
        self.assertEqual(len(self.json("matches", "--bot", "random", "--min-moves", "1")["matches"]), 2)

    def test_csv(self):
        whole = self.admin("matches", "--csv")
        rows = list(csv.DictReader(io.StringIO(whole, newline="")))
        self.assertEqual([row["id"] for row in rows], [m["id"] for m in self.json("matches")["matches"]])
        # The titles stand there once, however many pages it took.
        self.assertEqual(self.admin("matches", "--csv", "--all", "--limit", "1"), whole)
        self.assertEqual(self.admin("matches", "--csv", "--limit", "1").splitlines(), whole.splitlines()[:2])
        self.assertIn("Mira", self.admin("players", "--csv"))
        self.assertTrue(self.admin("totals", "--csv", "--since", "1d").startswith("day,game,state,matches,moves\n"))

    def test_players(self):
        mira = self.json("players", "Mira")["players"][0]["id"]
        self.assertIn("ledger:", self.admin("player", mira))
        self.assertIn("insults", self.admin("block", mira, "--reason", "insults"))
        self.assertIn("Mira", self.admin("players", "--blocked"))
        self.admin("unblock", mira)
        self.admin("disconnect", mira)
        self.assertEqual(json.loads(self.admin("player-data", mira))["account"]["name"], "Mira")
        bruno = self.json("players", "Bruno")["players"][0]["id"]
        self.assertIn("--yes", self.admin("delete-player", bruno, status=2))
        self.admin("delete-player", bruno, "--yes")
        self.assertEqual(self.json("players", "Bruno")["players"], [])
        self.assertIn("deletePlayer", self.admin("audit"))

    def test_the_rest(self):
        status = self.admin("status")
        self.assertRegex(status, r"ready for players +yes\n")
        self.assertRegex(status, r"version +wyrmhalld \d")
        self.assertRegex(status, r"running matches +0\n +in memory +0\n +resting on disk +0\n")
        self.assertRegex(status, r"(?m)^connections +\d+, of which \d+ signed in$")
        self.assertNotIn("storeRefuses", status)
        self.assertTrue(self.json("status")["ready"])
        waiting = client(self.server, "play", "duel", "--auto", "first", name="Waiting", stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
        self.server.wait_for(lambda: self.json("tables")["tables"])
        self.assertIn("Waiting", self.admin("sessions"))
        number = next(s["number"] for s in self.json("sessions")["sessions"] if (s["player"] or {}).get("name") == "Waiting")
        self.admin("end-session", str(number))
        self.assertIn("no session", self.admin("end-session", "424242", status=4))
        self.assertIn("duel", self.admin("totals"))
        self.assertEqual(self.json("log-level", "debug"), {"level": "debug"})
        self.assertEqual(self.json("log-level", "info"), self.json("log-level"))
        self.assertTrue(self.json("check")["result"]["clean"])
        waiting.kill()
        waiting.wait()

    def test_a_match_that_nobody_is_at_rests_and_still_runs(self):
        with AdminServer(BIN_DIR) as server:
            environment = {**self.environment(), "WYRMHALL_ADMIN_TOKEN_FILE": server.token_file}
            guest = client(server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "600000", name="Slow",
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            matches = lambda: server.get("/admin/v1/status").json["matches"]  # noqa: E731
            server.wait_for(lambda: matches()["running"])
            self.assertEqual(matches(), {"running": 1, "inMemory": 1, "resting": 0})
            guest.kill()
            guest.wait()
            server.terminate()
            server.start()
            self.assertEqual(matches(), {"running": 1, "inMemory": 0, "resting": 1})
            self.assertIn("\nwyrmhall_matches_resting 1\n", server.get("/metrics").text)
            status = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", "status"], capture_output=True, text=True,
                                    env={**environment, "WYRMHALL_ADMIN": f"127.0.0.1:{server.admin_port}"}, timeout=60)
            self.assertRegex(status.stdout, r"running matches +1\n +in memory +0\n +resting on disk +1\n")

    def test_mistakes(self):
        self.assertIn("limit", self.admin("matches", "--limit", "0", status=4))
        self.assertIn("no match", self.admin("match", "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f", status=4))
        self.admin("frobnicate", status=2)
        self.admin(status=2)
        bare = {k: v for k, v in os.environ.items() if not k.startswith("WYRMHALL")}
        command = [os.path.join(BIN_DIR, "wyrmhall"), "admin"]
        done = subprocess.run([*command, "status"], capture_output=True, text=True, env=bare)
        self.assertEqual(done.returncode, 2)
        self.assertIn("token", done.stderr)
        wrong = {**bare, "WYRMHALL_ADMIN_TOKEN": "x" * 40, "WYRMHALL_ADMIN": f"127.0.0.1:{self.server.admin_port}"}
        done = subprocess.run([*command, "status"], capture_output=True, text=True, env=wrong)
        self.assertEqual(done.returncode, 4)
        done = subprocess.run([*command, "--admin", "127.0.0.1:1", "status"], capture_output=True, text=True, env=wrong)
        self.assertEqual(done.returncode, 3)

    def test_backup_and_restore(self):
        kept = os.path.join(self.server.folder, "kept")
        for _ in range(3):
            done = subprocess.run([os.path.join(BACKUP, "backup"), os.path.join(self.server.folder, "data", "backups"),
                                   kept, "2"], capture_output=True, text=True, env=self.environment())
            self.assertEqual(done.returncode, 0, done.stderr)
        copies = sorted(name for name in os.listdir(kept) if name.endswith(".db"))
        self.assertEqual(len(copies), 2)
        # Each with the key that the server signs with, which nobody else can read.
        keys = [os.path.join(kept, name[:-3] + ".key") for name in copies]
        self.assertEqual(len(os.listdir(kept)), 4)
        key = open(os.path.join(self.server.folder, "data", "receipt.key"), encoding="ascii").read()
        for path in keys:
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            self.assertEqual(open(path, encoding="ascii").read(), key)
        self.assertEqual(done.stdout.strip(), os.path.join(kept, copies[-1]))
        self.assertEqual(os.listdir(os.path.join(self.server.folder, "data", "backups")), ["last-backup"])

        # Each goes to whatever takes it out of the house; when that fails, so does the backup, and says so.
        sent = os.path.join(self.server.folder, "sent")
        for hook, status in ((f"cp \"$1\" {sent}", 0), ("exit 3", 1)):
            program = os.path.join(self.server.folder, "hook")
            with open(program, "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\n{hook}\n")
            os.chmod(program, 0o700)
            done = subprocess.run([os.path.join(BACKUP, "backup"), os.path.join(self.server.folder, "data", "backups"),
                                   kept, "2"], capture_output=True, text=True,
                                  env={**self.environment(), "WYRMHALL_BACKUP_HOOK": program})
            self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn("hook failed with it", done.stderr)
        with open(sent, "rb") as file:
            self.assertEqual(file.read(15), b"SQLite format 3")
        # A copy whose books do not fit is set aside, and no older one goes.
        before = set(os.listdir(kept))
        done = subprocess.run([os.path.join(BACKUP, "backup"), os.path.join(self.server.folder, "data", "backups"),
                               kept, "1"], capture_output=True, text=True,
                              env={**self.environment(), "WYRMHALLD": "/bin/false"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not pass the check", done.stderr)
        left = set(os.listdir(kept))
        self.assertLess(before, left)
        self.assertEqual([name.endswith(".damaged") for name in left - before], [True])
        for name in left - {copy[:-3] + end for copy in copies for end in (".db", ".key")}:
            os.remove(os.path.join(kept, name))
        copies = [name for name in copies if name in left]

        restore = [os.path.join(BACKUP, "restore"), os.path.join(kept, copies[-1])]
        running = subprocess.run([*restore, os.path.join(self.server.folder, "data")], capture_output=True, text=True)
        self.assertEqual(running.returncode, 1)
        self.assertIn("running", running.stderr)
        matches = {m["id"] for m in self.json("matches", "--all")["matches"]}
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "data")
            owner = 12345 if os.geteuid() == 0 else os.geteuid()
            os.mkdir(data)
            os.chown(data, owner, -1)
            for _ in range(2):  # into an empty folder, and over what is there
                done = subprocess.run([*restore, data], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                with AdminServer(BIN_DIR, data=folder) as restored:
                    self.assertEqual({m["id"] for m in restored.every("/admin/v1/matches", "matches")}, matches)
            self.assertIn("before-restore", done.stdout)
            self.assertEqual(open(os.path.join(data, "receipt.key"), encoding="ascii").read(), key)
            # What root restores, the server's own user can open.
            self.assertEqual(os.stat(os.path.join(data, "wyrmhall.db")).st_uid, owner)

    def test_drain_and_wait(self):
        with AdminServer(BIN_DIR) as server:
            environment = {**self.environment(), "WYRMHALL_ADMIN": f"127.0.0.1:{server.admin_port}",
                           "WYRMHALL_ADMIN_TOKEN_FILE": server.token_file}
            done = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", "drain", "--wait"], capture_output=True,
                                  text=True, env=environment, timeout=30)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(server.process.wait(timeout=10), 0)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
