#!/usr/bin/env python3
"""What administrators see of several servers, and may do to them.

    admin_test.py BIN_DIR
"""

import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from openapi import Document  # noqa: E402
from postgres import Postgres  # noqa: E402
from running import client  # noqa: E402
from servers import Nats  # noqa: E402
from serving import AdminServer  # noqa: E402
from sharing import SHARDS, is_settled, start_servers  # noqa: E402

BIN_DIR = None
REFUSED = 4  # the client's exit status


def admin(server, *arguments):
    done = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", "--admin", f"127.0.0.1:{server.admin_port}",
                           "--admin-token-file", server.token_file, *arguments], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def readiness(server):
    """The status of /readyz; None where nobody listens any more."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


class SeveralServersTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = cls.enterClassContext(Postgres())
        cls.bus = cls.enterClassContext(Nats())

    def start(self, database, *names):
        return start_servers(self.enterContext, BIN_DIR, self.postgres.make(database), self.bus, names, "--advertise",
                             "192.0.2.1:7420")

    def test_servers_and_shards_are_shown(self):
        one, two, three = self.start("shown", "hall-1", "hall-2", "hall-3")
        nodes = two.get("/admin/v1/nodes").json["nodes"]
        self.assertEqual([node["name"] for node in nodes], ["hall-1", "hall-2", "hall-3"])
        self.assertEqual([node["self"] for node in nodes], [False, True, False])
        self.assertEqual({(node["draining"], node["bus"], node["address"]) for node in nodes},
                         {(False, "connected", "192.0.2.1:7420")})
        shards = one.every("/admin/v1/shards?limit=500", "shards")
        self.assertEqual([shard["number"] for shard in shards], list(range(SHARDS)))
        for node in nodes:
            own = one.every(f"/admin/v1/shards?limit=500&node={node['name']}", "shards")
            self.assertEqual(len(own), node["shards"])
        document = Document(one.get("/admin/v1/openapi.json").json)
        document.check(document.operations["listNodes"][2], one.get("/admin/v1/nodes"))
        document.check(document.operations["listShards"][2], one.get("/admin/v1/shards?limit=7"))
        match = "01939a3b-7c00-7abc-8000-000000000001"
        self.assertEqual(three.get(f"/admin/v1/shards?match={match}").json["shards"], [shards[0xabc]])

        status, out, err = admin(one, "nodes")
        self.assertEqual(status, 0, err)
        self.assertRegex(out, r"(?m)^hall-3 +3 +\d+ +(true|false) +false +connected ")
        status, out, err = admin(one, "shards", "--match", match)
        self.assertEqual(status, 0, err)
        self.assertRegex(out, rf"(?m)^{0xabc} +hall-\d *$")

        metrics = three.get("/metrics").text
        figures = dict(re.findall(r'(?m)^(wyrmhall_(?:nodes|shards|bus|membership)\S*) (\S+)$', metrics))
        self.assertEqual(figures['wyrmhall_nodes{state="serving"}'], "3")
        self.assertEqual(figures['wyrmhall_nodes{state="draining"}'], "0")
        self.assertEqual(float(figures["wyrmhall_shards"]), nodes[2]["shards"])
        self.assertEqual(figures["wyrmhall_shards_unowned"], "0")
        self.assertEqual(figures["wyrmhall_bus_connected"], "1")
        self.assertEqual(figures["wyrmhall_nodes_declared_dead_total"], "0")
        self.assertGreater(float(figures['wyrmhall_bus_messages_total{direction="sent"}']), 0)
        self.assertLess(float(figures["wyrmhall_membership_age_seconds"]), 3)
        handed = float(dict(re.findall(r"(?m)^(wyrmhall_shards_handed_over_total) (\S+)$", one.get("/metrics").text))
                       ["wyrmhall_shards_handed_over_total"])
        self.assertGreaterEqual(handed, SHARDS / 2)

        # NATS goes: each says so itself, and keeps what it has, since it is gone for all.
        self.bus.kill()
        try:
            one.wait_for(lambda: {node["bus"] for node in one.get("/admin/v1/nodes").json["nodes"]} == {"lost"})
            self.assertEqual(readiness(one), 200)
        finally:
            self.bus.start()
        one.wait_for(lambda: {node["bus"] for node in one.get("/admin/v1/nodes").json["nodes"]} == {"connected"})
        self.assertTrue(is_settled(one, 3))

    def test_one_server_is_asked_to_drain_another(self):
        one, two = self.start("drained", "hall-1", "hall-2")
        self.assertEqual(one.ask("POST", "/admin/v1/nodes/hall-3/drain").status, 404)
        document = Document(one.get("/admin/v1/openapi.json").json)
        drain = subprocess.Popen([os.path.join(BIN_DIR, "wyrmhall"), "admin", "--admin", f"127.0.0.1:{one.admin_port}",
                                  "--admin-token-file", one.token_file, "drain", "hall-2", "--wait"],
                                 stdout=subprocess.PIPE, text=True)
        seen = []
        while two.process.poll() is None:
            seen.append(readiness(two))
            time.sleep(0.01)
        self.assertIn(503, seen)  # it still listens, and asks not to be sent anybody
        self.assertEqual(two.process.returncode, 0, two.read_log())
        out, _ = drain.communicate(timeout=20)
        self.assertEqual((drain.returncode, out), (0, "The server has ended; the others go on with its matches.\n"))
        nodes = one.get("/admin/v1/nodes").json["nodes"]
        self.assertEqual([(node["name"], node["shards"]) for node in nodes], [("hall-1", SHARDS)])
        self.assertIn("wyrmhall_nodes_declared_dead_total 0\n", one.get("/metrics").text)
        line = one.get("/admin/v1/audit").json["entries"][0]
        self.assertEqual((line["operation"], line["target"], line["outcome"]), ("drainNode", "hall-2", "done"))

        last = one.ask("POST", "/admin/v1/nodes/hall-1/drain")
        document.check(document.operations["drainNode"][2], last)
        self.assertEqual((last.status, last.json["type"]), (409, "urn:wyrmhall:problem:last-node"))

    def test_a_server_that_is_asked_itself_hands_over_too(self):
        one, two = self.start("itself", "hall-1", "hall-2")
        self.assertTrue(two.ask("POST", "/admin/v1/drain", {"seconds": 600}).json["draining"])
        self.assertEqual(two.process.wait(timeout=30), 0)  # long before its ten minutes are over
        one.wait_for(lambda: is_settled(one, 1))

    def open_match(self, server, name):
        """A player with a bot who thinks for a minute: the client, and the match."""
        playing = client(server, "--json", "play", "duel", "--bot", "random", "--auto", "random", "--think", "60000", name=name,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(playing.communicate)
        self.addCleanup(playing.kill)
        opened = next(line for line in map(json.loads, playing.stdout) if "matchOpened" in line)
        return playing, opened["matchOpened"]["info"]["matchId"]

    def test_what_is_done_at_one_server_holds_at_all(self):
        one, two = self.start("everywhere", "hall-1", "hall-2")
        # Connected to one server, in a match that runs at whichever, and blocked at the other.
        rival, match = self.open_match(two, "Rival")
        player = one.get("/admin/v1/players?name=Rival").json["players"][0]["id"]
        blocked = one.ask("PUT", f"/admin/v1/players/{player}/block", {"reason": "a raid"})
        self.assertEqual(blocked.status, 200, blocked.text)
        self.assertNotEqual(rival.wait(timeout=20), 0)
        one.wait_for(lambda: one.get(f"/admin/v1/matches/{match}").json["state"] == "finished")

        # A match is ended at the server that does not run it.
        _, match = self.open_match(two, "Other")
        owner = one.get(f"/admin/v1/shards?match={match}").json["shards"][0]["node"]
        ended = (two if owner == "hall-1" else one).ask("POST", f"/admin/v1/matches/{match}/end", {"winners": [1]})
        self.assertEqual((ended.status, ended.json["state"]), (200, "finished"), ended.text)

        # One of them has the tables, and the other says which.
        answers = {server.ask("GET", "/admin/v1/tables").status: server for server in (one, two)}
        self.assertEqual(set(answers), {200, 409})
        problem = answers[409].ask("GET", "/admin/v1/tables").json
        has = next(node["name"] for node in one.get("/admin/v1/nodes").json["nodes"] if node["lobby"])
        self.assertEqual(problem["detail"], f"The server {has} has the tables: ask that.")

        # A ban comes to the other, and goes again.
        banned = one.ask("POST", "/admin/v1/bans", {"network": "192.0.2.0/24", "seconds": 600})
        self.assertEqual(banned.status, 201, banned.text)
        two.wait_for(lambda: [ban["network"] for ban in two.get("/admin/v1/bans").json["bans"]] == ["192.0.2.0/24"])
        self.assertEqual(two.ask("DELETE", "/admin/v1/bans/192.0.2.0%2F24").status, 204)
        one.wait_for(lambda: one.get("/admin/v1/bans").json["bans"] == [])

    def test_who_is_alone_says_so(self):
        with AdminServer(BIN_DIR, "--store", self.postgres.make("alone")) as server:
            refused = server.ask("GET", "/admin/v1/nodes")
            self.assertEqual((refused.status, refused.json["type"]), (409, "urn:wyrmhall:problem:alone"))
            status, _, err = admin(server, "nodes")
            self.assertEqual((status, err.strip()), (REFUSED, json.loads(refused.text)["detail"]))
            self.assertNotIn("wyrmhall_nodes", server.get("/metrics").text)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
