#!/usr/bin/env python3
"""Named tokens of administration: what each role may do, when they end, what a changed file does, and what is noted of those
who were not let in.

    roles_test.py BIN_DIR
"""

import hashlib
import os
import re
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from openapi import Document
from serving import TOKEN, AdminServer, run_client

BIN_DIR = None
NOBODY = "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f"
ROLES = ["read-metrics", "read", "moderate", "operate"]
TOKENS = {role: hashlib.sha256(role.encode()).hexdigest() for role in ROLES}
OVER = hashlib.sha256(b"over").hexdigest()


def hashed(token):
    return "sha256:" + hashlib.sha256(token.encode()).hexdigest()


def lines_of(tokens):
    return "".join(f"{role}-token {role} {hashed(token)}\n" for role, token in tokens.items())


# Which role each operation needs.
NEEDED = {
    "nobody": "getHealth getReadiness getPage getPageScript getPageStyle getPageTitleFont getPageTextFont",
    "read-metrics": "getOpenApi getMetrics",
    "read": "getStatus listMatches getMatch exportMatch listPlayers getPlayer listTables listSessions "
        "getTotals getLogLevel getDrain listBackups listJobs getJob listAudit listBans listInvitations listNodes listShards",
    "moderate": "blockPlayer unblockPlayer renamePlayer reissueToken endPlayerSessions endSession endMatch "
        "voidMatch closeTable changeMany createBan deleteBan createInvitation deleteInvitation",
    "operate": "deletePlayer exportPlayer setLogLevel drain startBackup startIntegrityCheck listTokens drainNode",
}


