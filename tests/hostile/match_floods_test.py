#!/usr/bin/env python3
"""People who watch, start or export more matches than anybody needs, against the real server, and what the others notice.

    match_floods_test.py BIN_DIR
"""

import contextlib
import sys
import threading
import time
import unittest

from person import Gone, Person, Refused, address, start_match
from playing import middle, odds_times, play
from running import Server

BIN_DIR = None
BOT = 1  # BotLevel: the weakest
# For a script that starts matches as fast as it may.
FAST = ["--limit-commands-per-second", "10000", "--limit-command-burst", "10000"]
# For one account with many devices.
MANY = ["--limit-connections-per-account", "100"]
LONG_MATCH = {"duel": {"dragons": [1, 2], "match_games": 9}}


class FloodsTest(unittest.TestCase):
    def serve(self, *options):
        self.server = Server(BIN_DIR, *options).start()
        self.addCleanup(self.server.__exit__)
        self.people = []
        self.addCleanup(lambda: [person.close() for person in self.people])

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), self.server.read_log()[-2000:])

    def person(self, name=None, source="127.0.0.1", token=None):
        person = Person(self.server.port, source)
        self.people.append(person)
        return person.sign_in(name, token)

    def pair(self, options=None, **fields):
        """Two who play, and the opening of their match for each."""
        two = [self.person(name, f"127.0.0.{2 + i}") for i, name in enumerate(("Mira", "Bruno"))]
        return two, start_match(two, options, **fields)

    # --- Watching ---

    def test_spectators_do_not_keep_a_player_out(self):
        self.serve("--limit-viewers-per-match", "10", *MANY)
        (mira, _), opened = self.pair()
        match = opened[0]["info"]["match_id"]
        crowd = self.person("Crowd", address(0))
        devices = [crowd] + [self.person(source=address(i // 15), token=crowd.token) for i in range(1, 60)]
        for device in devices:
            device.ask("open_match", match_id=match)
        # One account is one spectator, however many connections it has.
        for i in range(9):
            self.person(f"Watcher {i}", "127.0.0.9").ask("open_match", match_id=match)
        with self.assertRaises(Refused) as refused:
            self.person("Watcher 10", "127.0.0.9").ask("open_match", match_id=match)
        self.assertEqual(refused.exception.code, "REFUSAL_CODE_LIMIT_REACHED")
        self.assertGreater(refused.exception.refusal["retry_after_ms"], 0)
        mira.close()
        back = self.person(token=mira.token, source="127.0.0.2")
        again = back.ask("open_match", match_id=match)["match_opened"]
        self.assertGreaterEqual(again.get("seat", 0), 0)

    def test_what_spectators_send_does_not_keep_a_player_waiting_outside(self):
        self.serve(*MANY)
        two, opened = self.pair(turn_seconds=600)
        match = opened[0]["info"]["match_id"]
        crowd = self.person("Crowd", address(0))
        devices = [crowd] + [self.person(source=address(i // 15), token=crowd.token) for i in range(1, 30)]
        channels = [device.ask("open_match", match_id=match)["match_opened"]["channel"] for device in devices]
        stop = threading.Event()

        def ask_for_the_story(device, channel):
            with contextlib.suppress(Gone):
                while not stop.wait(0.06):
                    with contextlib.suppress(Refused):
                        device.ask("ask_story", channel=channel)

        threads = [threading.Thread(target=ask_for_the_story, args=both) for both in zip(devices, channels)]
        for thread in threads:
            thread.start()
        try:
            moves = play(two, opened, at_most=20)
            for _ in range(10):  # in the middle of it
                two[0].close()
                two[0] = self.person(token=two[0].token, source="127.0.0.2")
                two[0].ask("open_match", match_id=match)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        self.assertGreater(moves, 0)

    # --- Starting ---

    def starts(self, person, options=None):
        """Starts matches against a bot until that is refused; how many, and the refusal."""
        started = 0
        while True:
            try:
                opened = start_match([person], options, turn_seconds=604800, bots=[BOT])[0]
                started += 1
                person.ask("close_match", channel=opened["channel"])  # a connection may have only a few open
            except Refused as refused:
                return started, refused

    def test_an_account_has_so_many_matches_also_after_a_restart(self):
        self.serve(*FAST)
        person = self.person("Hoarder", "127.0.0.2")
        # In matches of many games: a bot that has the first turn may win a single one at once.
        started, refused = self.starts(person, LONG_MATCH)
        self.assertEqual(started, 50)
        self.assertEqual((refused.code, refused.refusal["field"]), ("REFUSAL_CODE_LIMIT_REACHED", "own_matches"))
        self.assertGreater(refused.refusal["retry_after_ms"], 0)
        person.close()
        self.server.terminate()
        self.server.start()
        person = self.person(token=person.token, source="127.0.0.2")
        started, refused = self.starts(person, LONG_MATCH)
        self.assertEqual((started, refused.refusal["field"]), (0, "own_matches"))
        # A player who is inside plays on.
        running = person.ask("list_matches", running=True)["matches"]["matches"]
        self.assertEqual(len(running), 50)
        opened = person.ask("open_match", match_id=running[0]["match_id"])["match_opened"]
        self.assertIn("update", person.ask("resign", channel=opened["channel"]))
        self.assertGreaterEqual(self.starts(person)[0], 1)

    def test_an_address_starts_so_many_and_others_do_not_notice(self):
        self.serve(*FAST, "--limit-starts-per-address", "160")  # an hour: 40 at once
        ends = time.monotonic() + 5
        total = number = 0
        while time.monotonic() < ends:
            number += 1
            try:
                started, refused = self.starts(self.person(f"Starter {number}", "127.0.0.2"))
            except Gone:
                time.sleep(0.2)
                continue
            total += started
            self.assertEqual(refused.code, "REFUSAL_CODE_LIMIT_REACHED")
        print(f"\none address, 5 s: {number} accounts, {total} matches started")
        self.assertLessEqual(total, 41)
        self.assertGreaterEqual(total, 39)
        self.assertEqual(len(start_match([self.person("Other", "127.0.0.9")], bots=[BOT])), 1)

    # --- Exporting ---

    def test_exports_do_not_keep_odds_waiting(self):
        self.serve(*FAST)
        two, opened = self.pair(LONG_MATCH)
        match = opened[0]["info"]["match_id"]
        moves = play(two, opened, at_most=400)
        channel = opened[0]["channel"]
        with contextlib.suppress(Refused):
            two[0].ask("resign", channel=channel)
        total = two[0].ask("export", match_id=match)["record"]["total"]
        asker, second = self.person("Asker", "127.0.0.20"), self.person("Second", "127.0.0.21")
        both = start_match([asker, second])
        person, mine = next((one, of) for one, of in zip((asker, second), both) if "choices" in of["updates"][-1])
        before = odds_times(person, mine, 2)
        stop, parts = threading.Event(), []

        def export(one):
            with contextlib.suppress(Gone):
                while not stop.is_set():
                    with contextlib.suppress(Refused):
                        one.ask("export", match_id=match)
                        parts.append(1)

        threads = [threading.Thread(target=export, args=(self.person(f"Exporter {i}", "127.0.0.30"),)) for i in range(15)]
        for thread in threads:
            thread.start()
        try:
            during = odds_times(person, mine, 4)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        print(f"\n{len(parts)} exports of {moves} moves, {total} bytes: odds of another p50 {1000 * middle(before):.1f} ms "
              f"before, {1000 * middle(during):.1f} ms meanwhile, the slowest {1000 * max(during):.1f} ms")
        self.assertGreater(len(parts), 15)
        self.assertLess(middle(during), 0.25)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
