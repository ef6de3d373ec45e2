#!/usr/bin/env python3
"""Servers and relays that try to bend the dice (docs/dice.md), against the real client for the terminal.

    dishonest_server_test.py BIN_DIR
    dishonest_server_test.py BIN_DIR --keep FOLDER     keeps the accusations too, as in tests/accusations
"""

import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import uuid

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from fake_server import PROTOCOL, FakeServer, Table, link  # noqa: E402
from relay import Relay  # noqa: E402
from running import Server  # noqa: E402

BIN_DIR = None
KEEP = None
MANY_DECISIONS = ["--option", "match_games=5"]
COMBINATIONS = 60  # of statements that are put before both judges
VERIFY = HERE.parent / "verify.py"
SAMPLES = HERE.parent / "accusations"


class WithClient(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="wyrmhall-dishonest-")
        self.addCleanup(self.folder.cleanup)

    def client(self, url, *arguments, stdin=subprocess.DEVNULL, text=None, timeout=40):
        command = [os.path.join(BIN_DIR, "wyrmhall"), "--server", url, "--data", self.folder.name,
                   *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                              **({"input": text} if text is not None else {"stdin": stdin}))

    def plays(self, url, *arguments, **kwargs):
        return self.client(url, "play", "duel", "--auto", "first", *arguments, **kwargs)


    def accusation(self):
        """The one accusation that the client has written: its file and what is in it."""
        files = [file for file in pathlib.Path(self.folder.name).glob("*/_accusations/*.json")
                 if not file.name.endswith("-record.json")]
        self.assertEqual(len(files), 1, files)
        return files[0], json.loads(files[0].read_text(encoding="utf-8"))

    def judged(self, *files):
        """What a third person makes of the files; both judges must come to the same."""
        verdicts = []
        for judge in ([os.path.join(BIN_DIR, "wyrmhall"), "verify"], [sys.executable, str(VERIFY)]):
            done = subprocess.run([*judge, "--accusation", *map(str, files)], capture_output=True, text=True, timeout=20)
            of = re.search(r"^Convicted \((\w+)\)\. The holder of the key (\w+)", done.stdout, re.MULTILINE)
            verdicts.append(((done.returncode, of and of.groups()), done.stdout + done.stderr))
        self.assertEqual(verdicts[0][0], verdicts[1][0], verdicts)
        return verdicts[0][0][0], verdicts[0][1]

    def judged_and_kept(self, file, name=None):
        status, text = self.judged(file)
        if KEEP:
            folder = KEEP / ("convicting" if status == 0 else "not_convicting")
            folder.mkdir(exist_ok=True)
            name = (name or self._testMethodName.removeprefix("test_")).replace("_", "-").replace(" ", "-")
            shutil.copyfile(file, folder / f"{name}.json")
        return status, text

    def caught(self, server, of, convicted, reveals=None):
        """The client stops, its file says so, and a third person comes to that verdict from the file alone."""
        with server:
            done = self.plays(server.url)
            shown = server.commands("reveal")
            self.assertEqual(server.troubles, [])
            self.assertEqual(server.commands("close_chain"), [])
        self.assertEqual(done.returncode, 5, done)
        if reveals is not None:
            self.assertEqual(len(shown), reveals)
        self.assertEqual(len({body["x0"] for body in shown}), len(shown), "an x_0 was shown twice")
        file, accusation = self.accusation()
        self.assertEqual(accusation["of"], of)
        status, text = self.judged_and_kept(file)
        print(f"\n  {type(server).__name__}: {len(shown)} reveals; {of}; {text.strip().splitlines()[1]}")
        self.assertEqual(status, 0 if convicted else 7, text)
        self.assertIn(f"Convicted ({of})" if convicted else "Does not convict by itself", text)
        return accusation


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
        self.assertIn("31 of 40 rolls mixed in a secret that the server did not have; 9 followed a bot’s", done.stdout)
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