class WithTokens(unittest.TestCase):
    def setUp(self):
        self.server = AdminServer(BIN_DIR)
        self.addCleanup(self.server.__exit__)
        self.file = os.path.join(self.server.folder, "tokens")
        self.write("# who is who\n\n" + lines_of(TOKENS) + f"past operate {hashed(OVER)} 2020-01-01\n")
        self.server.options += ["--admin-tokens-file", self.file]
        self.server.start()

    def write(self, text):
        with open(self.file + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(self.file + ".new", self.file)

    def status(self, token, target="/admin/v1/status"):
        return self.server.ask("GET", target, token=token).status

    def entries(self, **wanted):
        return [e for e in self.server.every("/admin/v1/audit", "entries") if all(e[k] == v for k, v in wanted.items())]


class RoleTest(WithTokens):
    def test_each_operation_asks_for_the_role_that_the_document_says(self):
        document = Document(self.server.get("/admin/v1/openapi.json").json)
        needed_by = {operation_id: role for role, ids in NEEDED.items() for operation_id in ids.split()}
        self.assertEqual(set(needed_by), set(document.operations))
        tried = 0
        for operation_id, (method, path, operation) in document.operations.items():
            security = operation.get("security", document.document["security"])
            needed = security[0]["token"][0] if security else "nobody"
            self.assertEqual(needed, needed_by[operation_id], operation_id)
            if needed == "nobody":
                continue
            target = path.format(id=NOBODY, number=999999, network="192.0.2.9", name="hall-1")
            for role in ROLES:
                if ROLES.index(role) >= ROLES.index(needed):
                    continue
                reply = self.server.ask(method, target, token=TOKENS[role])
                self.assertEqual(reply.status, 403, f"{role} {operation_id}")
                document.check(operation, reply)
                self.assertIn(f"role {needed}", reply.json["detail"])
                tried += 1
            if method == "GET":
                self.assertNotIn(self.server.ask(method, target, token=TOKENS[needed]).status, (401, 403), operation_id)
        self.assertGreater(tried, 40)

    def test_prometheus_reads_metrics_and_nothing_else(self):
        self.assertEqual(self.status(TOKENS["read-metrics"], "/metrics"), 200)
        for target in ("/admin/v1/status", "/admin/v1/players", f"/admin/v1/players/{NOBODY}", "/admin/v1/audit"):
            self.assertEqual(self.status(TOKENS["read-metrics"], target), 403)
        self.assertEqual(self.server.ask("POST", "/admin/v1/drain", body={}, token=TOKENS["read-metrics"]).status, 403)
        self.assertFalse(self.server.get("/admin/v1/drain").json["draining"])

    def test_the_single_token_may_do_everything(self):
        listed = {t["name"]: t for t in self.server.get("/admin/v1/tokens").json["tokens"]}
        self.assertEqual(listed["admin"]["role"], "operate")
        self.assertIsNotNone(listed["admin"]["usedAt"])
        self.assertIsNone(listed["read-token"]["usedAt"])
        self.assertEqual(listed["past"]["until"], "2020-01-01T00:00:00.000000Z")
        self.assertNotIn(TOKEN, str(listed))
        self.assertNotIn(hashlib.sha256(TOKEN.encode()).hexdigest(), str(listed))


class DoorTest(WithTokens):
    def test_wrong_tokens_are_slow_counted_and_told(self):
        began = time.monotonic()
        for i in range(3):
            reply = self.server.ask("GET", "/admin/v1/status", token=f"{i:032x}")
            self.assertEqual(reply.status, 401)
        self.assertGreater(time.monotonic() - began, 2.9)
        reply = self.server.ask("GET", "/admin/v1/status", token=OVER)
        self.assertEqual((reply.status, reply.json["type"]), (401, "urn:wyrmhall:problem:token-expired"))
        self.assertEqual(self.status(TOKENS["read-metrics"]), 403)
        self.assertEqual(self.status(None), 401)
        counted = dict(re.findall(r'wyrmhall_admin_barred_total\{reason="(\w+)"\} (\d+)', self.server.get("/metrics").text))
        self.assertEqual(counted, {"no_token": "1", "wrong_token": "3", "expired": "1", "role": "1"})
        self.assertRegex(self.server.read_log(), r"admin 127\.0\.0\.1: wrong_token")

    def test_silent_connections_shut_nobody_out(self):
        import socket
        silent = [socket.create_connection(("127.0.0.1", self.server.admin_port)) for _ in range(200)]
        for half in silent[100:]:
            try:
                half.sendall(b"GET /admin/v1/status HTTP/1.1\r\nHost: x\r\n")
            except ConnectionError:
                pass
        for _ in range(20):
            began = time.monotonic()
            self.assertEqual(self.status(TOKENS["read"]), 200)
            self.assertLess(time.monotonic() - began, 1)
        for one in silent:
            one.close()

    def test_whoever_guesses_delays_nobody(self):
        import threading
        threads = [threading.Thread(target=self.status, args=(f"{i:032x}",)) for i in range(20)]
        for thread in threads:
            thread.start()
        time.sleep(0.2)
        began = time.monotonic()
        self.assertEqual(self.status(TOKENS["read"]), 200)
        self.assertLess(time.monotonic() - began, 0.7)
        for thread in threads:
            thread.join()
        lines = len(re.findall("wrong_token", self.server.read_log()))
        self.assertLess(lines, 5)

    def test_a_token_that_is_taken_away_is_wrong_within_two_seconds(self):
        self.assertEqual(self.status(TOKENS["read"]), 200)
        self.write(lines_of({role: token for role, token in TOKENS.items() if role != "read"}))
        self.server.wait_for(lambda: self.status(TOKENS["read"]) == 401, seconds=5)
        self.assertEqual(self.status(TOKENS["moderate"]), 200)

    def test_a_wrong_file_is_told_and_what_was_there_stays(self):
        for text, said in ((f"mira moderate {hashed('x')}\nbruno boss {hashed('y')}\n", 'line 2: "boss" is not a role'),
                           ("mira moderate\n", "line 1: a line is NAME ROLE TOKEN"),
                           ("mira read sha256:12\n", "line 1: a SHA-256 has 64 hexadecimal digits"),
                           ("mira read short\n", "line 1: the admin token has fewer than 24 characters"),
                           ("Mira! read sha256:12\n", '"Mira!" is not a name'),
                           (f"a read {hashed('x')}\na read {hashed('y')}\n", 'line 2: "a" is already named above'),
                           (f"a read {hashed('x')} soon\n", '"soon" is not a time')):
            self.write(text)
            time.sleep(1.1)
            self.assertEqual(self.status(TOKENS["read"]), 200)
            self.assertIn(said, self.server.read_log())
        os.remove(self.file)
        time.sleep(1.1)
        self.assertEqual(self.status(TOKENS["read"]), 200)
        self.assertIn("cannot be read", self.server.read_log())

    def test_a_server_with_a_wrong_file_does_not_start(self):
        path = os.path.join(self.server.folder, "wrong")
        with open(path, "w", encoding="utf-8") as file:
            file.write("mira everything x\n")
        done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--data", self.server.folder + "/other", "--listen",
                               "127.0.0.1:0", "--admin", "127.0.0.1:0", "--admin-tokens-file", path],
                              capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 1)
        self.assertIn('line 1: "everything" is not a role', done.stderr)


