#!/usr/bin/env python3
"""The two judges agree: `wyrmhall verify` and tests/verify.py say the same of files that are written oddly, records and
accusations.

    judges_test.py BIN_DIR
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))

import verify  # noqa: E402
from verify_test import hashed_anew  # noqa: E402

BIN_DIR = None
RECORD = (TESTS / "records/duel-signed.json").read_bytes()
CONVICTING = (TESTS / "accusations/convicting/contradiction-by-hand.json").read_bytes()
FINE, NO_RECORD, NO_EVIDENCE, NOT_CONVICTED = 0, 5, 5, 7
TWO_STATEMENTS = json.dumps(json.loads(CONVICTING)["statements"], separators=(",", ":"))


def keys_moved():
    """Nobody has signed this one, and its hashes fit."""
    record = json.loads(RECORD)
    del record["receipts"]
    return hashed_anew({"matchId": record.pop("matchId"), **record})


# What is written otherwise than a record is.
RECORDS = {
    "as it is": (RECORD, FINE),
    "a byte order mark": (b"\xef\xbb\xbf" + RECORD, NO_RECORD),
    "carriage returns": (RECORD.replace(b"\n", b"\r\n"), NO_RECORD),
    "a blank at the end": (RECORD + b" ", NO_RECORD),
    "a line feed at the end": (RECORD + b"\n", NO_RECORD),
    "no line feed at the end": (RECORD[:-1], NO_RECORD),
    "blanks at the end of a line": (RECORD.replace(b",\n", b", \n", 1), NO_RECORD),
    "no blank behind a colon": (RECORD.replace(b'"game": ', b'"game":', 1), NO_RECORD),
    "on one line": (json.dumps(json.loads(RECORD), separators=(",", ":")).encode(), NO_RECORD),
    "a letter that need not be escaped": (RECORD.replace(b'"duel"', rb'"\u0064uel"', 1), NO_RECORD),
    "a byte of zero at the end": (RECORD + b"\0", NO_RECORD),
    "something behind it": (RECORD + b"{}", NO_RECORD),
    "half a pair of surrogates in a name": (RECORD.replace(b'"name":"', rb'"name":"\ud83d', 1), NO_RECORD),
    "the same in bytes": (RECORD.replace(b'"name":"', b'"name":"\xed\xa0\xbd', 1), NO_RECORD),
    "a letter of ISO 8859-1": (RECORD.replace(b'"name":"', b'"name":"\xe9', 1), NO_RECORD),
    "a key twice": (RECORD.replace(b'"game": ', b'"game": "duel",\n  "game": ', 1), NO_RECORD),
    "nothing": (b"", NO_RECORD),
    "a name that is a number": (RECORD.replace(b'"Mira"', b"1", 1), NO_RECORD),
    "no name": (RECORD.replace(b'"name":"Mira",', b"", 1), NO_RECORD),
    "a name at another place": (RECORD.replace(b'"name":"Mira",', b"", 1).replace(b'"},', b'","name":"Mira"},', 1), NO_RECORD),
    "keys in another order": (keys_moved(), NO_RECORD),
    "another name": (RECORD.replace(b'"name":"', '"name":"\u00e9\u4e2d'.encode(), 1), FINE),
}
CLOSED = (TESTS / "records/duel-closed.json").read_bytes()
CLOSING = json.loads(CLOSED)["closingLinks"]
CLOSING_LINE = CLOSED.splitlines(keepends=True)[-2]


def closed_by(links):
    """The record with other closing links, which nothing signs."""
    return CLOSED.replace(CLOSING_LINE, f'  "closingLinks": {json.dumps(links, separators=(",", ":"))}\n'.encode())


OTHER_LINKS = [CLOSING[1]["link"], "00" * 16, CLOSING[0]["link"].upper(), CLOSING[0]["link"][2:], 7]
CLOSINGS = {
    "as it is": (CLOSED, FINE),
    "one of the two": (closed_by(CLOSING[:1]), FINE),
    "the other": (closed_by(CLOSING[1:]), FINE),
    "none": (CLOSED.replace(b",\n" + CLOSING_LINE, b"\n"), FINE),
    "no line, but the comma before it": (CLOSED.replace(CLOSING_LINE, b""), NO_RECORD),
    "an empty list": (closed_by([]), NO_RECORD),
    "no list": (closed_by({}), NO_RECORD),
    "nothing in the list": (closed_by([None]), NO_RECORD),
    "another order": (closed_by(CLOSING[::-1]), NO_RECORD),
    "one of them twice": (closed_by([CLOSING[0]] * 2), NO_RECORD),
    "a third seat": (closed_by([*CLOSING, {"seat": 2, "link": "00" * 16}]), NO_RECORD),
    "a seat below zero": (closed_by([{**CLOSING[0], "seat": -1}]), NO_RECORD),
    "a seat that is a text": (closed_by([{**CLOSING[0], "seat": "0"}]), NO_RECORD),
    "a seat that is true": (closed_by([{**CLOSING[0], "seat": True}]), NO_RECORD),
    "no seat": (closed_by([{"link": CLOSING[0]["link"]}]), NO_RECORD),
    "another key beside": (closed_by([{**CLOSING[0], "more": 1}]), NO_RECORD),
    "keys in another order": (closed_by([dict(reversed(CLOSING[0].items()))]), NO_RECORD),
    "blanks in the list": (CLOSED.replace(b"},{", b"}, {"), NO_RECORD),
    "before the receipts": (b"".join([*CLOSED.splitlines(keepends=True)[:-3],
                                      CLOSING_LINE[:-1] + b",\n", CLOSED.splitlines()[-3][:-1] + b"\n}\n"]), NO_RECORD),
    "the last link that was shown": (closed_by([{"seat": 0, "link": [move["link"] for move in json.loads(CLOSED)["moves"]
                                                                     if move["seat"] == 0][-1]}]), NO_RECORD),
    **{f"the link {other}": (closed_by([{"seat": 0, "link": other}]), NO_RECORD) for other in OTHER_LINKS},
}
# For the time for a decision, which the rules do not look at. Nobody has signed these.
NUMBERS = {"minus nothing": "-0", "a number with a fraction": "0.0", "a number with an exponent": "0e0",
           "a number beyond all bounds": "1e999", "a number of 21 digits": "9" * 21,
           "a whole number of 400 digits": "9" * 400, "a whole number of 5,000 digits": "9" * 5000,
           "no number": "NaN", "one without bounds": "Infinity", "below zero": "-1"}


def beside(text):
    """An accusation with something of no weight beside its statements."""
    return f'{{"statements":{TWO_STATEMENTS},"beside":{text}}}'.encode()


def nested(levels):
    return "[" * levels + "]" * levels


ACCUSATIONS = {
    "as it is": (CONVICTING, FINE),
    "carriage returns and blanks": (CONVICTING.replace(b"\n", b"\r\n") + b" \r\n\t", FINE),
    "a byte order mark": (b"\xef\xbb\xbf" + CONVICTING, NO_EVIDENCE),
    "a byte of zero at the end": (CONVICTING + b"\0", NO_EVIDENCE),
    "a form feed at the end": (CONVICTING + b"\f", NO_EVIDENCE),
    "something behind it": (CONVICTING + b"{}", NO_EVIDENCE),
    "a remark": (b"/* so it was */" + CONVICTING, NO_EVIDENCE),
    "a number": (beside("12"), FINE),
    "minus nothing": (beside("-0"), FINE),
    "a small number": (beside("1e-999"), FINE),
    "a number of 21 digits": (beside("9" * 21), FINE),
    "the largest number": (beside("1.7976931348623157e308"), FINE),
    "a number beyond all bounds": (beside("1e999"), NO_EVIDENCE),
    "another below all bounds": (beside("-1e999"), NO_EVIDENCE),
    "a whole number of 309 digits": (beside("1" + "0" * 308), FINE),
    "a whole number of 400 digits": (beside("9" * 400), NO_EVIDENCE),
    "a whole number of 5,000 digits": (beside("9" * 5000), NO_EVIDENCE),
    "a number that begins with nothing": (beside("01"), NO_EVIDENCE),
    "no number": (beside("NaN"), NO_EVIDENCE),
    "one without bounds": (beside("-Infinity"), NO_EVIDENCE),
    "half a pair of surrogates": (beside(r'"\ud83d"'), NO_EVIDENCE),
    "the other half": (beside(r'"\udc00"'), NO_EVIDENCE),
    "half a pair as a key": (beside(r'{"\ud83d":1}'), NO_EVIDENCE),
    "half a pair that another value replaces": (beside(r'{"a":"\ud83d","a":1}'), NO_EVIDENCE),
    "no half, but a backslash": (beside(r'"\\ud83d"'), FINE),
    "a pair of surrogates": (beside(r'"\ud83d\ude00"'), FINE),
    "the same in bytes": (beside('"x"').replace(b'"x"', b'"\xed\xa0\xbd"'), NO_EVIDENCE),
    "a letter of ISO 8859-1": (beside('"x"').replace(b'"x"', b'"\xe9"'), NO_EVIDENCE),
    "a line feed in a text": (beside('"a\nb"'), NO_EVIDENCE),
    "a key twice": (b'{"statements":[],"statements":' + TWO_STATEMENTS.encode() + b"}", FINE),
    "the same, and the first one counts for nothing": (
        b'{"statements":' + TWO_STATEMENTS.encode() + b',"statements":[]}', NO_EVIDENCE),
    "16 levels": (beside(nested(15)), FINE),
    "17 levels": (beside(nested(16)), NO_EVIDENCE),
    "17 levels in a statement": (beside(nested(1)).replace(b'{"text"', f'{{"more":{nested(14)},"text"'.encode(), 1),
                                 NO_EVIDENCE),
    "brackets in a text": (beside(json.dumps('"' + nested(20) + "\\")), FINE),
    "a key of ten bytes": (b'{"format":"wyrmhall accusation 1","key":"' + b"00" * 10 + b'","statements":'
                           + TWO_STATEMENTS.encode() + b"}", FINE),
    "another key": (b'{"format":"wyrmhall accusation 1","key":"' + b"00" * 32 + b'","statements":'
                    + TWO_STATEMENTS.encode() + b"}", NOT_CONVICTED),
    "a key in capitals": (CONVICTING.replace(json.loads(CONVICTING)["key"].encode(),
                                             json.loads(CONVICTING)["key"].upper().encode()), FINE),
    "nothing": (b"", NO_EVIDENCE),
}


def hashed_with(record, number):
    """The record with this number as its time for a decision, and with the hashes of a forger who writes it like that."""
    place, compact = "77777", verify.compact
    assert place not in compact(record)
    verify.compact = lambda value: compact(value).replace(place, number)
    try:
        return hashed_anew({**record, "turnSeconds": int(place)}).replace(place.encode(), number.encode())
    finally:
        verify.compact = compact


def status_of(command, paths):
    done = subprocess.run([*command, *paths], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.returncode


class JudgesTest(unittest.TestCase):
    def both_say(self, expected, *files, accusation=False):
        option = ["--accusation"] if accusation else []
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for number, data in enumerate(files):
                paths.append(os.path.join(folder, f"{number}.json"))
                pathlib.Path(paths[-1]).write_bytes(data)
            said = (status_of([os.path.join(BIN_DIR, "wyrmhall"), "verify", *option], paths),
                    status_of([sys.executable, str(TESTS / "verify.py"), *option], paths))
        self.assertEqual(said, (expected, expected))

    def test_records(self):
        for name, (data, expected) in RECORDS.items():
            with self.subTest(name):
                self.both_say(expected, data)

    def test_closing_links(self):
        for name, (data, expected) in CLOSINGS.items():
            with self.subTest(name):
                self.both_say(expected, data)

    def test_numbers_in_records_whose_hashes_fit(self):
        record = json.loads(RECORD)
        del record["receipts"]
        self.both_say(FINE, hashed_with(record, "60"))
        for name, number in NUMBERS.items():
            with self.subTest(name):
                self.both_say(NO_RECORD, hashed_with(record, number))

    def test_accusations(self):
        for name, (data, expected) in ACCUSATIONS.items():
            with self.subTest(name):
                self.both_say(expected, data, accusation=True)

    def test_several_files_of_which_one_is_no_evidence(self):
        for other in (b"{}", RECORD.replace(b'"receipts"', b'"other"'), b"[]"):
            expected = FINE if b"signature" in other else NO_EVIDENCE
            self.both_say(expected, CONVICTING, other, accusation=True)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
