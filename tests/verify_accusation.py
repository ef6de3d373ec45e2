"""Judges what a client has against a server by what the server has signed itself (docs/dice.md, «An accusation»): with no
server, and with no belief in the accuser. Only the standard library. `verify.py --accusation` runs it.
"""
import hashlib
import itertools
import sys

from verify_statements import Wrong, hash_of, link, need, read_aborted, read_end, read_json, read_start, signature_fits, tame

FORMAT = "wyrmhall accusation 1"
MOST_BYTES = 64 << 20
MOST_LEVELS = 16  # of nesting
MOST_STATEMENTS = 256
CONVICTED, USAGE, NO_EVIDENCE, NOT_CONVICTED = 0, 2, 5, 7


class Evidence:
    """What the files bring."""

    def __init__(self):
        self.key = b""  # of the server, as the accuser had pinned it; none where no file says
        self.of = self.said = ""
        self.statements = []  # (text, key, signature) as they came
        self.own = []  # what only a client knows


def bytes_in(value, length):
    """The bytes that a member says in hexadecimal; none where it says none of this length."""
    try:
        data = bytes.fromhex(value) if isinstance(value, str) and len(value) == 2 * length else b""
    except ValueError:
        return b""
    return data if len(data) == length else b""


def text_in(value, name):
    return value[name] if isinstance(value.get(name), str) else ""


def collect(value, statements):
    """Signed statements, told by their three members, wherever in a file they stand."""
    if not isinstance(value, (dict, list)):
        return
    if isinstance(value, dict):
        signed = (text_in(value, "text"), bytes_in(value.get("key"), 32), bytes_in(value.get("signature"), 64))
        if all(signed[1:]):
            statements.append(signed)
            return
        value = value.values()
    for inner in value:
        collect(inner, statements)


def add_evidence(data, evidence):
    """Takes in what a file holds; raises Wrong where it is no evidence."""
    try:
        file = read_json(data, MOST_BYTES, MOST_LEVELS)
    except (ValueError, RecursionError) as error:
        raise Wrong("the file: is not JSON") from error
    found = []
    collect(file, found)
    evidence.statements = (evidence.statements + found)[:MOST_STATEMENTS]
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        need(found, "the file", "is no accusation, and holds no signed statement")
        return
    evidence.of, evidence.said = text_in(file, "of"), text_in(file, "said")
    key = bytes_in(file.get("key"), 32)
    need(not evidence.key or key == evidence.key, "the file", "is about a server of another key")
    evidence.key = key
    if isinstance(file.get("own"), dict):
        evidence.own.append(file["own"])


def signed_by(key, statements):
    """What this key has signed, each statement once, with its hash: starts, aborted statements, ends."""
    texts = []
    for text, by, signature in statements:
        try:
            counts = by == key and text not in texts and signature_fits(key, text.encode(), signature)
        except UnicodeEncodeError:
            continue
        if counts:
            texts.append(text)
    kinds = []
    for read in (read_start, read_aborted, read_end):
        kinds.append([])
        for text in texts:
            try:
                kinds[-1].append({**read(text), "hash": hash_of(text)})
            except Wrong:
                pass  # of another kind, or none
    return kinds


def name_of(start):
    return f"attempt {start['attempt']} of match {start['match']}"


def attempt_of(statement):
    return statement["match"], statement["attempt"]


def seed_fits(statement, start):
    return hashlib.sha256(bytes.fromhex(statement["seed"])).hexdigest() == start["commitment"]


def between_starts(starts):
    for a, b in itertools.combinations(starts, 2):
        if attempt_of(a) == attempt_of(b):
            yield "contradiction", f"it has signed two different starts of {name_of(a)}."
        elif a["commitment"] == b["commitment"]:
            yield "commitmentTwice", f"it has signed the same commitment for {name_of(a)} and for {name_of(b)}."


def false_blame(start, aborted):
    for number, (seat, x0) in enumerate(zip(start["seats"], aborted["shown"])):
        if x0 is None:
            continue
        if not isinstance(seat, tuple) or link(x0).hex() != seat[1]:
            yield "falseBlame", f"of {name_of(start)} it shows an x_0 of seat {number} that does not fit its commitment."
        elif number in aborted["named"] and aborted["reason"] in ("noReveal", "wrongReveal"):
            yield "falseBlame", f"in {name_of(start)} it blames seat {number}, and shows the x_0 that the seat did reveal."


