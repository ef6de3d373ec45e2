#!/usr/bin/env python3
"""Guests without end from one address, and names that nobody can tell apart, against the real server.

    guests_test.py BIN_DIR
"""

import hashlib
import pathlib
import re
import sys
import time
import unittest

from person import Gone, Person, Refused
from running import Server, run_client

BIN_DIR = None
FREE, MOST = 3, 6


def solve(task):
    """The proof that the server asks for."""
    for number in range(1 << 32):
        nonce = number.to_bytes(8, "big")
        digest = hashlib.sha256(task["challenge"] + nonce).digest()
        if int.from_bytes(digest, "big") >> (256 - task["zero_bits"]) == 0:
            return {"challenge": task["challenge"], "nonce": nonce}


class GuestsTest(unittest.TestCase):
    def serve(self, *options):
        server = Server(BIN_DIR, "--store", "memory", *options).start()
        self.addCleanup(server.__exit__)
        return server

    def limited(self, *options):
        return self.serve("--limit-free-guests-per-hour", str(FREE), "--limit-guests-per-hour", str(MOST), *options)

    def come(self, server, name, source="127.0.0.1", **more):
        """Somebody who has said hello and asked to be a guest; Refused where that was refused."""
        person = Person(server.port, source)
        self.addCleanup(person.close)
        person.ask("hello", protocol_version=1)
        person.ask("sign_in", new_guest=name, **more)
        return person

    def refusal(self, server, name, **options):
        with self.assertRaises(Refused) as caught:
            self.come(server, name, **options)
        return caught.exception

    def test_an_address_has_a_few_guests_for_nothing_some_for_work_and_then_no_more(self):
        server = self.limited()
        for number in range(FREE):
            self.come(server, f"Free {number}")
        bits = []
        for number in range(FREE, MOST):
            person = Person(server.port)
            self.addCleanup(person.close)
            person.ask("hello", protocol_version=1)
            with self.assertRaises(Refused) as caught:
                person.ask("sign_in", new_guest=f"Work {number}")
            self.assertEqual(caught.exception.code, "REFUSAL_CODE_PROOF_NEEDED")
            task = caught.exception.refusal["proof"]
            bits.append(task["zero_bits"])
            # Nothing, rubbish and another connection's proof do not count.
            for proof in ({}, {"challenge": task["challenge"], "nonce": b"rubbish!"}):
                with self.assertRaises(Refused):
                    person.ask("sign_in", new_guest=f"Work {number}", proof=proof)
            proof = solve(task)
            self.assertEqual(self.refusal(server, "Copied", proof=proof).code, "REFUSAL_CODE_PROOF_NEEDED")
            person.ask("sign_in", new_guest=f"Work {number}", proof=proof)
        self.assertGreaterEqual(min(bits), 16)
        refused = self.refusal(server, "Too many")
        self.assertEqual(refused.code, "REFUSAL_CODE_LIMIT_REACHED")
        self.assertEqual(refused.refusal["field"], "guests")
        self.assertGreater(refused.refusal["retry_after_ms"], 3_000_000)
        # Others are not kept out.
        self.come(server, "Somebody else", source="127.0.0.2")

    def test_the_terminal_does_the_work_by_itself(self):
        server = self.serve("--limit-free-guests-per-hour", "1")
        self.assertEqual(run_client(server, "tables", name="First")[0], 0)
        status, _, said = run_client(server, "tables", name="Second")
        self.assertEqual(status, 0, said)
        self.assertIn("a few seconds of work", said)

    def test_a_flood_of_guests_gets_no_further_than_the_bound(self):
        server = self.serve()  # with what the helpers raise taken back
        server.kill()
        server.options += ["--limit-free-guests-per-hour", "10", "--limit-guests-per-hour", "200"]
        server.start()
        made = asked = 0
        until = time.monotonic() + 3
        while time.monotonic() < until:
            try:
                person = Person(server.port)
            except Exception:  # too fast: that is another bound
                time.sleep(0.05)
                continue
            with person:
                try:
                    person.ask("hello", protocol_version=1)
                    person.ask("sign_in", new_guest=f"Flood {made} {asked}")
                    made += 1
                except Refused as refused:
                    self.assertEqual(refused.code, "REFUSAL_CODE_PROOF_NEEDED")
                    asked += 1
        self.assertEqual(made, 10)
        self.assertGreater(asked, 0)

    def test_who_was_here_comes_back_all_the_same(self):
        server = self.limited()
        status, _, said = run_client(server, "tables", name="Regular")
        self.assertEqual(status, 0, said)
        for number in range(FREE - 1):
            self.come(server, f"Other {number}")
        for _ in range(5):
            status, _, said = run_client(server, "tables", name="Regular")
            self.assertEqual((status, said), (0, ""))

    def test_names_that_are_not_what_they_seem(self):
        server = self.serve("--limit-connections-per-address", "200")
        self.come(server, "Emberlord")
        for name, code in {"Emberlord\u034f": "UNSEEN", "Emberlord\ufe0f": "UNSEEN", "Emberlord\U000e0100": "UNSEEN",
                           "Emberlord\u180b": "UNSEEN", "Ember\u17b5lord": "UNSEEN", "Emberlord\u3164": "UNSEEN",
                           "\u3164\u3164\u3164": "UNSEEN", "\u115f\u115f\u115f": "UNSEEN", "\uffa0\uffa0\uffa0": "UNSEEN",
                           "\u0301\u0302\u0303": "MARKS", "a" + 16 * "\u0333": "MARKS",
                           "The greedy bot": "RESERVED", "hard": "RESERVED", "deleted player": "RESERVED",
                           "Admin": "RESERVED", "Moderator": "RESERVED", "Wyrmhall Server": "RESERVED",
                           "nobody": "RESERVED", "\u0410dmin": "RESERVED",
                           "EMBER1ORD": "TAKEN", "\u0395mberlord": "TAKEN"}.items():
            with self.subTest(name.encode("unicode_escape").decode()):
                self.assertEqual(self.refusal(server, name).code, "REFUSAL_CODE_NAME_" + code)

    def test_registration_closes_and_opens_while_the_server_runs(self):
        server = self.serve("--registration", "closed")
        status, _, said = run_client(server, "tables", name="Nobody here")
        self.assertEqual(status, 4, said)
        self.assertIn("takes no new guests", said)

    def lines(self, server, kind):
        return re.findall(rf"access {kind} (.*)", server.read_log())

    def test_the_log_says_who_came_and_who_was_refused_in_few_lines(self):
        server = self.limited()
        run_client(server, "tables", name="Regular")
        run_client(server, "tables", name="Regular")
        for _ in range(30):
            with Person(server.port, "127.0.0.9") as person:
                person.ask("hello", protocol_version=1)
                with self.assertRaises(Refused):
                    person.ask("sign_in", token=bytes(32))
        id_form = r"[0-9a-f-]{36}"
        self.assertRegex("\n".join(self.lines(server, "new-guest")), rf"^address=127\.0\.0\.1 account={id_form} times=1$")
        self.assertRegex("\n".join(self.lines(server, "signed-in")), rf"^address=127\.0\.0\.1 account={id_form} times=1$")
        self.assertEqual(self.lines(server, "refused"), ["address=127.0.0.9 why=token-unknown times=1"])
        server.terminate()  # the rest would have come within a minute
        self.assertEqual(self.lines(server, "refused")[1:], ["address=127.0.0.9 why=token-unknown times=29"])
        self.assertNotIn("Regular", server.read_log())

    def test_the_filter_in_the_manual_finds_who_floods_and_nobody_else(self):
        manual = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
        rules = re.search(r"failregex = (.*?)\n```", manual, re.DOTALL)[1].splitlines()
        found = lambda log: {match[1] for rule in rules  # noqa: E731
                             for match in re.finditer(rule.strip().replace("<HOST>", r"(\S+)"), log, re.MULTILINE)}
        for form in ("text", "json"):
            with self.subTest(form):
                server = self.serve("--limit-connections-per-address", "2", "--log-format", form)
                self.come(server, "Honest", "127.0.0.2")
                with Person(server.port, "127.0.0.3") as guesser:
                    guesser.ask("hello", protocol_version=1)
                    with self.assertRaises(Refused):
                        guesser.ask("sign_in", token=bytes(32))
                for _ in range(20):
                    try:
                        Person(server.port, "127.0.0.4").close()
                    except Gone:
                        pass
                self.assertEqual(found(server.read_log()), {"127.0.0.3", "127.0.0.4"})

    def test_addresses_can_be_left_out_of_the_log_or_hashed(self):
        for way, expected in (("none", r"^address=- "), ("hashed", r"^address=#[0-9a-f]{16} ")):
            with self.subTest(way):
                server = self.serve("--log-addresses", way)
                for source in ("127.0.0.1", "127.0.0.2"):
                    self.come(server, "Guest " + source[-1], source=source)
                lines = self.lines(server, "new-guest")
                for line in lines:
                    self.assertRegex(line, expected)
                self.assertNotIn("127.0.0.2", server.read_log())
                self.assertEqual(len({line.split()[0] for line in lines}), 2 if way == "hashed" else 1)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
