#!/usr/bin/env python3
"""Relays between client and server that try to bend the dice (docs/dice.md), against the real client for the terminal.

    dishonest_relay_test.py BIN_DIR
    dishonest_relay_test.py BIN_DIR --keep FOLDER     keeps the accusations too, as in tests/accusations
"""

import pathlib
import re
import subprocess
import sys
import uuid

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from dishonest import VERIFY, WithClient, main  # noqa: E402
from fake_server import PROTOCOL, link  # noqa: E402
from relay import Relay  # noqa: E402
from running import Server  # noqa: E402

MANY_DECISIONS = ["--option", "match_games=5"]


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
        cls.server = Server(cls.bin_dir).start()

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
        for judge in ([self.program, "verify"], [sys.executable, str(VERIFY)]):
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
        for judge in ([self.program, "verify"], [sys.executable, str(VERIFY)]):
            done = subprocess.run([*judge, str(record)], capture_output=True, text=True, timeout=20)
            self.assertEqual(done.returncode, 0, done)
            confirmed = re.search(r"(\d+) of (\d+) decisions? confirmed by the players who made them([^.\n]*)", done.stdout)
            told.append(confirmed.groups())
        self.assertEqual(told[0], told[1])
        return told[0]

    def test_the_last_decision_is_confirmed_too(self):
        with NotesClosing(self.server.port) as relay:
            done = self.plays(relay.url, "--bot", "random", *MANY_DECISIONS)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("Checked: what you saw is what was played.", done.stdout)
        # Only once the server is bound to the moves by what it has signed, and by a link that was shown for nothing else. On
        # a busy machine each may be asked more than once.
        self.assertEqual(list(dict.fromkeys(relay.asked))[:3], ["ask_receipt", "close_chain", "export"])
        self.assertEqual({link(x) for x in relay.closed_by}, {relay.acts[-1]})
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
    main()
