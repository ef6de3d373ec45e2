#!/usr/bin/env python3
"""Administrators read the history on a standby, as a role that may not know the seeds of matches that are not over.

    replica_test.py BIN_DIR
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from postgres import Postgres, programs  # noqa: E402
from running import client, run_client  # noqa: E402
from serving import AdminServer  # noqa: E402

BIN_DIR = None
TOP = TESTS.parent
ROLE = TOP / "deploy" / "postgres" / "history-role.sql"
BEHIND = 5  # seconds at most, beside a compiler: servers say each second that they live
DUEL = ["--json", "play", "duel", "--bot", "random", "--auto", "random", "--think", "0"]


def opened(line):
    return line.get("matchOpened", {}).get("info", {}).get("matchId")


def play(server, name):
    """A match to its end, and its id."""
    status, out, err = run_client(server, *DUEL, name=name)
    assert status == 0, err
    return next(filter(None, map(opened, map(json.loads, out.splitlines()))))


class ReplicaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.primary = cls.enterClassContext(Postgres())
        place = cls.primary.make("wyrmhall")
        cls.standby = cls.enterClassContext(Postgres(of=cls.primary))
        cls.primary.has_standby()
        cls.as_role = f"postgresql://wyrmhall_history@127.0.0.1:{cls.standby.port}/wyrmhall"
        cls.server = cls.enterClassContext(AdminServer(BIN_DIR, "--store", place, "--replica", cls.as_role))
        for _ in range(2):  # it may be run again
            subprocess.run([programs() / "psql", "-Xq", "-v", "ON_ERROR_STOP=1", place, "-f", ROLE], check=True, timeout=60)
        cls.match = play(cls.server, "Mira")
        cls.server.wait_for(lambda: cls.has_come())

    def test_a_server_that_would_not_wait_for_the_standby_does_not_start(self):
        place = self.primary.make("local") + "?options=-csynchronous_commit%3Dlocal"
        done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--store", place, "--data", self.server.folder, "--listen",
                               "127.0.0.1:0"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not wait for it (synchronous_commit = local)", done.stderr)

    @classmethod
    def has_come(cls):
        reply = cls.server.ask("GET", "/admin/v1/matches?state=finished")
        return reply.status == 200 and [line["id"] for line in reply.json["matches"]] == [cls.match]

    def asked_as_role(self, words):
        return subprocess.run([programs() / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.as_role, "-c", words],
                              capture_output=True, text=True, timeout=60)

    def test_what_is_shown_says_how_old_it_is(self):
        player = self.server.get("/admin/v1/players").json["players"][0]["id"]
        for target in ("/matches", f"/matches/{self.match}", f"/matches/{self.match}/export", "/matches?count=true&bot=random",
                       "/players", f"/players/{player}", f"/players/{player}/export", "/totals", "/audit"):
            reply = self.server.get("/admin/v1" + target)
            self.assertLessEqual(int(reply.headers["age"]), BEHIND, target)
        self.assertIsNone(self.server.get("/admin/v1/status").headers.get("age"))
        found = re.search(r"(?m)^wyrmhall_history_age_seconds (\S+)$", self.server.get("/metrics").text)
        self.assertLess(float(found[1]), BEHIND)
        job = self.server.finish_job(self.server.ask("POST", "/admin/v1/integrity-checks"))
        self.assertEqual(job["result"]["troubles"], [])

        record = pathlib.Path(self.server.folder, "record.json")
        told = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", "--admin", f"127.0.0.1:{self.server.admin_port}",
                               "--admin-token-file", self.server.token_file, "export", self.match, "-o", record],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertRegex(told.stderr, r"\AFrom a replica of the database: at most \d s old\.\n\Z")
        self.assertEqual(run_client(self.server, "verify", str(record))[0], 0)

    def test_the_role_knows_no_seed_of_a_match_that_runs(self):
        rival = client(self.server, "--json", "play", "duel", "--bot", "random", "--auto", "random", "--think", "60000",
                       name="Rival", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            running = next(filter(None, map(opened, map(json.loads, rival.stdout)))).replace("-", "")
            seen = f"SELECT encode(server_seed, 'hex') FROM {{}} WHERE id = decode('{running}', 'hex')"
            seed = self.primary.sql(seen.format("matches"), "wyrmhall")
            self.assertRegex(seed, r"\A[0-9a-f]{64}\Z")
            self.server.wait_for(lambda: self.asked_as_role(
                f"SELECT count(*) FROM matches WHERE id = decode('{running}', 'hex')").stdout == "1\n")
            self.assertEqual(self.asked_as_role(seen.format("finished_matches")).stdout, "")
            self.assertIn("permission denied", self.asked_as_role(seen.format("matches")).stderr)
            for secret in ("tables", "tokens", "passwords", "recovery_codes", "passkeys"):
                self.assertIn("permission denied", self.asked_as_role(f"SELECT * FROM {secret}").stderr, secret)
            # Wherever else it may look, the seed is not there.
            tables = self.asked_as_role(
                "SELECT table_name FROM information_schema.table_privileges WHERE privilege_type = 'SELECT' AND "
                "grantee = 'wyrmhall_history'").stdout.split()
            self.assertIn("receipts", tables)
            for table in tables:
                rows = self.asked_as_role(f"SELECT count(*) FROM {table} AS t WHERE t::text LIKE '%{seed}%'")
                self.assertEqual(rows.stdout, "0\n", table + rows.stderr)
        finally:
            rival.kill()
            rival.communicate()

    def test_who_is_blocked_is_looked_up_in_the_store_itself(self):
        """And a replica that is gone is said in words, while everything else goes on."""
        play(self.server, "Bandit")
        player = self.server.wait_for(
            lambda: self.server.get("/admin/v1/players?name=Bandit").json["players"])[0]["id"]
        self.standby.stop()
        try:
            self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
            self.primary.sql("SELECT pg_reload_conf()")
            gone = self.server.ask("GET", "/admin/v1/matches")
            self.assertEqual((gone.status, gone.json["type"]), (503, "urn:wyrmhall:problem:store-unavailable"))
            self.server.get("/admin/v1/status")
            self.assertNotIn("wyrmhall_history_age_seconds", self.server.get("/metrics").text)
            blocked = self.server.ask("PUT", f"/admin/v1/players/{player}/block", {"reason": "a raid"})
            self.assertEqual((blocked.status, blocked.json["name"]), (200, "Bandit"))
        finally:
            self.standby.start()
            self.primary.has_standby()
        self.server.wait_for(lambda: self.server.ask("GET", "/admin/v1/matches").status == 200)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
