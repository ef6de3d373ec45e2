#!/usr/bin/env python3
"""Checks the record of a Wyrmhall match with nothing but the standard library, and with no help from anybody.

It knows no rules. It checks the hashes, the commitments, the links of each chain, that the auditable stream of dice
(docs/dice.md) yields every recorded roll in order, and what the server has signed; and it counts the rolls that no operator
could foresee. `wyrmhall verify` checks the rest: that the rules come to the same. It needs verify_statements.py,
verify_confirmations.py and verify_accusation.py beside it, and nothing else.

Usage: verify.py RECORD.json... [KEY]
                                    KEY: the server's public key, 64 hexadecimal digits, by which all must be signed.
                                    Exit code: 0 all is well, 5 something is not, 2 usage or a file that cannot be read.
       verify.py --accusation FILE...  judges what a client has against a server (verify_accusation.py). Exit code:
                                    0 it convicts, 7 it does not by itself, 5 a file is no evidence, 2 usage.
"""
import hashlib
import hmac
import json
import re
import sys

import verify_accusation
from verify_confirmations import Confirmations
from verify_statements import (LINK_BYTES, Wrong, check_signed, hash_of, link, need, read_aborted, read_end, read_json,
                               read_start, tame, to_bytes)

FORMATS = ("wyrmhall record 1", "wyrmhall record 2", "wyrmhall record 3")
# Of the top level; a record that nobody vouches for has no "receipts", so it must not pass under another name.
KEYS = ("format", "matchId", "game", "rulesVersion", "options", "startedAt", "turnSeconds", "seats", "serverSeed",
        "serverCommitment", "abortedStarts", "start", "startHash", "moves", "outcome", "hash", "receipts",
        "closingLinks")
SEAT_KEYS = (["name", "player", "commitment", "x0"], ["bot"])
MOST_BYTES = 64 << 20
MOST_LEVELS = 8  # of nesting
LISTS = ("seats", "abortedStarts", "moves")  # whose elements are on a line each


