#!/usr/bin/env python3
"""Servers that try to bend the dice (docs/dice.md), against the real client for the terminal.

    dishonest_server_test.py BIN_DIR
    dishonest_server_test.py BIN_DIR --keep FOLDER     keeps the accusations too, as in tests/accusations
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from dishonest import WithClient, main  # noqa: E402
from fake_server import FakeServer, Table  # noqa: E402


class ShownTwice(FakeServer):
    """Calls starts off and keeps its seed: gets the same x_0 again, and has all the time to choose Bram's."""

    def on_reveal(self, command_id, body):
        table = self.table(body["table_id"])
        table.x0 = body["x0"]
        self.tell_table(table, command_id)
        if len(self.commands("reveal")) < 4:
            self.call_off(table, keep_seed=True)
        else:
            self.start(table)


class SameAtAnotherTable(FakeServer):
    """Brings the seed of an earlier table again, after a match that came to its end."""

    def new_table(self):
        table = Table()
        if self.tables:
            table.seed = self.tables[0].seed
        return table


class Unsigned(FakeServer):
    def on_ready(self, command_id, body):
        table = self.table(body["table_id"])
        table.commitment, table.phase = body["commitment"], 2
        self.tell_table(table, command_id)


class SignsAnother(FakeServer):
    """Signs a start with other values than it shows."""

    OTHER = {}

    def start_statement(self, table, **other):
        return super().start_statement(table, **{**self.OTHER, **other})


class ForgedKey(FakeServer):
    """Signs with another key than it shows."""

    def sign(self, *lines):
        statement = super().sign(*lines)
        other = FakeServer.sign(Signer(), *lines)
        return {**statement, "signature": other["signature"]}


class Signer:
    signing_seed = bytes(32)
    key = b""


class HidesAborted(FakeServer):
    """Calls a start off without a trace and signs the next one as the same attempt."""

    def on_reveal(self, command_id, body):
        table = self.table(body["table_id"])
        table.x0 = body["x0"]
        self.call_off(table, publish=False, answer_to=command_id)


class TwoStarts(FakeServer):
    """Starts the match with another start statement than the one for which x_0 was shown, and signs both."""

    def start(self, table):
        table.start = self.start_statement(table, time="2026-03-01T12:34:57.000000Z")
        super().start(table)


class CallsOff(FakeServer):
    """Calls a start off once; `other` is what it signs about it."""

    def __init__(self, times=1, shown=None, named="1", seed=None):
        super().__init__()
        self.times, self.shown, self.named, self.seed = times, shown, named, seed

    def on_reveal(self, command_id, body):
        table = self.table(body["table_id"])
        if len(table.aborted) >= self.times:
            return super().on_reveal(command_id, body)
        table.x0 = body["x0"]
        self.tell_table(table, command_id)
        shown = self.shown(table) if self.shown else (table.x0.hex(), "none")
        self.call_off(table, named=self.named, seed=self.seed, shown=shown)


class AnotherEnd(FakeServer):
    OTHER = {}

    def end_statement(self, table, **other):
        return super().end_statement(table, **{**self.OTHER, **other})


