"""What the checkers of records (verify.py) and of accusations (verify_accusation.py) share: Ed25519, and the statements that
a server signs (docs/dice.md). Only the standard library.
"""
import datetime
import hashlib
import json
import math
import re

LINK_BYTES = 16


class Wrong(Exception):
    """Something is not as it must be; the text says what and where."""


def link(x):
    """link(x_k) = x_(k-1)."""
    return hashlib.sha256(b"wyrmhall link v1" + x).digest()[:LINK_BYTES]


def need(condition, where, what):
    if not condition:
        raise Wrong(f"{where}: {what}")


# One that is half a pair of surrogates is in the group.
ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)")


def read_json(data, most_bytes, most_levels, **hooks):
    """JSON of UTF-8 in these bounds; raises ValueError where it is none. Nor is it with half a pair of surrogates in it,
    which is no text, or a number that is too large for 64 bits of floating point: other programs cannot read these.
    """
    text = data.decode("utf-8")
    level = deepest = 0
    for bracket in re.findall(r"[][{}]", re.sub(r'"(?:[^"\\]|\\.)*"?', "", text, flags=re.DOTALL)):
        level += 1 if bracket in "[{" else -1
        deepest = max(deepest, level)
    if len(data) > most_bytes or deepest > most_levels:
        raise ValueError("it is too long, or nested too deeply")
    value = json.loads(text, **{"parse_float": bounded, "parse_int": bounded, "parse_constant": bounded, **hooks})
    if any(escape[1] for escape in ESCAPE.finditer(text)):  # in the text, since of a key that is there twice one value is lost
        raise ValueError("half a pair of surrogates is no text")
    return value


def bounded(text):
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is no number, or too large a one")
    return int(text) if re.fullmatch("-?[0-9]+", text) else number


def tame(text):
    """What somebody else wrote without what could steer a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def to_bytes(text, length, where):
    need(isinstance(text, str) and text == text.lower(), where, "must be lower-case hexadecimal")
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    need(len(data) == length and len(text) == 2 * length, where, f"must be {length} bytes in hexadecimal")
    return data


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
MOST_BYTES = 16 << 10
MOST_SEATS = 8


def read(form, text, what):
    """The lines of a statement by name; numbers and times are held to what they can be."""
    found = form.fullmatch(text)
    need(found and len(text.encode()) <= MOST_BYTES, what, "is none")
    values = found.groupdict()
    for name in {"attempt", "rules", "turn_seconds", "rolls"} & set(values):
        bits = 64 if form is END else 32
        need(int(values[name]) < 2**bits, what, f"has a number that is too large: {name}")
    if "time" in values:
        try:
            time = datetime.datetime.fromisoformat(values["time"])
        except ValueError:
            time = None
        need(time and time.year >= 1970, what, "has no time that there is")
    return values


def read_start(text):
    """A start statement as a dictionary; its seats are (account, commitment) or the level of a bot."""
    start = read(START, text, "a start statement")
    seats = []
    for number, line in enumerate(start["seats"].splitlines()):
        seat = SEAT.fullmatch(line)
        need(seat and int(seat[1]) == number, "a start statement", f"has no seat {number} where it must be")
        seats.append(seat[4] if seat[4] else (seat[2], seat[3]))
    need(len(seats) <= MOST_SEATS, "a start statement", "has too many seats")
    return {**start, "attempt": int(start["attempt"]), "seats": seats}


def read_aborted(text):
    aborted = read(ABORTED, text, "an aborted statement")
    shown = []
    for number, line in enumerate(aborted["shown"].splitlines()):
        seat = SHOWN.fullmatch(line)
        need(seat and int(seat[1]) == number, "an aborted statement", f"has no seat {number} where it must be")
        shown.append(None if seat[2] == "none" else bytes.fromhex(seat[2]))
    need(len(shown) <= MOST_SEATS, "an aborted statement", "has too many seats")
    named = [] if aborted["named"] == "none" else [int(seat) for seat in aborted["named"].split(" ")]
    need(named == sorted(set(named)), "an aborted statement", "names seats in no order")
    return {**aborted, "attempt": int(aborted["attempt"]), "named": named, "shown": shown}


def read_end(text):
    end = read(END, text, "an end statement")
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