class VerdictTest(WithClient):
    """What a third person makes of files, however they came about."""

    def file(self, name, statements, of="contradiction", key=None):
        path = pathlib.Path(self.folder.name) / name
        signed = [{"text": s["text"].decode(), "key": s["public_key"].hex(), "signature": s["signature"].hex()}
                  for s in statements]
        accusation = {"format": "wyrmhall accusation 1", "of": of, "key": (key or self.server.key).hex(),
                      "said": "Look at this.", "statements": signed, "own": {"links": []}}
        path.write_text(json.dumps(accusation), encoding="utf-8")
        return path

    def setUp(self):
        super().setUp()
        self.server = FakeServer()
        self.addCleanup(self.server.__exit__)
        self.table = Table()
        self.table.commitment = b"c" * 16
        self.table.start = self.server.start_statement(self.table)

    def verdict(self, what, *statements, **kwargs):
        return self.judged_and_kept(self.file("accusation.json", statements, **kwargs), what)

    def test_convictions(self):
        other = self.server.start_statement(self.table, time="2026-03-01T12:34:57.000000Z")
        second = self.server.start_statement(self.table, attempt=2)
        aborted = self.server.aborted_statement(self.table)
        for of, statements in {"contradiction": [self.table.start, other], "commitmentTwice": [second, self.table.start],
                               "seedDoesNotFit": [self.table.start, self.server.end_statement(self.table, b"s" * 32)]}.items():
            with self.subTest(of):
                status, text = self.verdict(f"{of} by hand", *statements, of=of)
                self.assertEqual(status, 0, text)
                self.assertIn(f"Convicted ({of})", text)
        for what, statements in {"called off and ended": [aborted, self.server.end_statement(self.table)],
                                 "two ends": [self.server.end_statement(self.table),
                                              self.server.end_statement(self.table, record="cd" * 16)],
                                 "two accounts": [aborted, self.server.aborted_statement(self.table, named="0 1")],
                                 "another start of it": [other, aborted],
                                 "blamed for a wrong x_0": [self.table.start, self.blamed("wrongReveal")]}.items():
            with self.subTest(what):
                of = "falseBlame" if "blamed" in what else "contradiction"
                self.assertEqual(self.verdict(what, *statements, of=of)[0], 0)

    def blamed(self, reason):
        """Seat 1, with the x_0 that it did reveal."""
        text = self.server.aborted_statement(self.table, shown=("none", self.table.bram.hex()))["text"].decode()
        return self.server.sign(*text.replace("noReveal", reason).splitlines())

    def test_two_files_that_contradict_each_other(self):
        one = self.file("one.json", [self.table.start])
        other = self.file("other.json", [self.server.start_statement(self.table, time="2026-03-01T12:34:57.000000Z")])
        self.assertEqual(self.judged(one)[0], 7)
        status, text = self.judged(one, other)
        self.assertEqual(status, 0, text)

    def test_what_does_not_convict(self):
        other = self.server.start_statement(self.table, time="2026-03-01T12:34:57.000000Z")
        forged = {**other, "text": other["text"].replace(b"attempt 1", b"attempt 2")}
        by_another = FakeServer(bytes(32))
        self.addCleanup(by_another.__exit__)
        strange = by_another.start_statement(self.table)
        for what, statements in {"nothing": [], "one statement": [self.table.start], "the same twice": [self.table.start] * 2,
                                 "a forged one": [self.table.start, forged], "of another key": [self.table.start, strange],
                                 "an honest end": [self.table.start, self.server.end_statement(self.table)],
                                 "an honest call-off": [self.table.start, self.server.aborted_statement(self.table)],
                                 "who left had revealed": [self.table.start, self.blamed("left")]}.items():
            with self.subTest(what):
                status, text = self.verdict(what, *statements)
                self.assertEqual(status, 7, text)
                self.assertIn("one side's word", text)

    def test_kept_accusations(self):
        for folder, expected in {"convicting": 0, "not_convicting": 7}.items():
            files = sorted((SAMPLES / folder).glob("*.json"))
            self.assertGreater(len(files), 10)
            for file in files:
                with self.subTest(file.name):
                    status, text = self.judged(file)
                    self.assertEqual(status, expected, text)

    def test_both_judges_agree_on_whatever_is_put_together(self):
        chosen, convicted = random.Random(7), set()
        pool = self.pool()
        for _ in range(COMBINATIONS):
            status, text = self.judged(self.file("any.json", chosen.sample(pool, chosen.randint(1, 3))))
            convicted.add(status == 0 and text.split("(")[1].split(")")[0])
        self.assertEqual(convicted, {False, "contradiction", "commitmentTwice", "seedDoesNotFit", "falseBlame"})

    def pool(self):
        """True and false statements about one table."""
        pool, first = [], self.table.start
        for start in (first, self.server.start_statement(self.table, attempt=2)):
            self.table.start = start
            aborted = [self.server.aborted_statement(self.table, shown=("none", shown), seed=seed)
                       for shown in ("none", self.table.bram.hex(), "cd" * 16) for seed in (None, b"s" * 32)]
            for statement, reason in itertools.product(aborted, ("noReveal", "wrongReveal", "left")):
                pool.append(self.server.sign(*statement["text"].decode().replace("noReveal", reason).splitlines()))
            pool += [start] * 8 + [self.server.end_statement(self.table), self.server.end_statement(self.table, b"s" * 32)]
        self.table.start = first
        return pool

    def test_what_is_no_accusation(self):
        path = pathlib.Path(self.folder.name) / "other.json"
        for text in ("", "[", "{}", '{"format":"wyrmhall accusation 2"}', "[" * 100000, "[" * 17 + "]" * 17, '{"text":NaN}'):
            path.write_text(text)
            self.assertEqual(self.judged(path)[0], 5, text[:40])
        self.assertEqual(self.judged(path.with_name("none.json"))[0], 2)