def between_start_and_rest(start, all_aborted, ends):
    for aborted in all_aborted:
        if aborted["start"] == start["hash"]:
            if not seed_fits(aborted, start):
                yield "seedDoesNotFit", f"the seed that it shows of {name_of(start)} is not what it had committed to."
            if attempt_of(aborted) != attempt_of(start):
                yield "contradiction", f"it has called {name_of(start)} off as {name_of(aborted)}."
            yield from false_blame(start, aborted)
        elif attempt_of(aborted) == attempt_of(start):
            yield "contradiction", f"it has called {name_of(start)} off as if it had signed another start of it."
    for end in ends:
        if end["start"] == start["hash"]:
            if not seed_fits(end, start):
                yield "seedDoesNotFit", f"the seed at the end of {name_of(start)} is not what it had committed to."
            if end["match"] != start["match"]:
                yield "contradiction", f"it has ended {name_of(start)} as match {end['match']}."


def between_ends(all_aborted, ends):
    for aborted, end in itertools.product(all_aborted, ends):
        if aborted["start"] == end["start"]:
            yield "contradiction", f"it has signed that {name_of(aborted)} was called off, and that it came to its end."
    for a, b in itertools.combinations(all_aborted, 2):
        if a["start"] == b["start"]:
            yield "contradiction", f"it has signed two different accounts of how {name_of(a)} was called off."
    for a, b in itertools.combinations(ends, 2):
        if a["match"] == b["match"]:
            yield "contradiction", f"it has signed two different ends of match {a['match']}."


def offences(starts, all_aborted, ends):
    yield from between_starts(starts)
    for start in starts:
        yield from between_start_and_rest(start, all_aborted, ends)
    yield from between_ends(all_aborted, ends)


def chain_was_there(own, starts):
    """Whether links lead back, one after the other, to what a signed start says that this seat had committed to."""
    links, seat = own.get("links"), own.get("seat")
    if not isinstance(links, list) or not links or not isinstance(seat, int):
        return False
    links = [bytes_in(x, 16) for x in links]
    if not all(links) or any(link(x) != before for before, x in itertools.pairwise(links)):
        return False
    committed = [start["seats"][seat] for start in starts
                 if start["match"] == own.get("match") and 0 <= seat < len(start["seats"])]
    return any(isinstance(who, tuple) and who[1] == link(links[0]).hex() for who in committed)


def why_not(evidence, starts, counted):
    if not evidence.statements:
        return "nothing in it is signed by the server."
    if not counted:
        return "nothing in it is signed by that key."
    if evidence.of in ("chainTakenAway", "notShown"):
        there = any(chain_was_there(own, starts) for own in evidence.own)
        return ("what the server said it has not signed; the links " +
                ("show that the chain was there." if there else "are not what a seat had committed to."))
    if evidence.of == "unsigned":
        return "that something was not signed, or not as it was seen, cannot be seen from a file."
    if evidence.of == "shownOtherwise":
        return "what the server showed while the match was played it has not signed, so a file cannot show it."
    return "what the server has signed here does not contradict itself."


def judge(evidence):
    """The verdict: of what, or None; whose key; and why."""
    keys = [evidence.key] if evidence.key else sorted({key for _, key, _ in evidence.statements})
    starts, counted = [], False
    for key in keys:
        kinds = signed_by(key, evidence.statements)
        for of, reason in offences(*kinds):
            return of, key, reason
        starts += kinds[0]
        counted = counted or any(kinds)
    return None, evidence.key, why_not(evidence, starts, counted)


def main(paths):
    evidence = Evidence()
    for path in paths:
        try:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            print(f"The file cannot be read: {error}", file=sys.stderr)
            return USAGE
        try:
            add_evidence(data, evidence)
        except Wrong as wrong:
            print(tame(f"{path}: {wrong}"), file=sys.stderr)
            return NO_EVIDENCE
    if evidence.said:
        print(f"The accuser says: {tame(evidence.said)}")
    of, key, reason = judge(evidence)
    if of is None:
        print(f"Does not convict by itself. This is one side's word: {reason}")
        return NOT_CONVICTED
    print(f"Convicted ({of}). The holder of the key {key.hex()}: {reason}\n"
          "Whether this key is the server's you must know by another way.")
    return CONVICTED