def compact(value):
    """The JSON that is hashed: no blanks, keys in the order of the file."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def laid_out(record):
    """The text of a record: the same values are always the same bytes."""
    def member(key, value):
        if key not in LISTS or not value:
            return compact(value)
        return "[" + ",".join(f"\n    {compact(element)}" for element in value) + "\n  ]"
    return "{" + ",".join(f"\n  {compact(key)}: {member(key, value)}" for key, value in record.items()) + "\n}\n"


def chained(before, value):
    return hashlib.sha256((before + compact(value)).encode()).hexdigest()[:32]


def unique_keys(pairs):
    found = dict(pairs)
    need(len(found) == len(pairs), "the record", "has a key twice")
    return found


def whole(text):
    """Of 64 bits."""
    need(re.fullmatch("-?[0-9]{1,20}", text) and -1 << 63 <= int(text) < 1 << 64, "the record",
         f"has {text[:40]}, but only whole numbers of 64 bits are written")
    return int(text)


def check_numbers(record):
    for where, holder, key, bits in [("the record", record, "rulesVersion", 32), ("the record", record, "turnSeconds", 32),
                                     *((f"moves[{index}]", move, key, bits) for index, move in enumerate(record["moves"])
                                       for key, bits in (("milliseconds", 63), ("version", 32)))]:
        need(type(holder[key]) is int and 0 <= holder[key] < 1 << bits, f"{where}.{key}",
             f"must be a whole number of {bits} bits")


def check_blame(start, aborted, where):
    reason, named = aborted["reason"], aborted["named"]
    for number, (seat, x0) in enumerate(zip(start["seats"], aborted["shown"])):
        person = isinstance(seat, tuple)
        need(x0 is None or person and link(x0).hex() == seat[1], where,
             f"shows an x_0 of seat {number} that does not hash to its commitment")
        silent = person and x0 is None
        if reason == "noReveal":
            need((number in named) == silent, where, "does not name exactly the seats that showed nothing")
        if reason == "wrongReveal":
            need(number not in named or silent, where, f"blames seat {number}, which it shows to have revealed")
    need(all(seat < len(start["seats"]) for seat in named) and bool(named) == (reason != "restart"), where,
         "names other seats than its reason can")


def check_aborted_starts(record, keys):
    seen = {record["serverCommitment"]}
    for index, recorded in enumerate(record["abortedStarts"]):
        where = f"abortedStarts[{index}]"
        need(set(recorded) == {"start", "aborted"}, where, "has other keys than it must")
        text = check_signed(recorded["start"], f"{where}.start", keys)
        start = read_start(text)
        aborted = read_aborted(check_signed(recorded["aborted"], f"{where}.aborted", keys))
        need(start["match"] == record["matchId"] and start["attempt"] == index + 1, where,
             "is not of this match, or not the next attempt")
        need(aborted["match"] == start["match"] and aborted["attempt"] == start["attempt"]
             and aborted["start"] == hash_of(text) and len(aborted["shown"]) == len(start["seats"]), where,
             "has an end that is not of its start")
        need(hashlib.sha256(bytes.fromhex(aborted["seed"])).hexdigest() == start["commitment"], where,
             "shows a seed that does not hash to the server's commitment")
        need(aborted["time"] >= start["time"], where, "has an end before its start")
        need(start["commitment"] not in seen, where, "has a commitment of the server's that was used before")
        seen.add(start["commitment"])
        check_blame(start, aborted, where)


def check_start_receipt(record, text):
    start, where = read_start(text), "receipts.start"
    seats = [seat["bot"] if "bot" in seat else (seat["player"], seat["commitment"]) for seat in record["seats"]]
    for said, in_record, what in [
            (start["match"], record["matchId"], "match"),
            (start["attempt"], len(record["abortedStarts"]) + 1, "number of starts that were called off"),
            (start["game"], record["game"], "game"),
            (start["rules"], str(record["rulesVersion"]), "version of the rules"),
            (start["options"], compact(record["options"]), "options"),
            (start["turn_seconds"], str(record["turnSeconds"]), "time for a decision"),
            (start["commitment"], record["serverCommitment"], "commitment of the server's"),
            (start["seats"], seats, "players or commitments")]:
        need(said == in_record, where, f"has another {what} than the record")
    need(start["time"] <= record["startedAt"], where, "lies after the start of the match")


def check_receipts(record, foresight):
    """Whose keys have signed what, and which of start and end there are."""
    keys = []
    check_aborted_starts(record, keys)
    receipts = record.get("receipts", {})
    if not receipts:
        need("receipts" not in record, "receipts", "are empty")
        return keys, False
    need(set(receipts) in ({"end"}, {"start", "end"}), "receipts", "have other keys than they must")
    start = "none"
    if "start" in receipts:
        text = check_signed(receipts["start"], "receipts.start", keys)
        check_start_receipt(record, text)
        start = hash_of(text)
    end = read_end(check_signed(receipts["end"], "receipts.end", keys))
    for said, in_record, what in [
            (end["match"], record["matchId"], "match"), (end["start"], start, "start"),
            (end["seed"], record["serverSeed"], "seed"), (end["record"], record["hash"], "hash"),
            ({reason: end[reason] for reason in foresight}, foresight, "numbers of foreseeable rolls")]:
        need(said == in_record, "receipts.end", f"says another {what} than the record")
    return keys, "start" in receipts


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
    if record["format"] != FORMATS[0]:  # since then names are not in it: a player may have a name taken away
        before["seats"] = [{key: value for key, value in seat.items() if key != "name"} for seat in before["seats"]]
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
    foresight = {"unforeseeable": 0, "after_bot": 0, "by_stand_in": 0, "without_chain": 0}
    foresight["unforeseeable" if chains else "after_bot"] += rolls
    links = 0
    confirmations = Confirmations(record)
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
            confirmations.decided(move, where, x)
        elif decides and seat in chains:
            need(move.get("chainLost") is True, where, "has no link, but its seat has a chain")
            del chains[seat]
        others = check_others(move, where, chains)
        for other, x in others.items():
            chains[other] = x
            stream.reveal(other, x)
            confirmations.shown(other, x)
        links += len(others)
        dice = check_rolls(stream, move["rolls"], where)
        foresight[provenance(record, move)] += dice
        rolls += dice
    check_closing_links(record, chains, confirmations)
    need((confirmations.seen > 0) == (record["format"] == FORMATS[2]), "format", "is that of another record")
    return rolls, links, foresight, confirmations


def provenance(record, move):
    """Why the dice of a move could be foreseen, or that they could not (docs/dice.md)."""
    if "link" in move or "links" in move:
        return "unforeseeable"
    if move["kind"] != "action":
        return "by_stand_in"
    return "after_bot" if "bot" in record["seats"][move["seat"]] else "without_chain"


def check_others(move, where, chains):
    """The links of other seats that came after the decision, by seat."""
    if "links" not in move:
        return {}
    need(move["kind"] in ("action", "standIn"), f"{where}.links", "follow no decision")
    others = links_of_seats(move["links"], f"{where}.links", chains)
    need(move["seat"] not in others, f"{where}.links", "have one of the seat that decided")
    return others


def check_closing_links(record, chains, confirmations):
    """What seats have shown after the end, and only then."""
    if "closingLinks" in record:
        for seat, x in links_of_seats(record["closingLinks"], "closingLinks", chains).items():
            confirmations.shown(seat, x)


def links_of_seats(listed, where, chains):
    """By seat, ascending."""
    need(listed, where, "are none")
    links = {}
    for one in listed:
        need(list(one) == ["seat", "link"], where, "have other keys than they must")
        seat, x = one["seat"], to_bytes(one["link"], LINK_BYTES, where)
        need(type(seat) is int and seat in chains and seat > max(links, default=-1), where, "are of no chain, or in no order")
        need(link(x) == chains[seat], where, f"do not follow on the last one of seat {seat}")
        links[seat] = x
    return links


def foresight_text(foresight):
    reasons = [("after_bot", "{} followed a bot's decision"),
               ("by_stand_in", "{} came of a time-out or a stand-in's decision"),
               ("without_chain", "{} followed a decision of somebody who had lost the chain")]
    told = [text.format(foresight[reason]) for reason, text in reasons if foresight[reason]]
    return "; ".join([f"{foresight['unforeseeable']} of {sum(foresight.values())} rolls mixed in a secret that the server "
                      "did not have"] + told)


def voucher_text(keys, has_start, wanted):
    if not keys:
        need(wanted is None, "receipts", "are missing, so the key that was given vouches for nothing")
        return "No signature: nobody vouches for it. It is consistent, which does not prove that it was played."
    if wanted is None:
        return ("Signed by " + ", ".join(sorted(set(keys))) + ". Compare that with a key that you came by elsewhere"
                + ("." if has_start else "; only the end is signed, from before starts were."))
    need(set(keys) == {wanted} and has_start, "receipts", "are not all of the key that was given")
    return "Start and end are signed by the key that was given, which vouches for them."


def verify(data, wanted=None):
    record = read_json(data, MOST_BYTES, MOST_LEVELS, object_pairs_hook=unique_keys, parse_int=whole, parse_float=whole,
                       parse_constant=whole)
    need(isinstance(record, dict) and record.get("format") in FORMATS, "format",
         f"is not \"{FORMATS[-1]}\" or an older one")
    unknown = sorted(set(record).difference(KEYS))
    need(not unknown, ", ".join(unknown), "is no key of a record")
    need(list(record) == [key for key in KEYS if key in record], "the record", "has its keys in another order")
    for number, seat in enumerate(record["seats"]):  # no hash covers names, nor where among the others they stand
        need(list(seat) in SEAT_KEYS and isinstance(seat.get("name", ""), str), f"seats[{number}]", "is none")
    check_numbers(record)
    hashes = check_hashes(record)
    seed, chains = check_commitments(record)
    committed = len(chains)
    rolls, links, foresight, confirmations = check_dice(record, seed, chains)
    first = record["format"] == FORMATS[0]
    need(not first or not {"receipts", "abortedStarts", "closingLinks"} & set(record), "format", "has no receipts yet")
    keys, has_start = ([], False) if first else check_receipts(record, foresight)
    need(data == laid_out(record).encode(), "the text", "is not written as a record is")
    called_off = "" if first else f", {len(record['abortedStarts'])} starts called off before it"
    return (f"match {tame(record['matchId'])}: {tame(record['game'])}, {len(record['moves'])} moves{called_off}\n"
            f"checked: {hashes} hashes, the server's seed and {committed} chains against their commitments, "
            f"{links} links, {rolls} rolls, {len(keys)} signatures\n"
            f"{foresight_text(foresight)}\n{confirmations.text()}"
            f"{voucher_text(keys, has_start, wanted)}\n"
            "All of it agrees. (The rules are not checked here; `wyrmhall verify` does that.)")


def verify_file(path, *key):
    """Says what is wrong with the record in a file, or that nothing is; the exit code."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"The file cannot be read: {error}", file=sys.stderr)
        return 2
    try:
        print(verify(data, *key))
        return 0
    except Wrong as wrong:
        why = str(wrong)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        why = f"This is no record: {type(error).__name__}: {error}"
    print(tame(f"{path}: Not verified. {why}"), file=sys.stderr)
    return 5


def main(arguments):
    if arguments[1:2] == ["--accusation"] and len(arguments) > 2:
        return verify_accusation.main(arguments[2:])
    key = [argument for argument in arguments[2:][-1:] if re.fullmatch("[0-9a-f]{64}", argument)]
    paths = arguments[1:len(arguments) - len(key)]
    if not paths or paths[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    return max(verify_file(path, *key) for path in paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