class StripsLinks(Relay):
    """Leaves MatchUpdate.last_link out, or puts another in its place."""

    def __init__(self, port, instead=None):
        super().__init__(port)
        self.instead = instead
        self.acts = []

    def to_client(self, message):
        for update in message.get("match_opened", {}).get("updates", []):
            if update.pop("last_link", None) is not None and self.instead:
                update["last_link"] = self.instead
        return [message]

    def to_server(self, message):
        if "act" in message:
            self.acts.append(message["act"])
        return [message]


class WrongLink(Relay):
    """Answers the first actions with «wrong link», though the link is right."""

    def __init__(self, port, times):
        super().__init__(port)
        self.left = times
        self.acts = []

    def to_server(self, message):
        if "act" in message:
            self.acts.append(message["act"])
            if self.left > 0:
                self.left -= 1
                code = PROTOCOL.enum("REFUSAL_CODE_WRONG_LINK")
                return [{"answer_to": message["command_id"], "refusal": {"code": code}}]
        return [message]


class FalseOnTheScreen(Relay):
    """Shows other dice than those that were rolled, or another winner; the record is the true one."""

    def __init__(self, port, dice=False, winner=False):
        super().__init__(port)
        self.dice, self.winner = dice, winner
        self.changed = 0

    def to_client(self, message):
        for name in ("match_opened", "story"):
            for update in message.get(name, {}).get("updates", []):
                self.change(update)
        if "update" in message:
            self.change(message["update"])
        return [message]

    def change(self, update):
        for event in update.get("events", []):
            fight = event.get("duel", {}).get("fight")
            if self.dice and fight:
                fight["dice"] = [face + 1 if face < 4 else face - 1 for face in fight["dice"]]
                self.changed += 1
        if self.winner and "outcome" in update:
            outcome = update["outcome"]
            outcome["winners"] = [1 - seat for seat in outcome["winners"]]
            outcome["places"].reverse()
            self.changed += 1


class OtherRecord(Relay):
    """Gives another record than the one whose end was signed: a die of it is changed."""

    def to_client(self, message):
        if "record" in message:
            data = message["record"]["data"]
            message["record"]["data"] = re.sub(rb'"value":(\d)', lambda found: b'"value":%d' % (int(found[1]) % 4 + 1), data)
        return [message]


class PlaysAnother(Relay):
    """Plays another legal action than the client chose, with the link that came with it."""

    def __init__(self, port, confirmation="keep"):
        super().__init__(port)
        self.confirmation = confirmation
        self.choices = []
        self.swapped = 0

    def to_client(self, message):
        for update in [message.get("update", {}), *message.get("match_opened", {}).get("updates", [])]:
            if update.get("choices", {}).get("choices"):
                self.choices = [choice["action"] for choice in update["choices"]["choices"]]
        return [message]

    def to_server(self, message):
        act = message.get("act")
        if not act or len(self.choices) < 2:
            return [message]
        self.swapped += 1
        act["action"] = self.choices[act["choice"] % len(self.choices)]
        if self.confirmation == "renumber":
            act["choice"] = act["choice"] % len(self.choices) + 1
        if self.confirmation == "strip":
            del act["confirmation"], act["choice"]
        return [message]


class Busy(Relay):
    """Loses the first questions after the end, as if the server had no time for them."""

    def __init__(self, port, receipts, records):
        super().__init__(port)
        self.left = {"ask_receipt": receipts, "export": records}

    def to_server(self, message):
        for name in self.left:
            if name in message and self.left[name] > 0:
                self.left[name] -= 1
                return []
        return [message]


