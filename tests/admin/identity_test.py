#!/usr/bin/env python3
"""Who a player is, as administrators help with it: another name, and a new token for one who has lost the old one.

    identity_test.py BIN_DIR
"""

import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from serving import AdminServer, client, run_client

BIN_DIR = None


class IdentityTest(unittest.TestCase):
    def setUp(self):
        self.server = AdminServer(BIN_DIR).start()
        self.addCleanup(self.server.__exit__)
        for name in ("Mira", "Bruno"):
            self.server.play(name)

    def player(self, name):
        return next(p for p in self.server.every("/admin/v1/players", "players") if p["name"] == name)

    def admin(self, *arguments, status=0):
        environment = {**os.environ, "WYRMHALL_ADMIN": f"127.0.0.1:{self.server.admin_port}",
                       "WYRMHALL_ADMIN_TOKEN_FILE": self.server.token_file}
        done = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", *arguments], capture_output=True, text=True,
                              env=environment, timeout=60)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout if status == 0 else done.stderr

    def take(self, token, folder):
        """Becomes the player for whom the token was made, in a folder of its own."""
        path = os.path.join(self.server.folder, "token.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(token + "\n")
        taking = client(self.server, "take-token", path, state=os.path.join(self.server.folder, folder),
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = taking.communicate(timeout=60)
        return taking.returncode, out + err

    def test_another_name(self):
        mira = self.player("Mira")["id"]
        path = f"/admin/v1/players/{mira}/name"
        for body, status in (({}, 400), ({"name": 7}, 400), ({"name": "x"}, 400), ({"name": "Bruno"}, 409),
                             ({"name": "bruno"}, 409)):
            self.assertEqual(self.server.ask("PUT", path, body=body).status, status, body)
        renamed = self.server.ask("PUT", path, body={"name": "Nora", "reason": "an insult"})
        self.assertEqual((renamed.status, renamed.json["name"], renamed.json["id"]), (200, "Nora", mira), renamed.text)
        # The matches of then keep the name of then.
        matches = self.server.get(f"/admin/v1/matches?player={mira}").json["matches"]
        self.assertEqual(matches[0]["seats"][0]["player"]["name"], "Mira")
        self.assertIn("name: Olga", self.admin("rename", mira, "Olga", "--reason", "asked for it"))
        entries = [e for e in self.server.get("/admin/v1/audit").json["entries"] if e["operation"] == "renamePlayer"]
        self.assertEqual([e["outcome"] for e in entries][:2], ["done", "done"])
        self.assertIn("an insult", json.dumps(entries))
        # The player whom the client knows as Mira comes back as herself, by the token.
        status, out, err = run_client(self.server, "--json", "sign-ins", name="Mira")
        self.assertEqual(status, 0, out + err)
        self.assertIn("Olga", out)

    def test_who_is_connected_is_told(self):
        waiting = client(self.server, "--json", "play", "duel", "--auto", "first", name="Mira", stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, bufsize=1)
        self.addCleanup(waiting.wait)
        self.addCleanup(waiting.kill)
        while "tableState" not in waiting.stdout.readline():
            pass
        self.server.ask("PUT", f"/admin/v1/players/{self.player('Mira')['id']}/name", body={"name": "Nora"})
        told = ""
        while "renamed" not in told:
            told = waiting.stdout.readline()
        self.assertEqual(json.loads(told)["renamed"]["player"]["name"], "Nora")
        table = self.server.wait_for(lambda: self.server.get("/admin/v1/tables").json["tables"])[0]
        self.assertIn("Nora", json.dumps(table))

    def test_a_new_token_for_who_has_lost_the_old_one(self):
        mira = self.player("Mira")["id"]
        token = self.admin("reissue-token", mira, "--reason", "lost the telephone").strip()
        self.assertRegex(token, r"^[0-9a-f]{64}$")
        status, said = self.take(token, "new-device")
        self.assertEqual(status, 0, said)
        self.assertIn("You are Mira here too", said)
        # The old one goes on working, until it is revoked with the next.
        self.assertEqual(run_client(self.server, "matches", name="Mira")[0], 0)
        data = self.server.get(f"/admin/v1/players/{mira}/export").json
        self.assertEqual(len(data["signIns"]), 2)
        self.assertEqual(set(data["signIns"][0]), {"client", "madeAt", "name", "readOnly", "usedAt"})
        last = self.admin("reissue-token", mira, "--revoke-others").strip()
        status, out, err = run_client(self.server, "matches", name="Mira")
        self.assertEqual(status, 4)
        self.assertIn("The token stays in", err)
        self.assertEqual(self.take(token, "another-device")[0], 4)
        self.assertEqual(self.take(last, "another-device")[0], 0)
        # No token is in the log of changes, nor in the server's log.
        audit = self.server.get("/admin/v1/audit").text
        self.assertIn("lost the telephone", audit)
        for secret in (token, last):
            self.assertNotIn(secret, audit)
            self.assertNotIn(secret, self.server.read_log())

    def test_wrong_bodies_and_no_more_than_there_may_be(self):
        mira = self.player("Mira")["id"]
        path = f"/admin/v1/players/{mira}/tokens"
        self.assertEqual(self.server.ask("POST", path, body={"revokeOthers": "yes"}).status, 400)
        self.assertEqual(self.server.ask("POST", path, body={"limit": 100}).status, 400)
        for _ in range(19):
            self.assertEqual(self.server.ask("POST", path).status, 200)
        full = self.server.ask("POST", path)
        self.assertEqual((full.status, full.json["type"].rpartition(":")[2].rpartition("/")[2]), (409, "too-many-tokens"))
        self.assertEqual(self.server.ask("POST", path, body={"revokeOthers": True}).status, 200)
        self.assertEqual(len(self.server.get(f"/admin/v1/players/{mira}/export").json["signIns"]), 1)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
