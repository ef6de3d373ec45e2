#!/usr/bin/env python3
"""Somebody has copied a player's token: the player sees it, takes another token and shuts the thief out.

    stolen_token_test.py BIN_DIR
"""

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from person import Gone, Person, Refused  # noqa: E402
from running import Server  # noqa: E402

BIN_DIR = None
TOKEN_UNKNOWN = "REFUSAL_CODE_TOKEN_UNKNOWN"
LIMIT_REACHED = "REFUSAL_CODE_LIMIT_REACHED"
SIGNED_OUT = 4


class StolenTokenTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR).start()
        self.addCleanup(self.server.__exit__)
        self.owner = self.person().sign_in("Mira")

    def person(self, source="127.0.0.1"):
        person = Person(self.server.port, source=source)
        self.addCleanup(person.close)
        return person

    def lines(self, person):
        return person.ask("list_sign_ins")["sign_ins"]["lines"]

    def test_a_thief_is_seen_and_shut_out(self):
        thieves = [self.person(f"127.0.9.{n}").sign_in(token=self.owner.token) for n in range(1, 6)]
        # All use the one token, and the owner sees how many there are.
        (line,) = self.lines(self.owner)
        self.assertEqual(line["connections"], 6)
        # A token of one's own, and everybody else is out: those who are connected and those who come again.
        fresh = self.owner.ask("add_sign_in")["sign_in_added"]["token"]
        again = self.person().sign_in(token=fresh)
        self.assertEqual(again.account, self.owner.account)
        self.assertEqual(len(again.ask("revoke_other_sign_ins")["sign_ins"]["lines"]), 1)
        for thief in [*thieves, self.owner]:
            self.assertEqual(thief.wait_for("notice")["kind"], SIGNED_OUT)
            with self.assertRaises(Gone):
                thief.hear()
        with self.assertRaises(Refused) as refused:
            self.person().sign_in(token=self.owner.token)
        self.assertEqual(refused.exception.code, TOKEN_UNKNOWN)
        self.assertEqual(len(self.lines(again)), 1)

    def test_what_is_shown_of_a_token_signs_nobody_in(self):
        (line,) = self.lines(self.owner)
        with self.assertRaises(Refused) as refused:
            self.person().sign_in(token=line["id"])
        self.assertEqual(refused.exception.code, TOKEN_UNKNOWN)

    def test_tokens_without_end(self):
        made = 0
        with self.assertRaises(Refused) as refused:
            while made < 100:
                self.owner.ask("add_sign_in")
                made += 1
        self.assertEqual(refused.exception.code, LIMIT_REACHED)
        self.assertEqual(made, 19)

    def test_names_without_end(self):
        changed = 0
        with self.assertRaises(Refused) as refused:
            while changed < 100:
                self.owner.ask("rename", name=f"Mira {changed}")
                changed += 1
        self.assertEqual(refused.exception.code, LIMIT_REACHED)
        self.assertGreater(refused.exception.refusal["retry_after_ms"], 29 * 24 * 3_600_000)
        self.assertEqual(changed, 1)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