class DeniesTheEnd(Relay):
    """Says that a match is not over after it has shown its end, as a server does that has lost it."""

    def to_server(self, message):
        if "ask_receipt" in message:
            code = PROTOCOL.enum("REFUSAL_CODE_MATCH_NOT_OVER")
            return [{"answer_to": message["command_id"], "refusal": {"code": code}}]
        return [message]


class NotesClosing(Relay):
    """Notes what is asked after the end, and by what the chain is closed; may lose the answer of the server."""

    def __init__(self, port, lost=0):
        super().__init__(port)
        self.lost = lost
        self.match = b""
        self.acts = []
        self.asked = []
        self.closed_by = []

    def to_server(self, message):
        name = next(key for key in message if key != "command_id")
        if name == "act":
            self.acts.append(message["act"]["link"])
        if name in ("ask_receipt", "close_chain", "export"):
            self.asked.append(name)
        if name == "close_chain":
            self.match = message[name]["match_id"]
            self.closed_by.append(message[name]["link"])
            if self.lost > 0:
                self.lost -= 1
                return []
        return [message]


class RelayTest(WithClient):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(BIN_DIR).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def shown_otherwise(self, relay, sentence, *options, record_verifies=True):
        """The client compares what it showed with the record, and says what differs; only it can know."""
        with relay:
            done = self.plays(relay.url, "--bot", "random", *options)
        self.assertEqual(done.returncode, 5, done)
        self.assertIn(sentence, done.stderr)
        self.assertNotIn("Checked: what you saw is what was played.", done.stdout)
        file, accusation = self.accusation()
        self.assertEqual(accusation["of"], "shownOtherwise")
        record = pathlib.Path(accusation["own"]["seen"]["record"])
        verified = self.client("ws://nobody", "verify", str(record))
        self.assertEqual(verified.returncode, 0 if record_verifies else 5, verified)
        status, text = self.judged_and_kept(file)
        self.assertEqual(status, 7, text)
        self.assertIn("has not signed", text)
        self.assertEqual(self.judged(file, record)[0], 7)

    def test_other_dice_on_the_screen(self):
        relay = FalseOnTheScreen(self.server.port, dice=True)
        self.shown_otherwise(relay, "The server showed the dice")
        self.assertGreater(relay.changed, 0)

    def test_another_winner_on_the_screen(self):
        relay = FalseOnTheScreen(self.server.port, winner=True)
        self.shown_otherwise(relay, "The server showed another outcome")
        self.assertGreater(relay.changed, 0)

    def plays_another(self, relay, expected):
        self.shown_otherwise(relay, "The server took your decision", *MANY_DECISIONS)
        self.assertGreater(relay.swapped, 1)
        record = next(pathlib.Path(self.folder.name).glob("*/_accusations/*-record.json"))
        for judge in ([os.path.join(BIN_DIR, "wyrmhall"), "verify"], [sys.executable, str(VERIFY)]):
            done = subprocess.run([*judge, str(record)], capture_output=True, text=True, timeout=20)
            self.assertRegex(done.stdout, expected, judge)
            self.assertNotRegex(done.stdout, r"[1-9]\d* of \d+ decisions confirmed")

    def test_another_decision_with_the_link_of_mine(self):
        # Both numbers are as they were sent, so only the rules know that this is another decision: `wyrmhall verify` counts it
        # as confirmed as another, and the script, which knows no rules, as confirmed.
        relay = PlaysAnother(self.server.port)
        self.shown_otherwise(relay, "The server took your decision", *MANY_DECISIONS)
        record = next(pathlib.Path(self.folder.name).glob("*/_accusations/*-record.json"))
        verified = self.client("ws://nobody", "verify", str(record))
        self.assertRegex(verified.stdout, r"\d+ confirmed as another than was played")

    def test_another_decision_under_its_own_number(self):
        self.plays_another(PlaysAnother(self.server.port, "renumber"), r"\d+ confirmed as another than was played")

    def test_another_decision_without_a_confirmation(self):
        self.plays_another(PlaysAnother(self.server.port, "strip"), r"\d+ made without a confirmation")

    def decisions(self, match):
        """What both judges make of the record as anybody may have it, after the first number."""
        record = pathlib.Path(self.folder.name) / "record.json"
        self.assertEqual(self.client(self.server.url, "export", str(uuid.UUID(bytes=match)), "-o", str(record)).returncode, 0)
        told = []
        for judge in ([os.path.join(BIN_DIR, "wyrmhall"), "verify"], [sys.executable, str(VERIFY)]):
            done = subprocess.run([*judge, str(record)], capture_output=True, text=True, timeout=20)
            self.assertEqual(done.returncode, 0, done)
            told.append(re.search(r"(\d+) of (\d+) decisions? confirmed by who made them([^.\n]*)", done.stdout).groups())
        self.assertEqual(told[0], told[1])
        return told[0]

    def test_the_last_decision_is_confirmed_too(self):
        with NotesClosing(self.server.port) as relay:
            done = self.plays(relay.url, "--bot", "random", *MANY_DECISIONS)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("Checked: what you saw is what was played.", done.stdout)
        # Only once the server is bound to the moves by what it has signed, and by a link that was shown for nothing else.
        self.assertEqual(relay.asked[:3], ["ask_receipt", "close_chain", "export"])
        self.assertEqual([link(x) for x in relay.closed_by], relay.acts[-1:])
        confirmed, all_of_them, rest = self.decisions(relay.match)
        self.assertEqual((confirmed, rest), (all_of_them, ""))
        self.assertEqual(int(confirmed), len(relay.acts))

    def test_an_end_that_is_denied(self):
        with DeniesTheEnd(self.server.port) as relay:
            done = self.plays(relay.url, "--bot", "random")
        self.assertEqual(done.returncode, 5, done)
        self.assertIn("not over, after it had shown its end: something is lost", done.stderr)
        file, accusation = self.accusation()
        self.assertEqual(accusation["of"], "unsigned")
        # The start that it signed says nothing of an end: there is no proof.
        self.assertEqual(self.judged_and_kept(file)[0], 7)

    def test_a_closing_link_that_gets_lost_is_sent_again(self):
        with NotesClosing(self.server.port, lost=1) as relay:
            done = self.plays(relay.url, "--bot", "random")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(len(relay.closed_by), 2)
        self.assertEqual(len(set(relay.closed_by)), 1)
        self.assertEqual(self.decisions(relay.match)[2], "")

    def test_a_closing_link_that_never_comes_leaves_the_last_decision_as_it_is(self):
        with NotesClosing(self.server.port, lost=100) as relay:
            done = self.plays(relay.url, "--bot", "random")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("Checked: what you saw is what was played.", done.stdout)
        self.assertIn("1 the last of a seat", self.decisions(relay.match)[2])

    def test_another_record_than_the_signed_one(self):
        self.shown_otherwise(OtherRecord(self.server.port), "does not hold", record_verifies=False)

    def accused(self, relay, what):
        done = self.plays(relay.url, "--bot", "random")
        links = sum("link" in act for act in relay.acts)
        print(f"\n  {what}: {len(relay.acts)} actions, {links} with a link; exit {done.returncode}; {done.stderr.strip()}")
        self.assertFalse(any(act.get("chain_lost") for act in relay.acts))
        self.assertEqual(done.returncode, 5, done)
        file, accusation = self.accusation()
        self.assertEqual(accusation["of"], "chainTakenAway")
        status, text = self.judged_and_kept(file)
        self.assertEqual(status, 7, text)

    def test_stripped_last_link(self):
        with StripsLinks(self.server.port) as relay:
            self.accused(relay, "last_link left out")

    def test_another_last_link(self):
        with StripsLinks(self.server.port, b"z" * 16) as relay:
            self.accused(relay, "another last_link")

    def test_wrong_link_twice(self):
        with WrongLink(self.server.port, 2) as relay:
            self.accused(relay, "WRONG_LINK twice")

    def test_a_receipt_and_a_record_that_come_late_are_asked_for_again(self):
        with Busy(self.server.port, receipts=2, records=1) as relay:
            done = self.plays(relay.url, "--bot", "random")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("It is asked again", done.stderr)
        self.assertIn("Checked: what you saw is what was played.", done.stdout)
        self.assertEqual(list(relay.left.values()), [0, 0])

    def test_a_record_that_never_comes_is_said_and_accuses_nobody(self):
        with Busy(self.server.port, receipts=0, records=100) as relay:
            done = self.plays(relay.url, "--bot", "random")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("The server did not give the record of this match", done.stderr)
        self.assertNotIn("Checked", done.stdout)

    def test_honest_relay(self):
        with WrongLink(self.server.port, 0) as relay:
            done = self.plays(relay.url, "--bot", "random")
            self.assertEqual(done.returncode, 0, done)
            self.assertTrue(all("link" in act for act in relay.acts))
            self.assertIn("Checked: what you saw is what was played.", done.stdout)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    if "--keep" in sys.argv:
        at = sys.argv.index("--keep")
        KEEP = pathlib.Path(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main(warnings="ignore")
