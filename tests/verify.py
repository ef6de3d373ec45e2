#!/usr/bin/env python3
"""Checks the record of a Wyrmhall match with nothing but the standard library, and with no help from anybody.

It knows no rules. It checks the hashes, the commitments, the links of each chain, and that the auditable stream of dice
(docs/dice.md) yields every recorded roll in order. `wyrmhall verify` checks the rest: that the rules come to the same.

Usage: verify.py RECORD.json        Exit code: 0 all is well, 5 something is not, 2 usage.
"""
import hashlib
import hmac
import json
import sys

LINK_BYTES = 16


class Wrong(Exception):
    """Something in the record is not as it must be; the text says what and where."""


def link(x):
    """link(x_k) = x_(k-1)."""
    return hashlib.sha256(b"wyrmhall link v1" + x).digest()[:LINK_BYTES]


def compact(value):
    """The JSON that is hashed: no blanks, keys in the order of the file."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def chained(before, value):
    return hashlib.sha256((before + compact(value)).encode()).hexdigest()[:32]


def need(condition, where, what):
    if not condition:
        raise Wrong(f"{where}: {what}")


def to_bytes(text, length, where):
    need(isinstance(text, str) and text == text.lower(), where, "must be lower-case hexadecimal")
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    need(len(data) == length and len(text) == 2 * length, where, f"must be {length} bytes in hexadecimal")
    return data


def unique_keys(pairs):
    found = dict(pairs)
    need(len(found) == len(pairs), "the record", "has a key twice")
    return found


def no_float(text):
    raise Wrong(f"the record: has {text}, but only whole numbers are written")


class Stream:
    """The keyed stream of bytes that all dice are made of."""

    def __init__(self, seed, match_id, roots):
        message = b"wyrmhall dice v1" + match_id + bytes([len(roots)])
        for root in roots:
            message += bytes([len(root)]) + root
        self.key = hmac.digest(seed, message, "sha256")
        self.revealed = {}
        self.restart()

    def restart(self):
        self.block = 0
        self.bytes = b""

    def reveal(self, seat, x):
        self.revealed[seat] = x

    def next_byte(self):
        if self.revealed:
            message = b"wyrmhall mix v1"
            for seat in sorted(self.revealed):
                message += bytes([seat, LINK_BYTES]) + self.revealed[seat]
            self.key = hmac.digest(self.key, message, "sha256")
            self.revealed = {}
            self.restart()
        if not self.bytes:
            self.bytes = hmac.digest(self.key, self.block.to_bytes(8, "big"), "sha256")
            self.block += 1
        byte, self.bytes = self.bytes[0], self.bytes[1:]
        return byte

    def roll(self, sides):
        while True:
            byte = self.next_byte()
            if byte < 256 - 256 % sides:
                return 1 + byte % sides


def check_hashes(record):
    before = {}
    for key, value in record.items():
        if key == "startHash":
            break
        before[key] = value
    text = chained("", before)
    need(record["startHash"] == text, "startHash", "does not fit what stands before it")
    for index, move in enumerate(record["moves"]):
        text = chained(text, {key: value for key, value in move.items() if key != "hash"})
        need(move.get("hash") == text, f"moves[{index}].hash", "does not fit the move")
    need(record["hash"] == chained(text, record["outcome"]), "hash", "does not fit the outcome")
    return len(record["moves"]) + 2


def check_commitments(record):
    """The last link shown by each seat that has a chain."""
    seed = to_bytes(record["serverSeed"], 32, "serverSeed")
    need(hashlib.sha256(seed).hexdigest() == record["serverCommitment"], "serverSeed",
         "does not hash to the server's commitment")
    chains = {}
    for seat, who in enumerate(record["seats"]):
        if "bot" in who:
            continue
        x0 = to_bytes(who["x0"], LINK_BYTES, f"seats[{seat}].x0")
        need(link(x0).hex() == who["commitment"], f"seats[{seat}].x0", "does not hash to the seat's commitment")
        chains[seat] = x0
    return seed, chains


def check_rolls(stream, rolls, where):
    for index, roll in enumerate(rolls):
        need(set(roll) == {"sides", "value"} and 2 <= roll["sides"] <= 256, f"{where}.rolls[{index}]", "is no roll")
        value = stream.roll(roll["sides"])
        need(value == roll["value"], f"{where}.rolls[{index}]", f"is {roll['value']}, the stream has {value}")
    return len(rolls)


def check_dice(record, seed, chains):
    seats = len(record["seats"])
    roots = [chains.get(seat, b"") for seat in range(seats)]
    stream = Stream(seed, bytes.fromhex(record["matchId"].replace("-", "")), roots)
    rolls = check_rolls(stream, record["start"]["rolls"], "start")
    links = 0
    for index, move in enumerate(record["moves"]):
        where, seat = f"moves[{index}]", move.get("seat")
        decides = move["kind"] == "action"
        if "link" in move:
            x = to_bytes(move["link"], LINK_BYTES, f"{where}.link")
            need(decides and seat in chains, where, "has a link, but its seat has no chain")
            need(link(x) == chains[seat], f"{where}.link", "does not follow on the last one of its seat")
            chains[seat] = x
            stream.reveal(seat, x)
            links += 1
        elif decides and seat in chains:
            need(move.get("chainLost") is True, where, "has no link, but its seat has a chain")
            del chains[seat]
        rolls += check_rolls(stream, move["rolls"], where)
    return rolls, links


def verify(data):
    text = data.decode("utf-8")
    record = json.loads(text, object_pairs_hook=unique_keys, parse_float=no_float, parse_constant=no_float)
    need(isinstance(record, dict) and record.get("format") == "wyrmhall record 1", "format",
         "is not \"wyrmhall record 1\"")
    hashes = check_hashes(record)
    seed, chains = check_commitments(record)
    committed = len(chains)
    rolls, links = check_dice(record, seed, chains)
    return (f"match {record['matchId']}: {record['game']}, {len(record['moves'])} moves\n"
            f"checked: {hashes} hashes, the server's seed and {committed} chains against their commitments, "
            f"{links} links, {rolls} rolls\n"
            "All of them agree. (The rules are not checked here; `wyrmhall verify` does that.)")


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[1], "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"The file cannot be read: {error}", file=sys.stderr)
        return 2
    try:
        print(verify(data))
        return 0
    except Wrong as wrong:
        print(f"Not verified. {wrong}", file=sys.stderr)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        print(f"Not verified. This is no record: {type(error).__name__}: {error}", file=sys.stderr)
    return 5


if __name__ == "__main__":
    sys.exit(main(sys.argv))
