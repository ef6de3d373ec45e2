#!/usr/bin/env python3
"""The real server with its store in PostgreSQL: its options, a move from SQLite, and what administrators see.

    server_test.py BIN_DIR
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e")]

from postgres import Postgres  # noqa: E402
from running import Server, client, run_client  # noqa: E402
from serving import AdminServer  # noqa: E402

BIN_DIR = None
DUEL = ["--json", "play", "duel", "--bot", "random", "--auto", "random", "--think", "0"]


def wyrmhalld(*arguments):
    done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def play(server):
    """A match to its end, and its id."""
    status, out, err = run_client(server, *DUEL, name="Mira")
    assert status == 0, err
    opened = next(message for message in map(json.loads, out.splitlines()) if "matchOpened" in message)
    return opened["matchOpened"]["info"]["matchId"]


class OptionsTest(unittest.TestCase):
    def refused(self, *arguments):
        status, _, err = wyrmhalld(*arguments)
        self.assertNotEqual(status, 0)
        return err

    def test_half_a_configuration_is_refused_in_words(self):
        place = "postgresql://127.0.0.1:1/wyrmhall"
        self.assertIn("must be sqlite, memory, or where a PostgreSQL database is", self.refused("--store", "mysql://x"))
        self.assertIn("leave it out with PostgreSQL", self.refused("--store", place, "--keep-matches", "30d"))
        self.assertIn("is about PostgreSQL", self.refused("--accept-loss"))
        self.assertIn("name a database with --store", self.refused("move-store"))
        self.assertIn("is of a PostgreSQL database", self.refused("--replica", place))
        self.assertIn("must be where a PostgreSQL database is", self.refused("--store", place, "--replica", "sqlite"))
        self.assertIn("reads a SQLite database", self.refused("check-data", "--store", place))

    def test_half_of_several_servers_is_refused_in_words(self):
        place, bus = ("--store", "postgresql://127.0.0.1:1/wyrmhall"), ("--bus", "nats://127.0.0.1:1")
        self.assertIn("name their --bus as well", self.refused(*place, "--node", "hall-1"))
        self.assertIn("name their --bus as well", self.refused(*place, "--advertise", "10.0.0.1:7420"))
        self.assertIn("name it with --store", self.refused(*bus, "--node", "hall-1"))
        self.assertIn("must name this server", self.refused(*place, *bus))
        self.assertIn("must name this server", self.refused(*place, *bus, "--node", "hall 1"))
        self.assertIn("must be nats://HOST:PORT", self.refused(*place, "--bus", "redis://x", "--node", "hall-1"))
        self.assertIn("must be HOST:PORT", self.refused(*place, *bus, "--node", "hall-1", "--advertise", "10.0.0.1"))

    def test_no_password_is_told(self):
        said = self.refused("--store", "postgresql://wyrmhall:secret-word@127.0.0.1:1/wyrmhall", "--data",
                            tempfile.mkdtemp(), "--listen", "127.0.0.1:0")
        self.assertIn("There is no connection to PostgreSQL", said)
        self.assertNotIn("secret-word", said)


class MoveTest(unittest.TestCase):
    def test_a_server_moves_from_its_folder_into_postgresql(self):
        with Postgres() as postgres, Server(BIN_DIR, "--nuggets", "always") as before:
            place = postgres.make("wyrmhall")
            match = play(before)
            _, record, _ = run_client(before, "export", match, name="Mira")
            data = os.path.join(before.folder, "data")
            # Not while the server runs.
            status, _, err = wyrmhalld("move-store", "--data", data, "--store", place)
            self.assertEqual(status, 1)
            before.terminate()
            status, out, err = wyrmhalld("move-store", "--data", data, "--store", place)
            self.assertEqual(status, 0, err)
            self.assertIn("copied moves: ", out)
            self.assertIn("compared moves: ", out)
            self.assertIn("rows are in PostgreSQL as they were in", out)
            # And not twice.
            status, _, err = wyrmhalld("move-store", "--data", data, "--store", place)
            self.assertEqual(status, 1)
            self.assertIn("There is something in the database already", err)

            after = Server(BIN_DIR, "--store", place, "--nuggets", "always", data=before.folder)
            after.port = before.port
            with after:
                status, again, err = run_client(after, "export", match, name="Mira")
                self.assertEqual(status, 0, err)
                self.assertEqual(json.loads(again)["moves"], json.loads(record)["moves"])
                path = os.path.join(after.folder, "record.json")
                pathlib.Path(path).write_text(again, encoding="utf-8")
                self.assertEqual(run_client(after, "verify", path)[0], 0)
                self.assertNotEqual(play(after), match)


class AdministrationTest(unittest.TestCase):
    def test_history_is_there_and_backups_are_postgresqls(self):
        with Postgres() as postgres, AdminServer(BIN_DIR, "--store", postgres.make("wyrmhall")) as server:
            match = play(server)
            page = server.get("/admin/v1/matches").json
            self.assertEqual([line["id"] for line in page["matches"]], [match])
            self.assertEqual(server.get(f"/admin/v1/matches/{match}").status, 200)
            job = server.finish_job(server.ask("POST", "/admin/v1/backups"))
            self.assertIn("back it up with PostgreSQL", json.dumps(job))
            check = lambda: server.ask("POST", "/admin/v1/integrity-checks")  # noqa: E731
            self.assertEqual(server.finish_job(check())["result"]["troubles"], [])
            # A move that is missing is found, and the history is there again after its connection was cut.
            postgres.sql("DELETE FROM moves WHERE idx = 1", "wyrmhall")
            postgres.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
                         "datname = 'wyrmhall'")
            # The first that has something to be written down learns that the connection is gone.
            started = server.wait_for(lambda: (reply := check()).status == 202 and reply)
            self.assertIn(f"of match {match} moves are missing", server.finish_job(started)["result"]["troubles"])


class UpgradeTest(unittest.TestCase):
    def check(self, place, *options, status=0):
        found, out, err = wyrmhalld("check-upgrade", "--store", place, *options)
        self.assertEqual(found, status, out + err)
        return err if status == 2 else out

    def test_running_matches_are_folded_by_another_program(self):
        with Postgres() as postgres, AdminServer(BIN_DIR, "--store", postgres.make("wyrmhall")) as server:
            place = server.options[server.options.index("--store") + 1]
            player = client(server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "700", "--option",
                            "match_games=5", name="Mira", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(player.wait)
            self.addCleanup(player.kill)

            def moving():
                running = server.get("/admin/v1/matches?state=running").json["matches"]
                return len(running) == 1 and server.get(
                    f"/admin/v1/matches/{running[0]['id']}").json["present"]["version"] > 1 and running[0]["id"]

            match = server.wait_for(moving)
            marks = os.path.join(server.folder, "marks.json")
            self.assertIn("1 running matches, 0 compared, 0 would change", self.check(place, "--write", marks))
            self.assertIn("1 running matches, 1 compared, 0 would change", self.check(place, "--against", marks))
            server.terminate()
            written = json.loads(pathlib.Path(marks).read_text(encoding="utf-8"))
            written["matches"][match]["fingerprint"] = "0" * 64
            pathlib.Path(marks).write_text(json.dumps(written), encoding="utf-8")
            self.assertIn("folds differently", self.check(place, "--against", marks, status=1))

            # Under rules that this program does not know: it says so, and does not start on them.
            postgres.sql("UPDATE matches SET rules_version = 99", "wyrmhall")
            postgres.sql("UPDATE match_classes SET rules_version = 99", "wyrmhall")
            self.assertIn(f"{match} (duel, rules version 99", self.check(place, status=1))
            status, _, err = wyrmhalld("--store", place, "--data", server.folder, "--listen", "127.0.0.1:0")
            self.assertEqual(status, 1)
            self.assertIn("Version 99 of the rules of duel is in use in matches that go on", err)

            postgres.sql("ALTER TABLE matches RENAME COLUMN absence_seconds TO waits", "wyrmhall")
            self.assertIn("start this one on a copy of the database", self.check(place, status=2))
            self.check("mysql://x", status=2)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
