#!/usr/bin/env python3
"""Checks the record of a Wyrmhall match with nothing but the standard library, and with no help from anybody.

It knows no rules. It checks the hashes, the commitments, the links of each chain, that the auditable stream of dice
(docs/dice.md) yields every recorded roll in order, and what the server has signed; and it counts the rolls that no operator
could foresee. `wyrmhall verify` checks the rest: that the rules come to the same.

Usage: verify.py RECORD.json [KEY]  KEY: the server's public key, 64 hexadecimal digits, by which all must be signed.
                                    Exit code: 0 all is well, 5 something is not, 2 usage.
"""
import hashlib
import hmac
import json
import re
import sys

LINK_BYTES = 16
FORMATS = ("wyrmhall record 1", "wyrmhall record 2")


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


# --- Ed25519 after RFC 8032, for checking only: slow, and not safe for secrets ---

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)


def add_points(p, q):
    """The sum of two points in extended coordinates (section 5.1.4)."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % PRIME
    b = (p[1] + p[0]) * (q[1] + q[0]) % PRIME
    c = 2 * p[3] * q[3] * CURVE_D % PRIME
    d = 2 * p[2] * q[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times_point(number, point):
    product = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            product = add_points(product, point)
        point = add_points(point, point)
        number >>= 1
    return product


def same_point(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % PRIME == 0 and (p[1] * q[2] - q[1] * p[2]) % PRIME == 0


def read_point(data):
    """Section 5.1.3; None where the 32 bytes are no point."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= PRIME:
        return None
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME != 0:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if (x * x - square) % PRIME != 0 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = PRIME - x
    return x, y, 1, x * y % PRIME


BASE_POINT = read_point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def signature_fits(key, text, signature):
    """Whether these 64 bytes are the signature of the text by this key (section 5.1.7)."""
    public, r = read_point(key), read_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= ORDER or len(signature) != 64:
        return False
    if any(same_point(times_point(8, point), (0, 1, 1, 0)) for point in (public, r)):
        return False  # a point of small order is no honest key
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % ORDER
    return same_point(times_point(s, BASE_POINT), add_points(r, times_point(h, public)))


# --- Statements (docs/dice.md) ---

NUMBER = "(?:0|[1-9][0-9]*)"
UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
START = re.compile(
    rf"wyrmhall start 1\nmatch (?P<match>{UUID})\nattempt (?P<attempt>[1-9][0-9]*)\ngame (?P<game>[^\n]+)\n"
    rf"rules (?P<rules>{NUMBER})\noptions (?P<options>[^\n]+)\nturn-seconds (?P<turn_seconds>{NUMBER})\n"
    rf"server-commitment (?P<commitment>[0-9a-f]{{64}})\ntime (?P<time>{TIME})\n(?P<seats>(?:seat [^\n]+\n)*)")
ABORTED = re.compile(
    rf"wyrmhall aborted 1\nmatch (?P<match>{UUID})\nattempt (?P<attempt>[1-9][0-9]*)\nstart (?P<start>[0-9a-f]{{64}})\n"
    rf"reason (?P<reason>wrongReveal|noReveal|left|restart)\nnamed (?P<named>none|{NUMBER}(?: {NUMBER})*)\n"
    rf"server-seed (?P<seed>[0-9a-f]{{64}})\n(?P<shown>(?:shown [^\n]+\n)+)time (?P<time>{TIME})\n")
END = re.compile(
    rf"wyrmhall end 1\nmatch (?P<match>{UUID})\nstart (?P<start>none|[0-9a-f]{{64}})\nserver-seed (?P<seed>[0-9a-f]{{64}})\n"
    rf"record (?P<record>[0-9a-f]{{32}})\nrolls (?P<rolls>{NUMBER})\nunforeseeable (?P<unforeseeable>{NUMBER})\n"
    rf"after-bot (?P<after_bot>{NUMBER})\nby-stand-in (?P<by_stand_in>{NUMBER})\nwithout-chain (?P<without_chain>{NUMBER})\n")
SEAT = re.compile(rf"seat ({NUMBER}) (?:player ({UUID}) ([0-9a-f]{{32}})|bot ([^ \n]+))")
SHOWN = re.compile(rf"shown ({NUMBER}) (none|[0-9a-f]{{32}})")


def read_start(text):
    """A start statement as a dictionary; its seats are (account, commitment) or the level of a bot."""
    found = START.fullmatch(text)
    need(found, "a start statement", "is none")
    start = found.groupdict()
    seats = []
    for number, line in enumerate(start["seats"].splitlines()):
        seat = SEAT.fullmatch(line)
        need(seat and int(seat[1]) == number, "a start statement", f"has no seat {number} where it must be")
        seats.append(seat[4] if seat[4] else (seat[2], seat[3]))
    need(len(seats) <= 8, "a start statement", "has too many seats")
    return {**start, "attempt": int(start["attempt"]), "seats": seats}


