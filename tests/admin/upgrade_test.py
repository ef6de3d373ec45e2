#!/usr/bin/env python3
"""`wyrmhalld check-upgrade`: on a server that runs, on one that has ended, and on matches that would change.

    upgrade_test.py BIN_DIR
"""

import json
import os
import sqlite3
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import AdminServer, client

BIN_DIR = None


class UpgradeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = AdminServer(BIN_DIR).start()
        cls.server.play("Mira")
        cls.players = [client(cls.server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "700",
                              "--option", "match_games=5", name=f"Player {i}", stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) for i in range(3)]

        def moving():
            running = cls.server.get("/admin/v1/matches?state=running").json["matches"]
            return len(running) == 3 and all(
                cls.server.get(f"/admin/v1/matches/{m['id']}").json["present"]["version"] > 1 for m in running) and running

        cls.running = [m["id"] for m in cls.server.wait_for(moving)]

    @classmethod
    def tearDownClass(cls):
        for player in cls.players:
            player.kill()
            player.wait()
        cls.server.__exit__()

    def check(self, *options, status=0):
        done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "check-upgrade", "--data",
                               os.path.join(self.server.folder, "data"), *options], capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status < 2 else done.stderr

    def test_in_order(self):
        marks = os.path.join(self.server.folder, "marks.json")
        # While it runs, twice: matches go on meanwhile, and are compared as far as they were.
        self.assertIn("3 running matches, 0 compared, 0 would change", self.check("--write", marks))
        self.assertIn("3 running matches, 3 compared, 0 would change", self.check("--against", marks))
        self.assertEqual(self.server.terminate()[1], 0)
        self.assertIn("3 compared, 0 would change", self.check("--against", marks))
        with open(marks, encoding="utf-8") as file:
            written = json.load(file)
        self.assertEqual(set(written["matches"]), set(self.running))

        # What another program folded otherwise.
        written["matches"][self.running[0]]["fingerprint"] = "0" * 64
        with open(marks, "w", encoding="utf-8") as file:
            json.dump(written, file)
        said = self.check("--against", marks, status=1)
        self.assertIn(f"{self.running[0]} (duel", said)
        self.assertIn("folds differently", said)
        self.assertIn("1 would change", said)

        # Under rules, and of a game, that this program does not know.
        database = sqlite3.connect(os.path.join(self.server.folder, "data", "wyrmhall.db"))
        ids = [bytes.fromhex(match.replace("-", "")) for match in self.running]
        database.execute("UPDATE matches SET rules_version = 99 WHERE id = ?", (ids[1],))
        database.execute("UPDATE matches SET game = 'chess' WHERE id = ?", (ids[2],))
        database.commit()
        database.close()
        said = self.check(status=1)
        self.assertIn(f"{self.running[1]} (duel, rules version 99", said)
        self.assertIn(f"{self.running[2]} (chess", said)
        self.assertIn("2 would change", said)

        self.check("--against", "/nonexistent", status=2)
        self.check("--no-such-option", status=2)
        self.check("--data", "/nonexistent", status=2)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
