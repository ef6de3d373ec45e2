#!/usr/bin/env python3
"""The admin interface of the real server, from outside: each operation against the OpenAPI document, hostile requests,
and what it is for.

    admin_test.py BIN_DIR
"""

import base64
import concurrent.futures
import csv
import datetime
import io
import os
import random
import re
import sqlite3
import subprocess
import sys
import unittest
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from openapi import Document
from serving import TOKEN, AdminServer, client, run_client

BIN_DIR = None
NOBODY = "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f"


def slow_match(server, name, *options):
    """A match that goes on for longer than any test."""
    return client(server, "play", "duel", "--auto", "random", "--bot", "random", "--think", "600000", *options, name=name,
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class WithServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = AdminServer(BIN_DIR, "--nuggets", "always").start()
        for name in ("Mira", "Bruno", "Mirabel"):
            cls.server.play(name)
        cls.server.play("Mira", "--option", "match_games=3")
        cls.slow = slow_match(cls.server, "Slow one")
        cls.server.wait_for(lambda: cls.server.get("/admin/v1/matches?state=running").json["matches"])
        cls.document = Document(cls.server.get("/admin/v1/openapi.json").json)

    @classmethod
    def tearDownClass(cls):
        cls.slow.kill()
        cls.slow.wait()
        cls.server.__exit__()

    def player(self, name):
        return next(p for p in self.server.every("/admin/v1/players", "players") if p["name"] == name)


class ConformanceTest(WithServer):
    """Every operation, held against the document that the server itself serves."""

    def test_the_document_is_sound(self):
        self.document.check_itself()

    def test_every_operation(self):
        server = self.server
        finished = server.get("/admin/v1/matches?state=finished").json["matches"][0]["id"]
        running = server.get("/admin/v1/matches?state=running").json["matches"][0]["id"]
        guest = client(server, "play", "duel", "--option", "mode=arena", "--option", "players=8", "--auto", "first",
                       name="Waiting", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        server.wait_for(lambda: server.get("/admin/v1/tables").json["tables"])
        mira = self.player("Mira")["id"]
        session = server.get("/admin/v1/sessions").json["sessions"][-1]["number"]
        calls = [
            ("listMatches", f"?game=duel&player={mira}&state=finished&rulesVersion=1&since=2020-01-01&until=2100-01-01", None),
            ("listMatches", "?player=Mira&since=7d&reason=played&bot=any&minMoves=1&count=true", None),
            ("listMatches", "?format=csv&limit=1", None), ("listPlayers", "?format=csv", None), ("getTotals", "?format=csv", None),
            ("listMatches", "?fields=id,seats&limit=2", None),
            ("getMatch", {"id": finished}, None), ("getMatch", {"id": running}, None), ("getMatch", {"id": NOBODY}, None),
            ("exportMatch", {"id": finished}, None), ("exportMatch", {"id": running}, None),
            ("exportMatch", {"id": NOBODY}, None),
            ("listPlayers", "?name=Mir", None), ("getPlayer", {"id": mira}, None), ("getPlayer", {"id": NOBODY}, None),
            ("exportPlayer", {"id": mira}, None), ("blockPlayer", {"id": mira}, {"reason": "insults"}),
            ("listPlayers", "?blocked=true", None), ("unblockPlayer", {"id": mira}, None),
            ("blockPlayer", {"id": NOBODY}, {}), ("unblockPlayer", {"id": NOBODY}, None),
            ("endPlayerSessions", {"id": mira}, None), ("endPlayerSessions", {"id": NOBODY}, None),
            ("renamePlayer", {"id": mira}, {"name": "Nora", "reason": "a test"}),
            ("renamePlayer", {"id": mira}, {"name": "Mira"}), ("renamePlayer", {"id": NOBODY}, {"name": "Nobody"}),
            ("reissueToken", {"id": mira}, {"revokeOthers": False}), ("reissueToken", {"id": NOBODY}, {}),
            ("deletePlayer", {"id": NOBODY}, None),
            ("listTables", "", None), ("listSessions", "", None), ("listSessions", "?limit=1", None),
            ("endSession", {"number": session}, None), ("endSession", {"number": 999999}, None),
            ("getStatus", "", None), ("getTotals", "", None), ("getTotals", "?since=2026-01-01&until=2026-12-31", None),
            ("listTokens", "", None), ("endMatch", {"id": NOBODY}, {"winners": [0]}), ("voidMatch", {"id": NOBODY}, {}),
            ("closeTable", {"id": NOBODY}, None),
            # This server is alone; tests/cluster/admin_test.py asks several.
            ("listNodes", "", None), ("listShards", "", None), ("drainNode", {"name": "hall-1"}, None),
            ("createInvitation", "", {"uses": 2}), ("listInvitations", "", None),
            ("deleteInvitation", {"id": NOBODY}, None),
            ("createBan", "", {"network": "192.0.2.7", "seconds": 60}), ("listBans", "", None),
            ("createBan", "", {"network": "127.0.0.1", "seconds": 60}), ("deleteBan", {"network": "192.0.2.7"}, None),
            ("changeMany", "", {"operation": "unblockPlayer", "ids": [mira, NOBODY]}),
            ("getLogLevel", "", None), ("setLogLevel", "", {"level": "debug"}), ("setLogLevel", "", {"level": "info"}),
            ("getDrain", "", None), ("listJobs", "", None), ("getJob", {"number": 77}, None), ("listBackups", "", None),
            ("getOpenApi", "", None), ("getMetrics", "", None), ("getHealth", "", None), ("getReadiness", "", None),
            ("getPage", "", None), ("getPageScript", "", None), ("getPageStyle", "", None),
            ("getPageTitleFont", "", None), ("getPageTextFont", "", None),
        ]
        called = set()
        for operation_id, where, body in calls:
            method, path, operation = self.document.operations[operation_id]
            target = path.format(**where) if isinstance(where, dict) else path + where
            with self.subTest(operation_id, target=target):
                reply = server.ask(method, target, body=body)
                self.document.check(operation, reply)
                missing = isinstance(where, dict) and set(where.values()) & {NOBODY, 999999, 77}
                self.assertEqual(reply.status == 404, bool(missing), reply.text[:200])
                called.add(operation_id)
                if method == "GET" and reply.status == 200:
                    # A client that has this very answer is told so; if time is part of it, it is another one by now.
                    again = server.ask(method, target, headers={"If-None-Match": reply.headers["etag"]})
                    self.document.check(operation, again)
                    self.assertIn(again.status, (200, 304))
        for operation_id in ("startBackup", "startIntegrityCheck"):
            method, path, operation = self.document.operations[operation_id]
            reply = server.ask(method, path)
            self.document.check(operation, reply)
            job = server.finish_job(reply)
            self.assertEqual(job["state"], "done", job)
            self.document.check(self.document.operations["getJob"][2], server.get(reply.headers["location"]))
            called.add(operation_id)
        self.document.check(self.document.operations["listBackups"][2], server.get("/admin/v1/backups"))
        self.document.check(self.document.operations["listAudit"][2], server.get("/admin/v1/audit?limit=3"))
        called.add("listAudit")
        # These two have tests of their own.
        self.assertEqual(set(self.document.operations) - called, {"deletePlayer", "drain"} - called)
        guest.kill()
        guest.wait()


class HostileTest(WithServer):
    """Wrong types, huge values, no token: never a 5xx, never a leak, always as documented."""

    def setUp(self):
        # What nobody may learn while the match runs: its seed, and the token of administration.
        database = sqlite3.connect(f"file:{self.server.folder}/data/wyrmhall.db?mode=ro", uri=True)
        seeds = [row[0] for row in database.execute("SELECT server_seed FROM matches WHERE ended_at IS NULL")]
        hashes = [row[0] for row in database.execute("SELECT hash FROM tokens")]
        database.close()
        self.assertTrue(seeds)
        self.secrets = [TOKEN.encode()]
        for secret in seeds + hashes:
            self.secrets += [secret, secret.hex().encode(), base64.b64encode(secret), base64.b64encode(secret[:15])]

    def ask(self, method, target, **kwargs):
        reply = self.server.ask(method, target, **kwargs)
        self.assertLess(reply.status, 500, f"{method} {target[:200]}: {reply.text[:300]}")
        for secret in self.secrets:
            self.assertNotIn(secret, reply.bytes, f"{method} {target[:200]} leaks")
        operation = self.document.find(method, target)
        if operation is not None:
            self.document.check(operation, reply)
        elif reply.bytes:
            self.assertEqual(reply.type, "application/problem+json")
        return reply

    HOSTILE = ["", "0", "-1", "1.5", "1e99", "NaN", "null", "true", "x" * 5000, "9" * 40, "9223372036854775808",
               "-9223372036854775809", "%00", "%ff%fe", "%F0%9F%90%89", "../../etc/passwd", "..%2f..%2fetc%2fpasswd",
               "' OR 1=1 --", "1;DROP TABLE matches", "{}", "[]", "\"", "<script>", "2026-13-45", "2026-02-30",
               "9999-12-31T23:59:60Z", "0000-00-00", "2026-11-21T25:00:00Z", "%25n%25n", "0190f3a2-1b2c-7d3e-8f40",
               "f" * 32, "0" * 32, "8" * 32, NOBODY.upper(), "id,id,id", ",", "id,,moves"]

    def check_refused_without_token(self, operation):
        method, path, _ = operation
        target = path.format(id=NOBODY, number=1, network="192.0.2.9", name="hall-1")
        for token, headers in ((None, {}), ("wrong", {}), (TOKEN[:-1], {}), (TOKEN + "0", {}), ("", {}),
                               (None, {"Authorization": "Basic " + base64.b64encode(b"admin:" + TOKEN.encode()).decode()}),
                               (None, {"Authorization": TOKEN}), (None, {"Cookie": "token=" + TOKEN}),
                               (None, {"X-Api-Key": TOKEN})):
            reply = self.ask(method, target, token=token, headers=headers)
            self.assertEqual(reply.status, 401, f"{method} {target}")
            self.assertTrue(reply.headers["www-authenticate"].startswith("Bearer"))
        self.assertEqual(self.ask(method, f"{target}?token={TOKEN}", token=None).status, 401)

    def test_no_token_and_wrong_tokens(self):
        # A wrong token is answered after a second: many at a time.
        with concurrent.futures.ThreadPoolExecutor(8) as many:
            list(many.map(self.check_refused_without_token,
                          [each for each in self.document.operations.values() if each[2].get("security") != []]))
        # Somebody without one does not even learn what there is.
        self.assertEqual(self.ask("GET", "/admin/v1/nothing-here", token=None).status, 401)
        self.assertEqual(self.ask("GET", "/%zz", token=None).status, 401)

    def test_wrong_parameters_are_told_by_name(self):
        for method, path, operation in self.document.operations.values():
            target = path.format(id=NOBODY, number=1, network="192.0.2.9", name="hall-1")
            if method != "GET":
                continue
            reply = self.ask(method, target + "?no_such_thing=1")
            self.assertEqual(reply.status, 400, target)
            self.assertEqual([e["parameter"] for e in reply.json["errors"]], ["no_such_thing"])
            for parameter in self.document.parameters(operation):
                if parameter["in"] != "query":
                    continue
                name = parameter["name"]
                refused = 0
                for value in self.HOSTILE:
                    quoted = value if "%" in value else urllib.parse.quote(value, safe="")
                    reply = self.ask(method, f"{target}?{name}={quoted}")
                    if reply.status == 400:
                        refused += 1
                        self.assertEqual([e["parameter"] for e in reply.json["errors"]], [name], f"{target} {value[:80]}")
                    else:
                        answers = {200, 404} | ({409} if "409" in operation["responses"] else set())
                        self.assertIn(reply.status, answers, f"{target}?{name}={value[:80]}")
                self.assertGreater(refused, 1, f"{target} {name}")
                twice = self.ask(method, f"{target}?{name}=1&{name}=1")
                self.assertEqual(twice.status, 400)
                self.assertIn(name, [e["parameter"] for e in twice.json["errors"]])
        several = self.ask("GET", "/admin/v1/matches?limit=0&player=&state=lost&since=yesterday").json
        self.assertEqual({e["parameter"] for e in several["errors"]}, {"limit", "player", "state", "since"})

    def test_wrong_paths(self):
        for method, path, _ in self.document.operations.values():
            if "{" not in path:
                continue
            for value in self.HOSTILE:
                quoted = value if "%" in value else urllib.parse.quote(value, safe="")
                if not quoted or method != "GET" and re.fullmatch(r"\d+", quoted):
                    continue
                reply = self.ask(method, re.sub(r"\{\w+\}", lambda _: quoted, path))
                self.assertIn(reply.status, (400, 404, 405, 409, 431), f"{method} {path} {value[:80]}")
        for target in ("/", "//", "/admin", "/admin/v1", "/admin/v1/", "/admin/v1/matches/", "/admin/../metrics", "/" * 500,
                       "/a" * 500, "/%", "/%4", "/?" + "&" * 500, "/admin/v1/matches?" + "a=1&" * 31, "*", "/metrics/x"):
            self.assertIn(self.ask("GET", target).status, (400, 404), target[:60])
        for method in ("DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "BREW"):
            reply = self.ask(method, "/admin/v1/matches")
            self.assertEqual((reply.status, reply.headers["allow"]), (405, "GET"), method)

    def test_wrong_bodies(self):
        bodies = ["{", "[]", "null", "7", '"x"', "{\"level\":", "[" * 4000, "{\"a\":" * 2000, '{"level":7}', '{"level":null}',
                  '{"level":"loud"}', '{"reason":7}', '{"reason":{"a":[]}}', '{"seconds":-1}', '{"seconds":1e99}',
                  '{"seconds":1.5}', '{"seconds":"x"}', '{"seconds":99999999999999999999}', '{"seconds":86401}', '{"x":1}',
                  "\xff\xfe".encode("latin-1"), '{"level":"' + "x" * 10000 + '"}', '{"reason":"' + "x" * 501 + '"}',
                  b"\x00" * 100]
        player = self.player("Bruno")["id"]
        for method, path, operation in self.document.operations.values():
            if "requestBody" not in operation:
                continue
            target = path.format(id=player)
            for body in bodies:
                reply = self.ask(method, target, body=body)
                self.assertEqual(reply.status, 400, f"{target} {body[:60]}: {reply.text[:200]}")
            self.assertEqual(self.ask(method, target, body="{}", headers={"Content-Type": "text/plain"}).status, 415)
            self.assertEqual(self.ask(method, target, body=b" " * 20000).status, 413)
        self.assertFalse(self.server.get("/admin/v1/drain").json["draining"])
        self.assertIsNone(self.server.get(f"/admin/v1/players/{player}").json["blockedAt"])

    def test_broken_http(self):
        import socket

        for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00" * 20, b"\0" * 5000,
                     b"GET / HTTP/1.1\r\nX: " + b"y" * 40000, b"GET /" + b"z" * 40000 + b" HTTP/1.1\r\n\r\n",
                     b"POST /admin/v1/drain HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
                     b"POST /admin/v1/drain HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n"):
            with socket.create_connection(("127.0.0.1", self.server.admin_port), timeout=10) as raw:
                try:
                    raw.sendall(data)
                    answer = raw.recv(65536)
                except ConnectionError:
                    continue
                if answer:
                    self.assertRegex(answer.split(b"\r\n")[0], rb"^HTTP/1\.\d 4\d\d ")
        self.server.get("/healthz")

    def test_random_requests(self):
        seed = random.randrange(1 << 30)
        rng = random.Random(seed)
        operations = list(self.document.operations.values())
        names = sorted({p["name"] for _, _, o in operations for p in self.document.parameters(o)})
        harmless = [o for o in operations if o[0] == "GET"]
        for _ in range(600):
            method, path, _ = rng.choice(harmless)
            target = re.sub(r"\{\w+\}", lambda _: urllib.parse.quote(rng.choice(self.HOSTILE)[:200] or "x", safe=""), path)
            query = "&".join(f"{rng.choice(names)}={urllib.parse.quote(rng.choice(self.HOSTILE)[:200], safe='%')}"
                             for _ in range(rng.randrange(4)))
            try:
                self.ask(method, target + ("?" + query if query else ""))
            except AssertionError as error:
                raise AssertionError(f"seed {seed}: {error}") from error


class HistoryTest(WithServer):
    def test_filters(self):
        everything = self.server.every("/admin/v1/matches?limit=1", "matches")
        self.assertEqual(len(everything), 5)
        self.assertEqual([m["startedAt"] for m in everything], sorted((m["startedAt"] for m in everything), reverse=True))
        mira = self.player("Mira")["id"]
        middle = everything[2]["startedAt"]
        most = sorted(m["moves"] or 0 for m in everything)[-2]
        self.assertGreater(most, 1)
        cases = {
            f"player={mira}": lambda m: any(s.get("player", {}).get("id") == mira for s in m["seats"]),
            "state=running": lambda m: m["state"] == "running",
            "state=finished": lambda m: m["state"] == "finished",
            "state=abandoned": lambda m: False,
            "result=won": lambda m: m["result"] == "won",
            "result=none": lambda m: m["result"] == "none",
            "game=duel": lambda m: True,
            "game=arena": lambda m: False,
            "player=mIRA": lambda m: any(s.get("player", {}).get("id") == mira for s in m["seats"]),
            "since=1h": lambda m: True,
            "until=1h": lambda m: False,
            "bot=any": lambda m: True,
            "bot=random": lambda m: True,
            "bot=easy": lambda m: False,
            "bot=none": lambda m: False,
            "reason=played": lambda m: m["reason"] == "played",
            "reason=time": lambda m: False,
            f"minMoves={most}": lambda m: (m["moves"] or 0) >= most,
            f"minMoves={most}&player=Mira&bot=random&state=finished": lambda m: (m["moves"] or 0) >= most and any(
                s.get("player", {}).get("id") == mira for s in m["seats"]),
            "rulesVersion=1": lambda m: True,
            "rulesVersion=2": lambda m: False,
            f"since={middle}": lambda m: m["startedAt"] >= middle,
            f"until={middle}": lambda m: m["startedAt"] < middle,
            f"player={mira}&state=finished&since=2020-01-01": lambda m: m["state"] == "finished" and any(
                s.get("player", {}).get("id") == mira for s in m["seats"]),
        }
        for query, fits in cases.items():
            with self.subTest(query):
                expected = [m for m in everything if fits(m)]
                self.assertEqual(self.server.every(f"/admin/v1/matches?limit=2&{query}", "matches"), expected)
                count = self.server.get(f"/admin/v1/matches?limit=1&count=true&{query}").json["count"]
                self.assertEqual(count, {"matches": len(expected), "atLeast": False})

    def test_a_player_is_found_by_the_name_that_they_have_now(self):
        first = self.player("Bruno")
        by_name = self.server.get("/admin/v1/matches?player=bruno").json
        self.assertEqual(by_name["player"], {"id": first["id"], "name": "Bruno"})
        self.assertEqual(by_name["matches"], self.server.get(f"/admin/v1/matches?player={first['id']}").json["matches"])
        self.assertNotIn("player", self.server.get("/admin/v1/matches").json)
        name = f"/admin/v1/players/{first['id']}/name"
        self.assertEqual(self.server.ask("PUT", name, body={"name": "Bertram"}).status, 200)
        try:
            # The matches stand under the old name, and the player is found by the new one alone.
            self.assertEqual(self.server.get("/admin/v1/matches?player=Bertram").json["matches"], by_name["matches"])
            gone = self.server.ask("GET", "/admin/v1/matches?player=Bruno")
            self.assertEqual((gone.status, [e["parameter"] for e in gone.json["errors"]]), (400, ["player"]))
        finally:
            self.server.ask("PUT", name, body={"name": "Bruno"})
        self.assertEqual(self.server.get(f"/admin/v1/matches?player={NOBODY}").json, {"matches": [], "next": None})

    def test_an_unknown_game_is_answered_with_those_there_are(self):
        reply = self.server.ask("GET", "/admin/v1/matches?game=chess")
        self.assertEqual(reply.status, 400)
        games = {game["game"] for game in self.server.get("/admin/v1/status").json["games"]}
        self.assertIn("duel", games)
        detail = reply.json["errors"][0]["detail"]
        self.assertEqual(set(re.findall(r"[a-z]+", detail.removeprefix("is one of"))), games)

    def test_csv(self):
        lines = self.server.get("/admin/v1/matches").json["matches"]
        reply = self.server.get("/admin/v1/matches", headers={"Accept": "text/csv"})
        self.assertEqual(reply.type, "text/csv")
        self.assertEqual(reply.headers["vary"], "Accept")
        self.assertNotIn("link", reply.headers)
        self.assertEqual(reply.bytes.count(b"\r\n"), len(lines) + 1)
        rows = list(csv.DictReader(io.StringIO(reply.text, newline="")))
        for row, match in zip(rows, lines, strict=True):
            for name in ("id", "game", "state", "result", "reason", "startedAt", "endedAt", "moves", "rulesVersion"):
                self.assertEqual(row[name], "" if match[name] is None else str(match[name]))
            self.assertEqual(row["players"], "; ".join(s["player"]["name"] for s in match["seats"] if "player" in s))
            self.assertEqual(row["playerIds"], "; ".join(s["player"]["id"] for s in match["seats"] if "player" in s))
            self.assertEqual(row["bots"], "; ".join(s["bot"] for s in match["seats"] if "bot" in s))
            self.assertEqual(row["winners"], "; ".join(
                s["bot"] if "bot" in s else s["player"]["name"] for s in match["seats"] if s.get("won")))
        # By pages, of which each names the next.
        target, paged = "/admin/v1/matches?format=csv&limit=2&fields=moves,seats,id", []
        while target:
            reply = self.server.get(target)
            page = list(csv.reader(io.StringIO(reply.text, newline="")))
            self.assertEqual(page[0], ["moves", "players", "playerIds", "bots", "winners", "id"])
            paged += [row[-1] for row in page[1:]]
            link = reply.headers.get("link")
            target = re.fullmatch(r'<([^>]+)>; rel="next"', link)[1] if link else None
        self.assertEqual(paged, [match["id"] for match in lines])
        empty = self.server.get("/admin/v1/matches?format=csv&fields=id,seats&state=abandoned")
        self.assertEqual(empty.text, "id,players,playerIds,bots,winners\r\n")

    def test_csv_of_players_and_totals(self):
        players = self.server.get("/admin/v1/players").json["players"]
        rows = list(csv.DictReader(io.StringIO(self.server.get("/admin/v1/players?format=csv").text, newline="")))
        self.assertEqual([row["id"] for row in rows], [player["id"] for player in players])
        self.assertEqual(rows[0], {name: value or "" for name, value in players[0].items()})
        totals = self.server.get("/admin/v1/totals").json["totals"]
        rows = list(csv.DictReader(io.StringIO(self.server.get("/admin/v1/totals?format=csv").text, newline="")))
        self.assertEqual(rows, [{name: str(value) for name, value in total.items()} for total in totals])
        # Whatever somebody writes: no spreadsheet takes it for a formula.
        block = f"/admin/v1/players/{self.player('Mirabel')['id']}/block"
        for reason in ('=HYPERLINK("http://x","y")', "+1", "-1", "@x", "\t=1"):
            self.server.ask("PUT", block, body={"reason": reason})
            text = self.server.get("/admin/v1/players?blocked=true&format=csv").text
            self.assertEqual(next(csv.DictReader(io.StringIO(text, newline="")))["blockReason"], "'" + reason)
        self.server.ask("DELETE", block)

    def test_totals_since(self):
        today = datetime.datetime.now(datetime.timezone.utc).date()
        answer = self.server.get("/admin/v1/totals?since=6d").json
        self.assertLessEqual(abs((today - datetime.date.fromisoformat(answer["since"])).days - 6), 1)
        self.assertEqual(len({total["day"] for total in answer["totals"]}), 1)
        self.assertEqual(self.server.ask("GET", "/admin/v1/totals?since=1d&until=2d").status, 400)

    def test_pages_do_not_shift_when_matches_start(self):
        before = self.server.every("/admin/v1/matches", "matches")
        first = self.server.get("/admin/v1/matches?limit=2").json
        self.server.play("Newcomer")
        rest = self.server.get(f"/admin/v1/matches?limit=100&cursor={first['next']}").json["matches"]
        self.assertEqual([m["id"] for m in first["matches"] + rest], [m["id"] for m in before])

    def test_fields(self):
        line = self.server.get("/admin/v1/matches?fields=id,moves&limit=1").json["matches"][0]
        self.assertEqual(list(line), ["id", "moves"])

    def test_a_finished_match_is_told_whole_and_its_export_verifies(self):
        match = self.server.get("/admin/v1/matches?state=finished&limit=1").json["matches"][0]
        whole = self.server.get(f"/admin/v1/matches/{match['id']}")
        self.assertEqual(len(whole.json["record"]["moves"]), match["moves"])
        self.assertIn("rolls", whole.json["record"]["moves"][0])
        exported = self.server.get(f"/admin/v1/matches/{match['id']}/export")
        path = os.path.join(self.server.folder, "exported.json")
        with open(path, "wb") as file:
            file.write(exported.bytes)
        status, out, err = run_client(self.server, "verify", path)
        self.assertEqual(status, 0, out + err)
        again = self.server.ask("GET", f"/admin/v1/matches/{match['id']}", headers={"If-None-Match": whole.headers["etag"]})
        self.assertEqual((again.status, again.bytes), (304, b""))

    def test_a_running_match_keeps_its_secrets(self):
        running = self.server.get("/admin/v1/matches?state=running").json["matches"][0]
        told = self.server.get(f"/admin/v1/matches/{running['id']}").json
        self.assertNotIn("record", told)
        self.assertIn("view", told["present"])
        self.assertEqual(len(told["present"]["story"]), told["present"]["version"] + 1)
        self.assertEqual(self.server.ask("GET", f"/admin/v1/matches/{running['id']}/export").status, 409)

    def test_totals(self):
        totals = self.server.get("/admin/v1/totals").json["totals"]
        matches = self.server.every("/admin/v1/matches", "matches")
        self.assertEqual(sum(t["matches"] for t in totals), len(matches))
        self.assertEqual(sum(t["moves"] for t in totals), sum(m["moves"] or 0 for m in matches))


class PlayersTest(WithServer):
    def test_find(self):
        names = [p["name"] for p in self.server.every("/admin/v1/players?name=MIR&limit=1", "players")]
        self.assertEqual(sorted(names), ["Mira", "Mirabel"])
        self.assertEqual(self.player("Mira")["blockedAt"], None)
        detail = self.server.get(f"/admin/v1/players/{self.player('Mira')['id']}").json
        won = sum(any(s.get("won") and s.get("player", {}).get("name") == "Mira" for s in m["seats"])
                  for m in self.server.every("/admin/v1/matches", "matches"))
        self.assertEqual(detail["ledger"].get("nuggets", 0), won)

    def test_block_ends_sessions_and_keeps_out(self):
        playing = slow_match(self.server, "Rude one")
        rude = self.server.wait_for(lambda: next((p for p in self.server.every("/admin/v1/players", "players")
                                                  if p["name"] == "Rude one"), None))["id"]
        self.server.wait_for(lambda: self.server.get(f"/admin/v1/players/{rude}").json["sessions"])
        blocked = self.server.ask("PUT", f"/admin/v1/players/{rude}/block", body={"reason": "insults"}).json
        self.assertIsNotNone(blocked["blockedAt"])
        self.assertEqual(blocked["blockReason"], "insults")
        self.server.wait_for(lambda: not self.server.get(f"/admin/v1/players/{rude}").json["sessions"])
        status, _, err = run_client(self.server, "matches", name="Rude one")
        self.assertNotEqual(status, 0)
        self.assertIn("blocked", err)
        self.assertEqual([p["id"] for p in self.server.get("/admin/v1/players?blocked=true").json["players"]], [rude])
        self.assertIsNone(self.server.ask("DELETE", f"/admin/v1/players/{rude}/block").json["blockedAt"])
        self.assertEqual(run_client(self.server, "matches", name="Rude one")[0], 0)
        playing.kill()
        playing.wait()

    def test_delete_keeps_matches_and_resigns_from_those_that_run(self):
        self.server.play("Leaver")
        playing = slow_match(self.server, "Leaver")
        leaver = self.player("Leaver")["id"]
        mine = f"/admin/v1/matches?player={leaver}"
        self.server.wait_for(lambda: self.server.get(mine + "&state=running").json["matches"])
        data = self.server.get(f"/admin/v1/players/{leaver}/export").json
        self.assertEqual(data["account"]["name"], "Leaver")
        self.assertEqual(len(data["matches"]), 2)
        reply = self.server.ask("DELETE", f"/admin/v1/players/{leaver}")
        self.assertEqual((reply.status, reply.bytes), (204, b""))
        self.server.wait_for(lambda: not self.server.get(mine + "&state=running").json["matches"])
        matches = self.server.every(mine, "matches")
        self.assertEqual(len(matches), 2)
        self.assertEqual(matches[0]["reason"], "resigned")
        for match in matches:
            self.assertIn("deleted player", [s.get("player", {}).get("name") for s in match["seats"]])
            exported = self.server.get(f"/admin/v1/matches/{match['id']}/export")
            self.assertNotIn(b"Leaver", exported.bytes)
            path = os.path.join(self.server.folder, "deleted.json")
            with open(path, "wb") as file:
                file.write(exported.bytes)
            self.assertEqual(run_client(self.server, "verify", path)[0], 0)
        self.assertIsNotNone(self.server.get(f"/admin/v1/players/{leaver}").json["deletedAt"])
        self.assertEqual(self.server.ask("DELETE", f"/admin/v1/players/{leaver}").status, 409)
        self.assertEqual(self.server.ask("PUT", f"/admin/v1/players/{leaver}/block", body={}).status, 409)
        self.assertNotIn("Leaver", [p["name"] for p in self.server.every("/admin/v1/players", "players")])
        # What it won stays in the books, which fit its matches.
        books = subprocess.run([self.server.bin_dir / "wyrmhalld", "check-data", "--data",
                                os.path.join(self.server.folder, "data")],
                               text=True, capture_output=True, timeout=60)
        self.assertEqual(books.returncode, 0, books.stdout + books.stderr)
        # Somebody else may have the name now.
        newcomer = client(self.server, "play", "duel", "--auto", "first", "--bot", "random", name="Leaver",
                          state=os.path.join(self.server.folder, "others"), stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
        self.assertEqual(newcomer.wait(timeout=60), 0)
        playing.kill()
        playing.wait()

    def test_every_change_is_in_the_log(self):
        mira = self.player("Mirabel")["id"]
        number = (self.server.get("/admin/v1/audit?limit=1").json["entries"] or [{"number": 0}])[0]["number"]
        self.server.ask("PUT", f"/admin/v1/players/{mira}/block", body={"reason": "a test"})
        self.server.ask("DELETE", f"/admin/v1/players/{mira}/block")
        self.server.ask("DELETE", f"/admin/v1/players/{mira}/sessions")
        self.server.ask("PUT", "/admin/v1/log-level", body={"level": "info"})
        entries = [e for e in self.server.every("/admin/v1/audit?limit=2", "entries") if e["number"] > number]
        self.assertEqual([e["operation"] for e in entries],
                         ["setLogLevel", "endPlayerSessions", "unblockPlayer", "blockPlayer"])
        self.assertEqual(entries[-1]["detail"], {"reason": "a test"})
        self.assertEqual(entries[-1]["target"], mira)
        self.assertEqual(entries[-1]["address"], "127.0.0.1")


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
