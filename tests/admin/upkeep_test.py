#!/usr/bin/env python3
"""Starting, ending and saving a server, as its host does: tokens that open it, drains, backups under load.

    upkeep_test.py BIN_DIR
"""

import http.client
import os
import stat
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import TOKEN, AdminServer, client, run_client

BIN_DIR = None


class TokenTest(unittest.TestCase):
    def fails(self, expected, *options, env=None):
        process = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--store", "memory", "--listen", "127.0.0.1:0",
                                  *options], capture_output=True, text=True, timeout=30,
                                 env={**os.environ, "WYRMHALL_ADMIN": "127.0.0.1:0", **(env or {})})
        self.assertNotEqual(process.returncode, 0, process.stderr)
        self.assertIn(expected, process.stderr)
        self.assertNotIn("listening on", process.stdout)

    def test_refuses_to_start(self):
        def token_file(text):
            file = tempfile.NamedTemporaryFile("w", suffix=".token", delete=False)
            file.write(text)
            file.close()
            return "--admin-token-file", file.name

        self.fails("empty", env={"WYRMHALL_ADMIN_TOKEN": ""})
        self.fails("empty", *token_file(""))
        self.fails("empty", *token_file("\n"))
        self.fails("fewer than", env={"WYRMHALL_ADMIN_TOKEN": "short"})
        self.fails("an example", env={"WYRMHALL_ADMIN_TOKEN": "please-change-me-please-change-me"})
        self.fails("repeats", env={"WYRMHALL_ADMIN_TOKEN": "a" * 64})
        self.fails("header", env={"WYRMHALL_ADMIN_TOKEN": "a token with blanks in it is no token"})
        self.fails("cannot be read", "--admin-token-file", "/nonexistent/token")
        self.fails("leave one out", *token_file(TOKEN), env={"WYRMHALL_ADMIN_TOKEN": TOKEN})
        self.fails("HOST:PORT", "--admin", "nonsense", env={"WYRMHALL_ADMIN_TOKEN": TOKEN})

    def test_off_without_a_token(self):
        environment = {k: v for k, v in os.environ.items() if k != "WYRMHALL_ADMIN_TOKEN"}
        process = subprocess.Popen([os.path.join(BIN_DIR, "wyrmhalld"), "--store", "memory", "--listen", "127.0.0.1:0"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.assertIn("listening on", process.stdout.readline())
        listening = subprocess.run(["grep", "-c", ": 0100007F:1CFD ", "/proc/net/tcp"], capture_output=True, text=True)
        self.assertEqual(listening.stdout.strip(), "0")  # 7421, the default
        process.terminate()
        _, err = process.communicate(timeout=10)
        self.assertIn("no admin token", err)

    def test_a_database_that_goes_with_the_process(self):
        with tempfile.TemporaryDirectory() as folder:
            with unittest.mock.patch.dict(os.environ, TMPDIR=folder), AdminServer(BIN_DIR, "--store", "memory") as server:
                self.assertEqual(len(os.listdir(folder)), 1)
                self.assertEqual(server.get("/admin/v1/matches").json["matches"], [])
                server.get("/admin/v1/status")
                server.process.terminate()
                server.process.wait(timeout=20)
                self.assertEqual(os.listdir(folder), [])


class DrainTest(unittest.TestCase):
    @staticmethod
    def probe(server, path):
        """What a load balancer hears on the players' listener."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("GET", path)
        reply = connection.getresponse()
        return reply.status, reply.read().decode().split()[0]

    def test_ends_once_nobody_plays(self):
        # With pages, among which every address leads to the client: the probes are no pages.
        pages = tempfile.TemporaryDirectory()
        self.addCleanup(pages.cleanup)
        with open(os.path.join(pages.name, "index.html"), "w", encoding="utf-8") as file:
            file.write("<!doctype html><title>A page</title>")
        with AdminServer(BIN_DIR, "--web", pages.name) as server:
            self.assertEqual(self.probe(server, "/lobby"), (200, "<!doctype"))
            self.assertEqual(self.probe(server, "/readyz"), (200, "ready"))
            self.assertEqual(self.probe(server, "/healthz"), (200, "ok"))
            playing = client(server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "150",
                             "--option", "match_games=3", name="Mira", stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
            server.wait_for(lambda: server.get("/admin/v1/drain").json["playing"])
            reply = server.ask("POST", "/admin/v1/drain", body={"seconds": 60})
            self.assertEqual(reply.status, 202)
            self.assertTrue(reply.json["draining"])
            self.assertEqual(server.ask("GET", "/readyz", token=None).status, 503)
            self.assertEqual(server.ask("GET", "/healthz", token=None).status, 200)
            self.assertEqual(self.probe(server, "/readyz"), (503, "not"))
            self.assertEqual(self.probe(server, "/healthz"), (200, "ok"))
            self.assertNotEqual(run_client(server, "play", "duel", "--bot", "random", "--auto", "first", name="Late")[0], 0)
            self.assertEqual(server.process.wait(timeout=60), 0)
            self.assertEqual(playing.wait(timeout=10), 0)

    def test_whoever_asks_has_the_answer_before_the_end(self):
        with AdminServer(BIN_DIR) as server:
            asked = time.monotonic()
            self.assertTrue(server.ask("POST", "/admin/v1/drain", body={"seconds": 0}).json["draining"])
            self.assertEqual(server.process.wait(timeout=10), 0)
            # Nothing is played, so that it could have ended at once.
            self.assertGreaterEqual(time.monotonic() - asked, 0.5)

    def test_ends_at_the_deadline_and_matches_go_on_after(self):
        with AdminServer(BIN_DIR) as server:
            playing = client(server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "400",
                             "--option", "match_games=3", name="Mira", stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
            server.wait_for(lambda: server.get("/admin/v1/drain").json["playing"])
            server.ask("POST", "/admin/v1/drain", body={"seconds": 1})
            self.assertEqual(server.process.wait(timeout=10), 0)
            server.start()
            self.assertEqual(playing.wait(timeout=60), 0)


class BackupTest(unittest.TestCase):
    def test_a_backup_under_load_is_whole(self):
        with AdminServer(BIN_DIR) as server:
            players = [client(server, "play", "duel", "--auto", "random", "--bot", "random", "--matches", "15",
                              name=f"Player {i}", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for i in range(4)]
            server.wait_for(lambda: len(server.get("/admin/v1/matches?state=finished").json["matches"]) > 5)
            job = server.finish_job(server.ask("POST", "/admin/v1/backups"))
            self.assertEqual(job["state"], "done", job)
            for player in players:
                self.assertEqual(player.wait(timeout=120), 0)
            path = os.path.join(server.folder, "data", "backups", job["result"]["name"])
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            with tempfile.TemporaryDirectory() as folder:
                os.makedirs(os.path.join(folder, "data"))
                with open(path, "rb") as old, open(os.path.join(folder, "data", "wyrmhall.db"), "wb") as new:
                    new.write(old.read())
                with AdminServer(BIN_DIR, data=folder) as restored:
                    check = restored.finish_job(restored.ask("POST", "/admin/v1/integrity-checks"))
                    self.assertEqual(check["result"], {"clean": True, "troubles": []})
                    matches = restored.every("/admin/v1/matches?state=finished", "matches")
                    self.assertGreater(len(matches), 5)
                    for match in matches:
                        record = os.path.join(folder, "record.json")
                        with open(record, "wb") as file:
                            file.write(restored.get(f"/admin/v1/matches/{match['id']}/export").bytes)
                        status, out, err = run_client(restored, "verify", record)
                        self.assertEqual(status, 0, out + err)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