class HandshakeTest(WithClient):
    def test_honest_server(self):
        with FakeServer() as server:
            done = self.plays(server.url)
            self.assertEqual(done.returncode, 0, done)
            self.assertEqual(len(server.commands("act")), FakeServer.DECISIONS)
            self.assertEqual(len(server.commands("close_chain")), 1)
            self.assertEqual(server.troubles, [])
        self.assertIn("31 of 40 rolls mixed in a secret that the server did not have; 9 rolls came after a bot’s move", done.stdout)
        self.assertEqual(len(list(pathlib.Path(self.folder.name).glob("*/*/receipts/*.json"))), 1)
        self.assertEqual(list(pathlib.Path(self.folder.name).glob("*/*/chains/*")), [])

    def test_a_server_that_signs_nothing_is_played_with_and_that_is_said(self):
        with FakeServer(signing_seed=None) as server:
            done = self.plays(server.url)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn("signs nothing", done.stderr)
            self.assertEqual(server.commands("close_chain"), [])

    def test_no_x0_is_shown_twice(self):
        self.caught(ShownTwice(), "commitmentTwice", convicted=False, reveals=1)

    def test_the_commitment_of_another_table(self):
        with SameAtAnotherTable() as server:
            done = self.plays(server.url, "--matches", "2")
            self.assertEqual((done.returncode, len(server.commands("ready"))), (5, 1), done)
        self.assertEqual(self.accusation()[1]["of"], "commitmentTwice")

    def test_nothing_is_shown_without_a_signature(self):
        self.caught(Unsigned(), "unsigned", convicted=False, reveals=0)

    def test_nothing_is_shown_for_the_signature_of_another_key(self):
        self.caught(ForgedKey(), "unsigned", convicted=False, reveals=0)

    def test_nothing_is_shown_for_a_start_that_says_something_else(self):
        for other in ({"attempt": 2}, {"game": "arena"}, {"turn_seconds": 30}, {"server_commitment": "ab" * 32},
                      {"match": "0197a3c2-1d2e-7abc-8def-0123456789ab"}):
            with self.subTest(other):
                SignsAnother.OTHER = other
                self.setUp()
                self.caught(SignsAnother(), "unsigned", convicted=False, reveals=0)

    def test_an_aborted_start_that_leaves_no_trace(self):
        self.caught(HidesAborted(), "contradiction", convicted=True, reveals=1)

    def test_two_starts_of_one_match(self):
        accusation = self.caught(TwoStarts(), "contradiction", convicted=True, reveals=1)
        self.assertEqual(len(accusation["statements"]), 2)

    def test_starts_that_are_called_off_are_counted_in_words(self):
        with CallsOff(times=2) as server:
            done = self.plays(server.url)
            self.assertEqual(done.returncode, 0, done)
            self.assertEqual(len({body["x0"] for body in server.commands("reveal")}), 3)
        self.assertIn("2 starts were called off at this table: Bram did not reveal in time.", done.stdout)

    def test_blamed_in_spite_of_what_was_shown(self):
        self.caught(CallsOff(named="0 1"), "falseBlame", convicted=True, reveals=1)

    def test_the_other_blamed_with_its_secret_beside(self):
        self.caught(CallsOff(shown=lambda table: ("none", table.bram.hex())), "falseBlame", convicted=True, reveals=1)

    def test_another_seed_of_a_start_that_was_called_off(self):
        self.caught(CallsOff(seed=b"s" * 32), "seedDoesNotFit", convicted=True, reveals=1)

    def test_blamed_though_the_server_had_answered(self):
        self.caught(CallsOff(named="0 1", shown=lambda table: ("none", "none")), "notShown", convicted=False, reveals=1)

    def test_another_seed_at_the_end(self):
        AnotherEnd.OTHER = {"seed": b"s" * 32}
        self.caught(AnotherEnd(), "seedDoesNotFit", convicted=True)

    def test_an_end_of_another_start(self):
        AnotherEnd.OTHER = {"start": "ab" * 32}
        self.caught(AnotherEnd(), "contradiction", convicted=False)


class KeyTest(WithClient):
    def test_another_key_is_said_loudly_and_not_played_with_unless_it_is_accepted(self):
        with FakeServer() as server:
            self.assertEqual(self.plays(server.url).returncode, 0)
            server.signing_seed = bytes(32)
            server.key = FakeServer(bytes(32)).key
            done = self.plays(server.url)
            self.assertEqual((done.returncode, len(server.tables)), (6, 1), done)
            self.assertIn("another key than before", done.stderr)
            self.assertEqual(self.plays(server.url, "--accept-key").returncode, 0)
            self.assertEqual(self.plays(server.url).returncode, 0)
            kept = json.loads(next(pathlib.Path(self.folder.name).glob("*/_key.json")).read_text())
            self.assertEqual((kept["key"], len(kept["before"])), (server.key.hex(), 1))
            server.key = b""
            self.assertEqual(self.plays(server.url).returncode, 6)


if __name__ == "__main__":
    main()
