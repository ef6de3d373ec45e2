#!/usr/bin/env python3
"""Who may come in, as administrators say: invitations, bans by network, and what the metrics tell of those turned away.

    door_test.py BIN_DIR
"""

import os
import re
import signal
import subprocess
import sys
import unittest

from serving import AdminServer, run_client

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hostile"))
from person import Gone, Person, Refused  # noqa: E402

BIN_DIR = None
CODE = r"[0-9a-z]{4}(-[0-9a-z]{4}){5}"


class DoorTest(unittest.TestCase):
    def serve(self, *options):
        server = AdminServer(BIN_DIR, *options).start()
        self.addCleanup(server.__exit__)
        return server

    def admin(self, server, *arguments):
        """The exit status and what `wyrmhall admin` says."""
        done = subprocess.run([server.bin_dir / "wyrmhall", "admin", "--admin", f"127.0.0.1:{server.admin_port}",
                               "--admin-token-file", server.token_file, *arguments],
                              capture_output=True, text=True, timeout=30)
        return done.returncode, done.stdout + done.stderr

    def come(self, server, name, source="127.0.0.1", **more):
        person = Person(server.port, source)
        self.addCleanup(person.close)
        person.ask("hello", protocol_version=1)
        return person.ask("sign_in", new_guest=name, **more)

    def metric(self, server, name):
        return float(re.search(rf"^{re.escape(name)} (\S+)$", server.get("/metrics").text, re.MULTILINE)[1])

    # --- Invitations ---

    def test_by_invitation(self):
        server = self.serve("--registration", "invitation")
        with self.assertRaises(Refused) as caught:
            self.come(server, "Mira")
        self.assertEqual(caught.exception.code, "REFUSAL_CODE_INVITATION_NEEDED")
        made = server.ask("POST", "/admin/v1/invitations", {"uses": 2, "note": "for the club"})
        self.assertEqual(made.status, 201, made.text)
        code, number = made.json["code"], made.json["id"]
        self.assertRegex(code, f"^{CODE}$")
        self.come(server, "Mira", invitation=code)
        # The terminal gives one too; capitals and spaces make no difference.
        status, _, said = run_client(server, "--invitation", code.upper().replace("-", " "), "tables", name="Nora")
        self.assertEqual(status, 0, said)
        status, _, said = run_client(server, "--invitation", code, "tables", name="Odo")
        self.assertEqual(status, 4)
        self.assertIn("invitation is not valid", said)
        # A guest who has come in once comes back without an invitation.
        self.assertEqual(run_client(server, "tables", name="Nora")[0], 0)
        listed = server.get("/admin/v1/invitations").json["invitations"]
        self.assertEqual([(one["id"], one["uses"], one["used"], one["counts"], one["note"]) for one in listed],
                         [(number, 2, 2, False, "for the club")])
        self.assertNotIn(code, server.get("/admin/v1/invitations").text)
        self.assertNotIn(code, server.get("/admin/v1/audit").text)

    def test_an_invitation_is_taken_back_and_outlives_a_restart(self):
        server = self.serve("--registration", "invitation")
        code = server.ask("POST", "/admin/v1/invitations", {"uses": 10}).json["code"]
        server.kill()
        server.start()
        self.come(server, "Mira", invitation=code)
        number = server.get("/admin/v1/invitations").json["invitations"][0]["id"]
        self.assertEqual(server.ask("DELETE", f"/admin/v1/invitations/{number}").status, 204)
        self.assertEqual(server.ask("DELETE", f"/admin/v1/invitations/{number}").status, 404)
        with self.assertRaises(Refused) as caught:
            self.come(server, "Nora", invitation=code)
        self.assertEqual(caught.exception.code, "REFUSAL_CODE_INVITATION_UNKNOWN")
        operations = [line["operation"] for line in server.get("/admin/v1/audit").json["entries"]]
        self.assertEqual(operations[:3], ["deleteInvitation", "deleteInvitation", "createInvitation"])

    def test_what_an_invitation_may_be(self):
        server = self.serve()
        made = server.ask("POST", "/admin/v1/invitations", {})
        self.assertEqual((made.status, made.json.get("uses")), (201, 1), made.text)
        self.assertEqual(server.ask("DELETE", f"/admin/v1/invitations/{made.json['id']}").status, 204)
        for body in ({"uses": 0}, {"uses": 10001}, {"uses": 1.5}, {"until": "2020-01-01"}, {"until": "2100-01-01"},
                     {"until": 5}, {"note": "x" * 201}, {"uses": 1, "code": "mine"}):
            with self.subTest(body):
                self.assertEqual(server.ask("POST", "/admin/v1/invitations", body).status, 400)
        status, said = self.admin(server, "invitation", "new", "--uses", "3", "--note", "by hand")
        self.assertEqual(status, 0, said)
        self.assertRegex(said, f"code: {CODE}")
        status, said = self.admin(server, "invitation", "list")
        self.assertIn("by hand", said)
        number = re.search(r"[0-9a-f-]{36}", said)[0]
        self.assertEqual(self.admin(server, "invitation", "revoke", number)[0], 0)
        self.assertEqual(server.get("/admin/v1/invitations").json["invitations"], [])

    def test_registration_can_change_while_the_server_runs(self):
        server = self.serve()
        file = os.path.join(server.folder, "wyrmhalld.conf")
        with open(file, "w", encoding="utf-8") as config:
            config.write('registration = "open"\n')
        server.kill()
        server.options += ["--config", file]
        server.start()
        self.come(server, "Mira")
        with open(file, "w", encoding="utf-8") as config:
            config.write('registration = "closed"\n')
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(lambda: "registration has changed" in server.read_log())
        with self.assertRaises(Refused) as caught:
            self.come(server, "Nora")
        self.assertEqual(caught.exception.code, "REFUSAL_CODE_REGISTRATION_CLOSED")

    # --- Bans ---

    def gone(self, server, source):
        """Whether nobody gets in from there."""
        try:
            Person(server.port, source, timeout=5).close()
        except Gone:
            return True
        return False

    def test_a_ban_ends_connections_and_lets_none_in_until_it_is_lifted(self):
        server = self.serve()
        inside = Person(server.port, "127.0.0.7").sign_in("Griefer")
        other = Person(server.port, "127.0.0.8").sign_in("Other")
        status, said = self.admin(server, "ban", "127.0.0.7", "--for", "24h", "--reason", "a flood of guests")
        self.assertEqual(status, 0, said)
        self.assertRegex(said, "ended: 1")
        with self.assertRaises(Gone) as caught:
            while True:
                inside.hear()
        self.assertIn("your network is banned", str(caught.exception))
        self.assertTrue(self.gone(server, "127.0.0.7"))
        other.ask("list_tables")
        self.assertFalse(self.gone(server, "127.0.0.9"))
        self.assertGreaterEqual(self.metric(server, 'wyrmhall_connections_turned_away_total{reason="banned"}'), 1)
        self.assertEqual(self.metric(server, "wyrmhall_bans"), 1)
        self.assertIn("access turned-away address=127.0.0.7 why=banned times=1", server.read_log())
        # It outlives the server.
        server.kill()
        server.start()
        self.assertTrue(self.gone(server, "127.0.0.7"))
        self.assertFalse(self.gone(server, "127.0.0.9"))
        status, said = self.admin(server, "bans")
        self.assertIn("a flood of guests", said)
        self.assertEqual(self.admin(server, "unban", "127.0.0.7")[0], 0)
        self.assertFalse(self.gone(server, "127.0.0.7"))
        self.assertEqual(self.admin(server, "unban", "127.0.0.7")[0], 4)
        operations = [line["operation"] for line in server.get("/admin/v1/audit").json["entries"]]
        self.assertEqual(operations, ["deleteBan", "deleteBan", "createBan"])

    def test_a_ban_of_a_network_ends_by_itself(self):
        server = self.serve()
        made = server.ask("POST", "/admin/v1/bans", {"network": "127.0.1.77/24", "seconds": 2})
        self.assertEqual((made.status, made.json["network"]), (201, "127.0.1.0/24"))
        self.assertTrue(self.gone(server, "127.0.1.3"))
        server.wait_for(lambda: not self.gone(server, "127.0.1.3"), seconds=10)
        self.assertEqual(server.get("/admin/v1/bans").json["bans"], [])
        self.assertEqual(server.ask("DELETE", "/admin/v1/bans/127.0.1.0%2F24").status, 204)

    def test_probes_are_answered_to_whoever_is_banned(self):
        server = self.serve()
        self.assertEqual(server.ask("POST", "/admin/v1/bans", {"network": "127.0.0.7", "seconds": 60}).status, 201)
        for path, expected in (("/healthz", 200), ("/readyz", 200), ("/", 429)):
            with self.subTest(path):
                self.assertEqual(self.http(server, path, "127.0.0.7"), expected)

    def http(self, server, path, source, headers=()):
        import socket
        with socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=(source, 0)) as raw:
            raw.sendall("\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode())
            answer = raw.recv(65536)
        return int(answer.split(b" ")[1]) if answer else None

    def test_behind_a_trusted_proxy_the_client_is_banned_and_not_the_proxy(self):
        server = self.serve("--trusted-proxy", "127.0.0.50")
        self.assertEqual(server.ask("POST", "/admin/v1/bans", {"network": "192.0.2.0/24", "seconds": 60}).status, 201)
        told = lambda client: ["X-Forwarded-For: " + client]  # noqa: E731
        self.assertEqual(self.http(server, "/", "127.0.0.50", told("192.0.2.9")), 429)
        self.assertEqual(self.http(server, "/", "127.0.0.50", told("198.51.100.9")), 200)
        refused = server.ask("POST", "/admin/v1/bans", {"network": "127.0.0.48/29", "seconds": 60})
        self.assertEqual(refused.status, 409)
        self.assertIn("trusted proxy", refused.json["detail"])

    def test_mistakes(self):
        server = self.serve()
        for network in ("127.0.0.1", "127.0.0.0/8", "0.0.0.0/0", "::/0"):
            with self.subTest(network):
                refused = server.ask("POST", "/admin/v1/bans", {"network": network, "seconds": 60})
                self.assertEqual(refused.status, 409)
                self.assertIn("127.0.0.1", refused.json["detail"])
        self.assertFalse(self.gone(server, "127.0.0.1"))
        status, said = self.admin(server, "ban", "127.0.0.1", "--for", "1m", "--force")
        self.assertEqual(status, 0, said)
        self.assertTrue(self.gone(server, "127.0.0.1"))  # and administration still answers
        self.assertEqual(self.admin(server, "unban", "127.0.0.1")[0], 0)
        for body in ({"network": "nowhere", "seconds": 60}, {"network": "10.0.0.0/40", "seconds": 60}, {"seconds": 60},
                     {"network": "10.0.0.1", "seconds": 0}, {"network": "10.0.0.1", "seconds": 10**9},
                     {"network": "10.0.0.1"}, {"network": "10.0.0.1", "seconds": 60, "force": "yes"}):
            with self.subTest(body):
                self.assertEqual(server.ask("POST", "/admin/v1/bans", body).status, 400)
        status, said = self.admin(server, "ban", "10.0.0.1", "--for", "soon")
        self.assertEqual(status, 2)
        self.assertIn("24h", said)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
