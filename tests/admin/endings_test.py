#!/usr/bin/env python3
"""What an administrator ends: matches, what they gave, tables; and the same for many at once.

    endings_test.py BIN_DIR
"""

import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import AdminServer, client, run_client

BIN_DIR = None
NOBODY = "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f"


class EndingsTest(unittest.TestCase):
    def setUp(self):
        self.server = AdminServer(BIN_DIR, "--nuggets", "always").start()
        self.addCleanup(self.server.__exit__)

    def running(self, name):
        playing = client(self.server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "600000", name=name,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(playing.wait)
        self.addCleanup(playing.kill)
        return self.server.wait_for(lambda: next(
            (m for m in self.server.get("/admin/v1/matches?state=running").json["matches"]
             if m["seats"][0].get("player", {}).get("name") == name), None))["id"]

    def nuggets(self, name):
        player = next(p for p in self.server.every("/admin/v1/players", "players") if p["name"] == name)
        return self.server.get(f"/admin/v1/players/{player['id']}").json["ledger"].get("nuggets", 0)

    def verifies(self, match):
        path = os.path.join(self.server.folder, "record.json")
        with open(path, "wb") as file:
            file.write(self.server.get(f"/admin/v1/matches/{match}/export").bytes)
        status, out, err = run_client(self.server, "verify", path)
        self.assertEqual(status, 0, out + err)

    def books_fit(self):
        done = subprocess.run([self.server.bin_dir / "wyrmhalld", "check-data", "--data",
                               os.path.join(self.server.folder, "data")], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_who_is_blocked_resigns_and_leaves_the_tables(self):
        matches = [self.running("Rude"), self.running_together("Rude", "Bruno")]
        waiting = client(self.server, "play", "arena", name="Rude", stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
        self.addCleanup(waiting.wait)
        self.addCleanup(waiting.kill)
        self.server.wait_for(lambda: self.server.get("/admin/v1/tables").json["tables"])
        rude = next(p for p in self.server.every("/admin/v1/players", "players") if p["name"] == "Rude")["id"]
        self.assertEqual(self.server.ask("PUT", f"/admin/v1/players/{rude}/block", body={"reason": "insults"}).status, 200)
        for match in matches:
            over = self.server.wait_for(lambda: next(  # noqa: B023
                (m for m in [self.server.get(f"/admin/v1/matches/{match}").json]  # noqa: B023
                 if m["state"] == "finished"), None))
            self.assertEqual((over["result"], over["reason"]), ("won", "resigned"))
            won = {seat.get("player", {}).get("name", "the bot"): seat["won"] for seat in over["seats"]}
            self.assertFalse(won.pop("Rude"))
            self.assertTrue(all(won.values()))
            self.verifies(match)
        self.server.wait_for(lambda: not self.server.get("/admin/v1/tables").json["tables"])

    def running_together(self, one, other):
        """A match that two people are in."""
        for name in (one, other):
            playing = client(self.server, "play", "duel", "--auto", "random", "--think", "600000", name=name,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(playing.wait)
            self.addCleanup(playing.kill)
        def with_both():
            names = lambda m: {seat.get("player", {}).get("name") for seat in m["seats"]}  # noqa: E731
            running = self.server.get("/admin/v1/matches?state=running").json["matches"]
            return next((m for m in running if names(m) == {one, other}), None)
        return self.server.wait_for(with_both)["id"]

    def test_a_match_is_decided_by_resignations_and_verifies(self):
        match = self.running("Mira")
        end = f"/admin/v1/matches/{match}/end"
        for body in ({}, {"winners": []}, {"winners": [0, 1]}, {"winners": [2]}, {"winners": [-1]}, {"winners": "0"}):
            self.assertEqual(self.server.ask("POST", end, body=body).status, 400, body)
        self.assertEqual(self.server.ask("POST", f"/admin/v1/matches/{NOBODY}/end", body={"winners": [0]}).status, 404)
        over = self.server.ask("POST", end, body={"winners": [0], "reason": "the bot hangs"})
        self.assertEqual(over.status, 200, over.text)
        self.assertEqual((over.json["state"], over.json["result"], over.json["reason"]), ("finished", "won", "resigned"))
        self.assertTrue(over.json["seats"][0]["won"])
        self.assertEqual(self.server.ask("POST", end, body={"winners": [0]}).status, 409)
        moves = self.server.get(f"/admin/v1/matches/{match}").json["record"]["moves"]
        self.assertEqual((moves[-1]["kind"], moves[-1]["seat"]), ("resigned", 1))
        self.verifies(match)
        self.assertEqual(self.nuggets("Mira"), 1)
        self.books_fit()

    def test_what_a_match_gave_is_taken_back(self):
        match = self.running("Bruno")
        self.server.ask("POST", f"/admin/v1/matches/{match}/end", body={"winners": [0]})
        other = self.running("Bruno")
        self.server.ask("POST", f"/admin/v1/matches/{other}/end", body={"winners": [0]})
        self.assertEqual(self.nuggets("Bruno"), 2)
        void = f"/admin/v1/matches/{match}/void"
        voided = self.server.ask("POST", void, body={"reason": "made up"})
        self.assertEqual((voided.status, voided.json["result"]), (200, "void"), voided.text)
        self.assertEqual(self.nuggets("Bruno"), 1)
        self.assertEqual(self.server.ask("POST", void, body={}).status, 409)
        self.assertEqual([m["id"] for m in self.server.get("/admin/v1/matches?result=void").json["matches"]], [match])
        self.assertEqual(len(self.server.every("/admin/v1/matches?result=won", "matches")), 1)
        totals = self.server.get("/admin/v1/totals").json["totals"]
        self.assertEqual(sum(t["matches"] for t in totals), 2)
        self.verifies(match)
        self.books_fit()

    def test_a_match_that_runs_is_ended_and_void(self):
        match = self.running("Nora")
        voided = self.server.ask("POST", f"/admin/v1/matches/{match}/void", body={"reason": "a mistake"})
        self.assertEqual((voided.status, voided.json["state"], voided.json["result"]), (200, "finished", "void"), voided.text)
        self.assertEqual(self.nuggets("Nora"), 0)
        self.verifies(match)
        self.books_fit()
        entry = next(e for e in self.server.get("/admin/v1/audit").json["entries"] if e["operation"] == "voidMatch")
        self.assertEqual((entry["target"], entry["detail"], entry["outcome"]), (match, {"reason": "a mistake"}, "done"))

    def test_a_table_is_closed(self):
        waiting = client(self.server, "play", "duel", "--auto", "first", name="Waiting", stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
        self.addCleanup(waiting.wait)
        self.addCleanup(waiting.kill)
        table = self.server.wait_for(lambda: self.server.get("/admin/v1/tables").json["tables"])[0]["id"]
        self.assertEqual(self.server.ask("DELETE", f"/admin/v1/tables/{NOBODY}").status, 404)
        self.assertEqual(self.server.ask("DELETE", f"/admin/v1/tables/{table}").status, 204)
        self.server.wait_for(lambda: table not in [t["id"] for t in self.server.get("/admin/v1/tables").json["tables"]])
        self.assertEqual(self.server.ask("DELETE", f"/admin/v1/tables/{table}").status, 404)

    def test_many(self):
        for name in ("Ada", "Ben"):
            self.server.play(name)
        ids = [p["id"] for p in self.server.every("/admin/v1/players", "players")]
        reply = self.server.ask("POST", "/admin/v1/many", body={"operation": "blockPlayer", "ids": [*ids, NOBODY],
                                                                "reason": "a raid"})
        self.assertEqual([r["status"] for r in reply.json["results"]], [200, 200, 404], reply.text)
        self.assertEqual(reply.json["results"][2]["problem"]["type"], "urn:wyrmhall:problem:player-not-found")
        blocked = self.server.get("/admin/v1/players?blocked=true").json["players"]
        self.assertEqual({p["blockReason"] for p in blocked}, {"a raid"})
        entries = [e for e in self.server.get("/admin/v1/audit").json["entries"] if e["operation"] == "blockPlayer"]
        self.assertEqual([e["outcome"] for e in entries], ["player-not-found", "done", "done"])
        for body in ({"operation": "deletePlayer", "ids": ids}, {"operation": "blockPlayer", "ids": []},
                     {"operation": "blockPlayer", "ids": [NOBODY] * 101}, {"operation": "blockPlayer", "ids": ["x"]},
                     {"operation": "blockPlayer"}, {"operation": 7, "ids": ids}):
            self.assertEqual(self.server.ask("POST", "/admin/v1/many", body=body).status, 400, body)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
