#!/usr/bin/env python3
"""Somebody wants to get in as a member without being one: guesses, stolen codes, very many sign-ins at once.

    members_test.py BIN_DIR [--measure]

With --measure it says how long a player's commands take without and with fifty sign-ins at once; that fails nothing.
"""

import pathlib
import sqlite3
import statistics
import sys
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from person import Gone, Person, Refused, address  # noqa: E402
from running import Server  # noqa: E402

BIN_DIR = None
MEASURE = "--measure" in sys.argv
PASSWORD = "seven quiet wyrms"
SECRET_WRONG = "REFUSAL_CODE_SECRET_WRONG"
LIMIT_REACHED = "REFUSAL_CODE_LIMIT_REACHED"
BUSY = "REFUSAL_CODE_BUSY"
AT_ONCE = 50
PROBES = 70
PAUSE_SECONDS = 0.055  # more often would be refused as too fast


class MembersTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR).start()
        self.addCleanup(self.server.__exit__)
        self.owner = self.person().sign_in("Mira")
        self.codes = [code.decode() for code in
                      self.owner.ask("set_password", password=PASSWORD)["membership"]["recovery_codes"]]

    def person(self, source="127.0.0.1"):
        person = Person(self.server.port, source=source, timeout=30)
        self.addCleanup(person.close)
        return person

    def sign_in(self, source="127.0.0.1", name="Mira", **by):
        with Person(self.server.port, source=source, timeout=30) as person:
            person.hello()
            return person.ask("sign_in", member={"name": name, **by})["signed_in"]

    def refused(self, **how):
        with self.assertRaises(Refused) as refused:
            self.sign_in(**how)
        return refused.exception

    def test_a_password_is_guessed_from_many_addresses(self):
        codes = [self.refused(source=address(n, "127.9"), password=f"a guess {n}").code for n in range(15)]
        self.assertEqual(codes, [SECRET_WRONG] * 10 + [LIMIT_REACHED] * 5)
        # The member's device stays signed in, and a recovery code gets a new one in: once.
        self.assertTrue(self.owner.ask("ask_membership")["membership"]["member"])
        self.assertEqual(len(self.sign_in(recovery_code=self.codes[0].upper())["token"]), 32)
        self.assertEqual(self.refused(recovery_code=self.codes[0]).code, SECRET_WRONG)
        # A server that was killed and started again has forgotten none of it.
        self.server.process.kill()
        self.server.kill()
        self.server.start()
        full = self.refused(source="127.8.0.1", password=PASSWORD)
        self.assertEqual(full.code, LIMIT_REACHED)
        self.assertGreater(full.refusal["retry_after_ms"], 60_000)
        self.assertEqual(self.refused(recovery_code=self.codes[0]).code, SECRET_WRONG)

    def test_one_address_tries_many_names(self):
        codes = [self.refused(name=f"Player {n}", password="letmein99").code for n in range(35)]
        self.assertEqual(codes.count(SECRET_WRONG), 30)
        self.assertEqual(set(codes[30:]), {LIMIT_REACHED})

    def test_neither_password_nor_codes_are_on_disk(self):
        self.sign_in(password=PASSWORD)
        stored = b"".join(path.read_bytes() for path in (pathlib.Path(self.server.folder) / "data").rglob("*") if path.is_file())
        self.assertGreater(len(stored), 10_000)
        for secret in (PASSWORD, *self.codes, *(code.replace("-", "") for code in self.codes)):
            self.assertNotIn(secret.encode(), stored)
        database = sqlite3.connect(pathlib.Path(self.server.folder) / "data" / "wyrmhall.db")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT passes, memory_kib, length(key) FROM passwords").fetchall(),
                         [(3, 65536, 32)])

    def test_fifty_sign_ins_at_once(self):
        outcomes = []

        def come(number):
            try:
                self.sign_in(source=address(number, "127.7"), name=f"Player {number}", password="a wrong password")
            except Refused as refused:
                outcomes.append(refused.code)
            except (Gone, OSError) as gone:
                outcomes.append(repr(gone))

        calm = self.waits()
        threads = [threading.Thread(target=come, args=(number,)) for number in range(AT_ONCE)]
        for thread in threads:
            thread.start()
        busy = self.waits()
        for thread in threads:
            thread.join(60)
        # Those for whom there is no room are told so at once, and the others are answered in turn.
        self.assertLessEqual(set(outcomes), {SECRET_WRONG, BUSY})
        self.assertGreaterEqual(outcomes.count(SECRET_WRONG), 20)
        self.assertEqual(len(outcomes), AT_ONCE)
        if MEASURE:
            for what, times in (("without", calm), ("with", busy)):
                print(f"{what} {AT_ONCE} sign-ins: p50 {statistics.median(times):.2f} ms, "
                      f"p99 {sorted(times)[len(times) * 99 // 100]:.2f} ms")
            print({outcome: outcomes.count(outcome) for outcome in set(outcomes)})

    def waits(self):
        """How long a command takes that asks the store, in milliseconds."""
        times = []
        for _ in range(PROBES):
            began = time.monotonic()
            self.owner.ask("ask_membership")
            times.append(1000 * (time.monotonic() - began))
            time.sleep(PAUSE_SECONDS)
        return times


if __name__ == "__main__":
    BIN_DIR = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *[a for a in sys.argv[2:] if a != "--measure"]])
