#!/usr/bin/env python3
"""What a third person makes of accusations, by both judges: `wyrmhall verify` and tests/verify.py.

    verdicts_test.py BIN_DIR
    verdicts_test.py BIN_DIR --keep FOLDER     keeps the accusations too, as in tests/accusations
"""

import itertools
import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from dishonest import WithClient, main  # noqa: E402
from fake_server import FakeServer, Table  # noqa: E402

COMBINATIONS = 60  # of statements that are put before both judges
SAMPLES = HERE.parent / "accusations"


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


if __name__ == "__main__":
    main()