def read_aborted(text):
    found = ABORTED.fullmatch(text)
    need(found, "an aborted statement", "is none")
    aborted = found.groupdict()
    shown = []
    for number, line in enumerate(aborted["shown"].splitlines()):
        seat = SHOWN.fullmatch(line)
        need(seat and int(seat[1]) == number, "an aborted statement", f"has no seat {number} where it must be")
        shown.append(None if seat[2] == "none" else bytes.fromhex(seat[2]))
    named = [] if aborted["named"] == "none" else [int(seat) for seat in aborted["named"].split(" ")]
    need(named == sorted(set(named)), "an aborted statement", "names seats in no order")
    return {**aborted, "attempt": int(aborted["attempt"]), "named": named, "shown": shown}


def read_end(text):
    found = END.fullmatch(text)
    need(found, "an end statement", "is none")
    end = found.groupdict()
    reasons = ("unforeseeable", "after_bot", "by_stand_in", "without_chain")
    counts = {reason: int(end[reason]) for reason in reasons}
    need(int(end["rolls"]) == sum(counts.values()), "an end statement", "has another number of rolls than its parts")
    return {**end, **counts}


def hash_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


def check_signed(statement, where, keys):
    """The text of a statement whose signature fits the key beside it; the key is noted."""
    need(isinstance(statement, dict) and set(statement) == {"text", "key", "signature"}, where, "is no statement")
    key = to_bytes(statement["key"], 32, f"{where}.key")
    signature = to_bytes(statement["signature"], 64, f"{where}.signature")
    need(signature_fits(key, statement["text"].encode(), signature), f"{where}.signature", "is not that of the text")
    keys.append(key.hex())
    return statement["text"]


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
        others = check_others(move, where, chains)
        for other, x in others.items():
            chains[other] = x
            stream.reveal(other, x)
        links += len(others)
        dice = check_rolls(stream, move["rolls"], where)
        foresight[provenance(record, move)] += dice
        rolls += dice
    return rolls, links, foresight


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
    need(move["kind"] in ("action", "standIn") and move["links"], f"{where}.links", "follow no decision, or are none")
    others = {}
    for other in move["links"]:
        need(set(other) == {"seat", "link"}, f"{where}.links", "have other keys than they must")
        seat, x = other["seat"], to_bytes(other["link"], LINK_BYTES, f"{where}.links")
        need(seat in chains and seat != move["seat"] and seat > max(others, default=-1), f"{where}.links",
             "are of no chain, or in no order")
        need(link(x) == chains[seat], f"{where}.links", f"do not follow on the last one of seat {seat}")
        others[seat] = x
    return others


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
    text = data.decode("utf-8")
    record = json.loads(text, object_pairs_hook=unique_keys, parse_float=no_float, parse_constant=no_float)
    need(isinstance(record, dict) and record.get("format") in FORMATS, "format",
         f"is not \"{FORMATS[-1]}\" or an older one")
    hashes = check_hashes(record)
    seed, chains = check_commitments(record)
    committed = len(chains)
    rolls, links, foresight = check_dice(record, seed, chains)
    first = record["format"] == FORMATS[0]
    need(not first or not {"receipts", "abortedStarts"} & set(record), "format", "has no receipts yet")
    keys, has_start = ([], False) if first else check_receipts(record, foresight)
    called_off = "" if first else f", {len(record['abortedStarts'])} starts called off before it"
    return (f"match {record['matchId']}: {record['game']}, {len(record['moves'])} moves{called_off}\n"
            f"checked: {hashes} hashes, the server's seed and {committed} chains against their commitments, "
            f"{links} links, {rolls} rolls, {len(keys)} signatures\n"
            f"{foresight_text(foresight)}\n"
            f"{voucher_text(keys, has_start, wanted)}\n"
            "All of it agrees. (The rules are not checked here; `wyrmhall verify` does that.)")


def main(arguments):
    if len(arguments) not in (2, 3) or len(arguments) == 3 and not re.fullmatch("[0-9a-f]{64}", arguments[2]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[1], "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"The file cannot be read: {error}", file=sys.stderr)
        return 2
    try:
        print(verify(data, *arguments[2:]))
        return 0
    except Wrong as wrong:
        print(f"Not verified. {wrong}", file=sys.stderr)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        print(f"Not verified. This is no record: {type(error).__name__}: {error}", file=sys.stderr)
    return 5


if __name__ == "__main__":
    sys.exit(main(sys.argv))