class NotedTest(WithTokens):
    def test_who_and_what_came_of_it(self):
        self.server.play("Mira")
        mira = self.server.get("/admin/v1/players").json["players"][0]["id"]
        block = f"/admin/v1/players/{mira}/block"
        self.assertEqual(self.server.ask("PUT", block, body={"reason": "x"}, token=TOKENS["moderate"]).status, 200)
        done = self.entries(operation="blockPlayer")[0]
        self.assertEqual((done["who"], done["outcome"], done["target"], done["address"]),
                         ("moderate-token", "done", mira, "127.0.0.1"))
        self.assertEqual(self.server.ask("PUT", block, body={}, token=TOKENS["read"]).status, 403)
        self.assertEqual(self.entries(operation="blockPlayer")[0]["outcome"], "role-needed")
        self.server.ask("PUT", f"/admin/v1/players/{NOBODY}/block", body={}, token=TOKENS["moderate"])
        failed = self.entries(operation="blockPlayer")[0]
        self.assertEqual((failed["target"], failed["outcome"]), (NOBODY, "player-not-found"))
        # Readings of a person, once each in a while.
        for _ in range(3):
            self.server.ask("GET", f"/admin/v1/players/{mira}/export", token=TOKENS["operate"])
            self.server.ask("GET", "/admin/v1/sessions", token=TOKENS["read"])
        self.assertEqual([e["outcome"] for e in self.entries(operation="exportPlayer", who="operate-token")], ["done"])
        self.assertEqual(len(self.entries(operation="listSessions")), 1)
        self.assertEqual(self.server.ask("GET", f"/admin/v1/players/{mira}/export", token=TOKENS["read"]).status, 403)
        self.assertEqual(self.entries(operation="exportPlayer")[0]["outcome"], "role-needed")
        # Somebody who has no token at all leaves no line: the disk is not theirs to fill.
        before = len(self.entries())
        self.server.ask("PUT", block, body={}, token="0" * 32)
        self.assertEqual(len(self.entries()), before)

    def test_a_token_made_by_the_client_works(self):
        command = [os.path.join(BIN_DIR, "wyrmhall"), "admin", "tokens", "new", "nora", "moderate", "--until", "2100-01-01"]
        bare = {k: v for k, v in os.environ.items() if not k.startswith("WYRMHALL")}
        made = subprocess.run(command, capture_output=True, text=True, env=bare)
        self.assertEqual(made.returncode, 0, made.stderr)
        line = made.stderr.splitlines()[-1]
        self.assertRegex(line, r"^nora moderate sha256:[0-9a-f]{64} 2100-01-01$")
        self.write(lines_of(TOKENS) + line + "\n")
        self.server.wait_for(lambda: self.status(made.stdout.strip()) == 200, seconds=5)
        listed = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", "tokens", "list"], capture_output=True, text=True,
                                env={**bare, "WYRMHALL_ADMIN": f"127.0.0.1:{self.server.admin_port}",
                                     "WYRMHALL_ADMIN_TOKEN": TOKEN})
        self.assertRegex(listed.stdout, r"nora +moderate +2100-01-01")


class MetricsTest(WithTokens):
    def test_guests_disk_and_backups(self):
        def figures():
            return dict(re.findall(r"^(wyrmhall_\w+) ([\d.e+]+)$", self.server.get("/metrics").text, re.M))

        before = figures()
        self.assertNotIn("wyrmhall_last_backup_age_seconds", before)
        self.assertEqual((before["wyrmhall_accounts"], before["wyrmhall_guests_total"]), ("0", "0"))
        self.server.play("Mira")
        run_client(self.server, "matches", name="Mira")
        self.assertEqual(self.server.finish_job(self.server.ask("POST", "/admin/v1/backups"))["state"], "done")
        after = figures()
        self.assertEqual(after["wyrmhall_guests_total"], "1")
        self.assertLess(float(after["wyrmhall_last_backup_age_seconds"]), 30)
        data = os.path.join(self.server.folder, "data")
        self.assertEqual(float(after["wyrmhall_database_bytes"]), os.path.getsize(os.path.join(data, "wyrmhall.db")))
        self.assertGreater(float(after["wyrmhall_wal_bytes"]), 0)
        self.assertGreater(float(after["wyrmhall_disk_bytes"]), float(after["wyrmhall_disk_free_bytes"]))
        # It is remembered when the copy has been moved away, and the server started anew.
        for name in os.listdir(os.path.join(data, "backups")):
            if name.endswith(".db"):
                os.remove(os.path.join(data, "backups", name))
        self.server.terminate()
        self.server.start()
        self.assertIn("wyrmhall_last_backup_age_seconds", figures())


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
