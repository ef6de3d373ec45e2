#!/usr/bin/env python3
"""Finished matches that the server moves out of its database are listed, exported and verified as before, and are in what
deploy/backup saves and brings back.

    retention_test.py BIN_DIR
"""

import glob
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "hostile")]

from person import Person, Refused
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
    return "to yearly files" in server.read_log()


def write_database(server, sql, *values):
    database = sqlite3.connect(server.folder + "/data/wyrmhall.db", timeout=10)
    with database:
        database.execute(sql, values)
    database.close()


class GuestsTest(unittest.TestCase):
    """Guests who have never played and do not come back."""

    def come(self, server, name=None, token=None):
        person = Person(server.port)
        self.addCleanup(person.close)
        return person.sign_in(name, token)

    def age(self, server, days):
        """Everybody was made so long ago, and has not come since."""
        then = int((time.time() - days * 86400) * 1e6)
        write_database(server, "UPDATE accounts SET created_at = ?", then)
        write_database(server, "UPDATE tokens SET made_at = ?, used_at = ?", then, then)

    def names(self, server):
        return sorted(player["name"] for player in server.get("/admin/v1/players").json["players"])

    def test_they_are_deleted_and_nobody_else(self):
        with AdminServer(BIN_DIR) as server:
            server.play("Mira")
            gone = self.come(server, "Gone")
            seated = self.come(server, "Seated")
            seated.ask("open_table", options={"duel": {"dragons": [1, 2]}}, hidden=True)
            for person in (gone, seated):
                person.close()
            self.age(server, 29)
            server.terminate()
            server.start()
            here = self.come(server, "Here")
            self.age(server, 32)
            server.wait_for(lambda: "deleted 1 guests who had never played and did not come back" in server.read_log())
            self.assertEqual(self.names(server), ["Here", "Mira", "Seated"])
            self.assertIn("wyrmhall_guests_expired_total 1", server.get("/metrics").text)
            with self.assertRaises(Refused) as refused:
                self.come(server, token=gone.token)
            self.assertEqual(refused.exception.code, "REFUSAL_CODE_TOKEN_UNKNOWN")
            self.come(server, "Gone")  # the name is free
            here.ask("list_tables")
            self.assertEqual(server.finish_job(server.ask("POST", "/admin/v1/integrity-checks"))["result"]["clean"], True)

    def test_never(self):
        with AdminServer(BIN_DIR, "--guests-expire", "never", "--keep-matches", "1s") as server:
            play(server)
            self.come(server, "Gone").close()
            self.age(server, 4000)
            server.terminate()
            server.start()
            server.wait_for(lambda: moved(server))
            self.assertEqual(self.names(server), ["Gone", "Mira"])

    def test_a_stop_in_the_middle_is_no_error(self):
        with AdminServer(BIN_DIR) as server:
            self.come(server, "Gone").close()
            self.age(server, 32)
            # Without tokens, but that makes no difference.
            write_database(server, """
                INSERT INTO accounts (id, name, name_key, created_at)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                SELECT randomblob(16), 'Guest ' || i, 'guest' || i, 1 FROM n""")
            server.terminate()
            server.start()
            server.wait_for(lambda: re.search(r"^wyrmhall_guests_expired_total [1-9]", server.get("/metrics").text, re.M))
            self.assertEqual(server.terminate()[1], 0)
            self.assertNotIn("could not be removed", server.read_log())
            self.assertIn("guests who had never played", server.read_log())
            self.assertNotIn("deleted 20001 guests", server.read_log())


class LeaversTest(unittest.TestCase):
    """Players who want to be deleted."""

    def test_they_are_deleted_when_their_time_has_come(self):
        with AdminServer(BIN_DIR) as server:
            server.play("Mira")
            self.assertEqual(run_client(server, "delete-account", "--yes", name="Mira")[0], 0)
            for name in ("Stays", "Later"):
                status, _, said = run_client(server, "delete-account", "--yes", name=name)
                self.assertEqual(status, 0, said)
                self.assertIn("You will be deleted on", said)
            status, _, said = run_client(server, "keep-account", name="Stays")
            self.assertEqual((status, "nothing is going to be deleted" in said), (0, True), said)
            running = server.ask("GET", "/admin/v1/players?name=Mira").json["players"][0]["id"]
            # A week later, for one of them.
            write_database(server, "UPDATE accounts SET delete_at = 1 WHERE name = 'Mira'")
            server.terminate()
            server.start()
            server.wait_for(lambda: "deleted 1 players who wanted that" in server.read_log())
            names = sorted(player["name"] for player in server.get("/admin/v1/players").json["players"])
            self.assertEqual(names, ["Later", "Stays", "deleted player"])
            self.assertEqual(server.get(f"/admin/v1/players/{running}").json["name"], "deleted player")
            self.assertEqual(run_client(server, "matches", name="Mira")[0], 4)  # nobody knows the token
            self.assertIn("deleted player", server.get("/admin/v1/matches").text)
            self.assertNotIn("Mira", server.get("/admin/v1/matches").text)
            self.assertEqual(server.finish_job(server.ask("POST", "/admin/v1/integrity-checks"))["result"]["clean"], True)


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
        for option, said in (("--guests-expire", "--guests-expire"), ("--keep-matches", "--keep-matches")):
            done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), option, "1y", "--data", "/nonexistent/x"],
                                  capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
