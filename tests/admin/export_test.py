#!/usr/bin/env python3
"""The export of a person's data: however much it is, it comes in pages that are bounded, and all of them are everything.

    export_test.py BIN_DIR
"""

import json
import os
import sqlite3
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from openapi import Document
from serving import AdminServer

BIN_DIR = None
MATCHES = 1300
HEROES = 40
LINES = 25  # of each hero's story
LISTS = ("ledger", "matches", "heroes", "stories")
PAGE_BYTES = 400_000  # of 500 lines

# MATCHES copies of the one match that is there; all of them with what they gave, and heroes of all kinds.
MUCH = f"""
    CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MATCHES}) SELECT i FROM n;
    INSERT INTO matches (id, game, rules_version, options, server_seed, turn_seconds, started_at, folded, ended_at, outcome, class)
      SELECT randomblob(16), game, rules_version, options, server_seed, turn_seconds, started_at + i / 3, folded, ended_at,
        outcome, class FROM matches, n WHERE no = 1 AND i < {MATCHES};
    INSERT INTO seats (match, seat, account, name, commitment, x0)
      SELECT m.id, s.seat, s.account, s.name, s.commitment, s.x0 FROM matches AS m, seats AS s
      WHERE m.no > 1 AND s.match = (SELECT id FROM matches WHERE no = 1);
    INSERT INTO player_history (account, class, started_at, match)
      SELECT DISTINCT h.account, m.class, m.started_at, m.no FROM matches AS m, player_history AS h WHERE m.no > 1 AND h.match = 1;
    DELETE FROM ledger;
    INSERT INTO ledger (account, what, match, amount)
      SELECT DISTINCT h.account, w.column1, h.match, 1 FROM player_history AS h, (VALUES ('nuggets'), ('won')) AS w;
    INSERT INTO heroes (id, account, name, body, revision, alive, chapter, slain, made_at, fallen_at, retired_at)
      SELECT randomblob(16), (SELECT account FROM player_history LIMIT 1), 'Hero ' || i, x'', 0, i % 4 <> 1, 0, 0, i,
        CASE WHEN i % 4 = 3 THEN i END, CASE WHEN i % 4 = 2 THEN i END FROM n WHERE i <= {HEROES};
    INSERT INTO hero_story (hero, no, match, at, body) SELECT id, i, 1, i, x'' FROM heroes, n WHERE i <= {LINES};
"""


class ExportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = AdminServer(BIN_DIR).start()
        cls.server.play("Mira")
        cls.server.terminate()
        database = sqlite3.connect(cls.server.folder + "/data/wyrmhall.db")
        database.executescript(MUCH)
        database.close()
        cls.server.start()
        cls.player = cls.server.get("/admin/v1/players?name=Mira").json["players"][0]["id"]
        cls.path = f"/admin/v1/players/{cls.player}/export"

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def pages(self, limit, between=lambda: None):
        pages, target = [], f"{self.path}?limit={limit}"
        while True:
            reply = self.server.get(target)
            self.assertLess(len(reply.bytes), PAGE_BYTES)
            pages.append(reply.json)
            if pages[-1]["next"] is None:
                return pages
            between()
            target = f"{self.path}?limit={limit}&cursor={pages[-1]['next']}"

    @staticmethod
    def whole(pages):
        return {name: [line for page in pages for line in page[name]] for name in LISTS}

    def test_all_pages_are_everything_and_each_is_bounded(self):
        wholes = []
        for limit in (25, 499, 500):
            pages = self.pages(limit)
            for page in pages[:-1]:
                self.assertEqual(sum(len(page[name]) for name in LISTS), limit)
            self.assertTrue(any(pages[-1][name] for name in LISTS), "the last page has something")
            self.assertLessEqual(sum(len(pages[-1][name]) for name in LISTS), limit)
            self.assertTrue(pages[0]["signIns"])
            self.assertFalse(any(page["signIns"] or page["sessions"] for page in pages[1:]))
            wholes.append(self.whole(pages))
        self.assertEqual(wholes[0], wholes[1])
        self.assertEqual(wholes[0], wholes[2])
        whole = wholes[0]
        for name, count in (("ledger", 2 * MATCHES), ("matches", MATCHES), ("heroes", HEROES), ("stories", HEROES * LINES)):
            self.assertEqual(len(whole[name]), count, name)
            self.assertEqual(len({json.dumps(line) for line in whole[name]}), count, f"{name}: none twice")
        self.assertEqual({line["hero"] for line in whole["stories"]}, {hero["id"] for hero in whole["heroes"]})
        started = [match["startedAt"] for match in whole["matches"]]
        self.assertEqual(started, sorted(started, reverse=True))

    def test_what_goes_between_two_pages_ends_nothing(self):
        database = sqlite3.connect(self.server.folder + "/data/wyrmhall.db", timeout=10, isolation_level=None)
        self.addCleanup(database.close)
        hero = self.whole(self.pages(500))["heroes"][3]["id"]

        def drop():
            for table, column in (("hero_story", "hero"), ("heroes", "id")):
                database.execute(f"DELETE FROM {table} WHERE {column} = ?", (bytes.fromhex(hero.replace("-", "")),))

        # The page ends with this hero: the next one goes on behind it.
        limit = 3 * MATCHES + 3 * (1 + LINES) + 1
        first = self.server.get(f"{self.path}?limit=500").json
        read = 500
        while limit - read > 500:
            first = self.server.get(f"{self.path}?limit=500&cursor={first['next']}").json
            read += 500
        last = self.server.get(f"{self.path}?limit={limit - read}&cursor={first['next']}").json
        self.assertEqual(last["heroes"][-1]["id"], hero)
        rows = {table: database.execute(f"SELECT * FROM {table}").fetchall() for table in ("heroes", "hero_story")}
        drop()
        rest = self.server.get(f"{self.path}?limit=500&cursor={last['next']}").json
        self.assertNotIn(hero, [line["hero"] for line in rest["stories"]])
        self.assertGreater(len(rest["heroes"]), 10)
        self.assertEqual(len(rows["heroes"]), HEROES)
        # As it was, for the other tests.
        names = "id, account, name, body, revision, alive, chapter, slain, made_at, match, fallen_at, retired_at"
        mine = next(row for row in rows["heroes"] if row[0] == bytes.fromhex(hero.replace("-", "")))
        database.execute(f"INSERT INTO heroes ({names}) VALUES ({', '.join('?' * 12)})", mine[:12])
        database.executemany("INSERT INTO hero_story VALUES (?, ?, ?, ?, ?)", [r for r in rows["hero_story"] if r[0] == mine[0]])

    def test_the_terminal_writes_one_file(self):
        file = os.path.join(self.server.folder, "data-of-mira.json")
        done = subprocess.run([os.path.join(BIN_DIR, "wyrmhall"), "admin", "player-data", self.player, "-o", file],
                              capture_output=True, text=True, timeout=60,
                              env={**os.environ, "WYRMHALL_ADMIN": f"127.0.0.1:{self.server.admin_port}",
                                   "WYRMHALL_ADMIN_TOKEN_FILE": self.server.token_file})
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(file, encoding="utf-8") as text:
            written = json.load(text)
        self.assertEqual({name: written[name] for name in LISTS}, self.whole(self.pages(500)))
        self.assertEqual(written["account"]["name"], "Mira")
        self.assertEqual(len(written["signIns"]), 1)
        self.assertEqual((written["membership"]["member"], written["membership"]["passkeys"]), (False, []))
        self.assertEqual((written["blocked"], written["followed"]), ([], []))
        self.assertNotIn("next", written)

    def test_a_cursor_is_what_a_page_gave(self):
        document = Document(self.server.get("/admin/v1/openapi.json").json)
        for cursor in ("l", "m", "h", "l" + "0" * 16, "l" + "0" * 16 + "zz", "m" + "0" * 31, "h" + "0" * 32, "x", "",
                       "h" + "0" * 16 + "f" * 16 + "0" * 32, "l" + "0" * 16 + "41" * 100):
            reply = self.server.ask("GET", f"{self.path}?cursor={cursor}")
            document.check(document.operations["exportPlayer"][2], reply)
            self.assertEqual(reply.status, 200 if cursor in ("l", "m", "h") else 400, cursor)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
