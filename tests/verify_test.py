#!/usr/bin/env python3
"""The second implementation of the dice (tests/verify.py) against the vectors, every recorded match, accusations, and changed
ones.

Usage: verify_test.py        The last line is «N passed, N failed».
"""
import copy
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import verify
import verify_accusation
import verify_statements as statements

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "support"))
import ed25519  # noqa: E402
FLIPS = 200  # changed bytes tried in each record, spread over all of it
FLIPS_OF_STATEMENT = 12  # changed letters tried in each part of a signed statement


def check_vector(vector):
    seed = bytes.fromhex(vector["server_seed"])
    assert verify.hashlib.sha256(seed).hexdigest() == vector["commitment"], "commitment"
    roots = [bytes.fromhex(x0) for x0 in vector["x0"]]
    for root, commitment in zip(roots, vector["client_commitments"]):
        assert (verify.link(root).hex() if root else "") == commitment, "a client's commitment"
    stream = verify.Stream(seed, bytes.fromhex(vector["match_id"]), roots)
    assert stream.key.hex() == vector["start_key"], "start_key"
    rolls = 0
    for step in vector["steps"]:
        if "reveal" in step:
            stream.reveal(step["reveal"]["seat"], bytes.fromhex(step["reveal"]["x"]))
            continue
        for roll in step["rolls"]:
            assert stream.roll(roll["sides"]) == roll["value"], f"roll {rolls}"
            rolls += 1
        assert stream.key.hex() == step["key"], "the key after the rolls"
    assert rolls > 0, "there is no roll in it"


def refuses(data):
    try:
        verify.verify(data)
    except (verify.Wrong, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return True
    return False


def check_record(path):
    data = path.read_bytes()
    verify.verify(data)
    for i in range(FLIPS):
        at = i * len(data) // FLIPS
        changed = bytearray(data)
        changed[at] ^= 1
        if facts_of(changed) != facts_of(data) or json_of(changed) == json_of(data):  # names are nobody's
            assert refuses(bytes(changed)), f"byte {at} was changed and nothing noticed"


def check_signature_vector(vector):
    key, message = bytes.fromhex(vector["public_key"]), bytes.fromhex(vector["message"])
    signature = bytes.fromhex(vector["signature"])
    assert statements.signature_fits(key, message, signature), "a good signature does not fit"
    assert ed25519.public_key(bytes.fromhex(vector["seed"])) == key, "the public key is another"
    assert ed25519.sign(bytes.fromhex(vector["seed"]), message) == signature, "it is signed otherwise"
    assert not statements.signature_fits(key, message + b"!", signature), "a signature fits another message"


READERS = {"start": statements.read_start, "aborted": statements.read_aborted, "end": statements.read_end}


def check_statement(vector):
    for kind, read in READERS.items():
        try:
            read(vector["text"])
            known = True
        except verify.Wrong:
            known = False
        assert known == (kind == vector["kind"]), f"as {kind}"
    assert statements.hash_of(vector["text"]) == vector["hash"], "hash"
    assert statements.check_signed({key: vector[key] for key in ("text", "key", "signature")}, "vector", []), "signature"


def check_malformed(vector):
    for kind, read in READERS.items():
        try:
            read(vector["text"])
        except verify.Wrong:
            continue
        raise AssertionError(f"read as {kind}")


def check_forged(vector):
    assert not statements.signature_fits(bytes.fromhex(vector["key"]), vector["text"].encode(),
                                     bytes.fromhex(vector["signature"])), "it fits"


def check_foresight(vector):
    record = {"seats": [{"bot": "greedy"} if seat == "bot" else {"player": seat} for seat in vector["seats"]]}
    counts = dict.fromkeys(vector["expect"], 0)
    counts["unforeseeable" if "player" in vector["seats"] else "after_bot"] += vector["start_rolls"]
    for move in vector["moves"]:
        counts[verify.provenance(record, move)] += move["rolls"]
    assert counts == vector["expect"], counts


def hashed_anew(record):
    """The record with hashes that fit it again, as the one who changed it would write it."""
    before = dict(itertools.takewhile(lambda item: item[0] != "startHash", record.items()))
    before["seats"] = [{key: value for key, value in seat.items() if key != "name"} for seat in before["seats"]]
    record["startHash"] = text = verify.chained("", before)
    for move in record["moves"]:
        move["hash"] = text = verify.chained(text, {key: value for key, value in move.items() if key != "hash"})
    record["hash"] = verify.chained(text, record["outcome"])
    return verify.laid_out(record).encode()


def what_is_wrong(data):
    try:
        verify.verify(data)
    except verify.Wrong as wrong:
        return str(wrong)
    raise AssertionError("nothing is")


def check_no_other_link():
    """No record shows another link of a seat than its own chain has: docs/dice.md says why nobody compares them."""
    record = json.loads((HERE / "records/duel-signed.json").read_bytes())
    verify.verify(hashed_anew(copy.deepcopy(record)))
    for index, move in enumerate(record["moves"]):
        changed = copy.deepcopy(record)
        changed["moves"][index]["link"] = "00" * verify.LINK_BYTES
        assert what_is_wrong(hashed_anew(changed)).startswith(f"moves[{index}].link: does not follow"), move
    # Another chain altogether, from its commitment on: each person's dice depend on it, and the start is signed.
    other = copy.deepcopy(record)
    moves = [move for move in other["moves"] if move["seat"] == 0]
    chain = [bytes(verify.LINK_BYTES)]
    for _ in range(len(moves) + 1):
        chain.insert(0, verify.link(chain[0]))
    other["seats"][0].update(commitment=chain[0].hex(), x0=chain[1].hex())
    for move, x in zip(moves, chain[2:]):
        move["link"] = x.hex()
    assert ".rolls[" in what_is_wrong(hashed_anew(other))
    stream = verify.Stream(bytes.fromhex(other["serverSeed"]), bytes.fromhex(other["matchId"].replace("-", "")),
                           [bytes.fromhex(seat["x0"]) for seat in other["seats"]])
    for step in [other["start"], *other["moves"]]:
        if "link" in step:
            stream.reveal(step["seat"], bytes.fromhex(step["link"]))
        for roll in step["rolls"]:
            roll["value"] = stream.roll(roll["sides"])
    assert what_is_wrong(hashed_anew(other)) == "receipts.start: has another players or commitments than the record"
    # A link that is left out is a decision that the server says came without one.
    fewer = copy.deepcopy(record)
    del fewer["moves"][0]["link"]
    assert "has no link" in what_is_wrong(hashed_anew(fewer))


def check_closing_links():
    """Each confirms the last decision of its seat, and nothing that is hashed or signed knows of them."""
    record = json.loads((HERE / "records/duel-closed.json").read_bytes())
    links = record.pop("closingLinks")
    all_of_them = "14 of 14 decisions confirmed by the players who made them\n"
    for kept, expected in [(links, all_of_them), (links[:1], "13 of 14"), ([], "12 of 14")]:
        closed = {**record, "closingLinks": kept} if kept else record
        told = verify.verify(verify.laid_out(closed).encode())
        assert expected in told and (len(links) == len(kept) or f"; {len(links) - len(kept)} the last of a seat" in told), told
    # What was confirmed otherwise is no error.
    other = copy.deepcopy(record)
    other["moves"][-1]["decision"] = "choice 99"
    del other["receipts"]
    other = json.loads(hashed_anew(other))
    assert "1 confirmed as another" in verify.verify(verify.laid_out({**other, "closingLinks": links}).encode())


def verdict_on(*files):
    evidence = verify_accusation.Evidence()
    for file in files:
        verify_accusation.add_evidence(json.dumps(file).encode(), evidence)
    return verify_accusation.judge(evidence)


def check_convicting(path):
    """It convicts, by each signed statement in it and by no other word."""
    file = json.loads(path.read_bytes())
    of, key, _ = verdict_on(file)
    assert (of, key.hex()) == (file["of"], file["key"]), f"{of}, {key.hex()}"
    bare = {"statements": file["statements"]}
    assert verdict_on(bare)[0] == of, "it takes more than what is signed"
    assert verdict_on(*({"kept": [statement]} for statement in file["statements"]))[0] == of, "several files are not one"
    for i, statement in enumerate(file["statements"]):
        fewer = {**file, "statements": file["statements"][:i] + file["statements"][i + 1:]}
        assert len(file["statements"]) > 2 or verdict_on(fewer)[0] is None, f"it convicts without statement {i}"
        for name in ("text", "key", "signature"):
            for at in range(0, len(statement[name]), max(1, len(statement[name]) // FLIPS_OF_STATEMENT)):
                value = statement[name]
                changed = {**statement, name: value[:at] + ("1" if value[at] == "0" else "0") + value[at + 1:]}
                fewer["statements"] = [changed if other is statement else other for other in file["statements"]]
                assert len(file["statements"]) > 2 or verdict_on(fewer)[0] is None, f"it convicts with another {name} {at}"
    for key in ("00" * 32, file["key"][::-1]):
        assert verdict_on({**file, "key": key})[0] is None, "it convicts a key that has signed nothing"


def check_not_convicting(path):
    of, _, why = verdict_on(json.loads(path.read_bytes()))
    assert of is None, f"it convicts of {of}: {why}"


def check_no_evidence():
    for data in (b"", b"[", b"{}", b"\xff", b'{"format":"wyrmhall accusation 2"}', b"[" * 100_000, b"[" * 17 + b"]" * 17):
        try:
            verify_accusation.add_evidence(data, verify_accusation.Evidence())
        except statements.Wrong:
            continue
        raise AssertionError(f"taken as evidence: {data[:40]}")


def check_program():
    """Exit codes, and that what is said cannot steer a terminal."""
    convicting = next((HERE / "accusations/convicting").glob("*.json"))
    for arguments, status in [([str(convicting)], 0), ([str(HERE / "accusations/not_convicting/nothing.json")], 7),
                              ([str(HERE / "records/duel.json")], 5), ([str(HERE / "none.json")], 2), ([], 2)]:
        done = subprocess.run([sys.executable, str(HERE / "verify.py"), "--accusation", *arguments], capture_output=True,
                              text=True)
        assert done.returncode == status, f"{arguments}: {done}"
        assert "Traceback" not in done.stderr, done.stderr
    assert statements.tame("a\x1b[2J\nb\u009b\u202e\u200b\u00e9") == "a?[2J?b???\u00e9"
    record = json.loads((HERE / "records/duel-signed.json").read_bytes())
    del record["receipts"]
    steering = "\x1b]0;mine\x07\u009b2J\u202e"
    for where, changed in [("game", {**record, "game": steering}), ("a key", {**record, steering: 1}),
                           ("a reason", {**record, "serverSeed": steering}), ("an id", {**record, "matchId": steering}),
                           ("a format", {**record, "format": steering})]:
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            file.write(hashed_anew(changed))
            file.flush()
            done = subprocess.run([sys.executable, str(HERE / "verify.py"), file.name], capture_output=True, text=True)
        said = done.stdout + done.stderr
        assert said and all(c == "\n" or c.isprintable() for c in said), f"{where}: {said!r}"
        assert done.returncode == (0 if where == "game" else 5), f"{where}: {done}"


def check_vouching(path):
    data = path.read_bytes()
    record = json.loads(data)
    own = record["receipts"]["end"]["key"]
    assert "vouches for them" in verify.verify(data, own)
    for key in ("00" * 32, own[:-1] + ("1" if own.endswith("0") else "0")):
        try:
            verify.verify(data, key)
        except verify.Wrong:
            continue
        raise AssertionError("another key vouched for it")


def facts_of(data):
    """All of a record but what no hash covers since the second format: names."""
    record = json_of(data)
    try:
        if record["format"] != verify.FORMATS[0]:
            record["seats"] = [{**seat, "name": None} if isinstance(seat.get("name"), str) else seat
                               for seat in record["seats"] if "name" in seat or "bot" in seat]
    except (TypeError, KeyError):
        pass
    return record


def json_of(data):
    try:
        return json.loads(bytes(data).decode("utf-8"))
    except ValueError:
        return None


def main():
    vectors = json.loads((HERE / "vectors/fairdice.vectors.json").read_text())["vectors"]
    tests = [(f"vector {i}", lambda v=v: check_vector(v)) for i, v in enumerate(vectors)]
    tests += [(path.name, lambda p=path: check_record(p)) for path in sorted((HERE / "records").glob("*.json"))]
    signed_vectors = json.loads((HERE / "vectors/statements.vectors.json").read_text())
    for kind, check in [("ed25519", check_signature_vector), ("statements", check_statement),
                        ("malformed", check_malformed), ("forged", check_forged), ("foresight", check_foresight)]:
        tests += [(f"{kind} {i} {vector.get('why', '')}", lambda c=check, v=vector: c(v))
                  for i, vector in enumerate(signed_vectors[kind])]
    signed = [path for path in sorted((HERE / "records").glob("*.json")) if "receipts" in json.loads(path.read_bytes())]
    tests += [(f"who vouches for {path.name}", lambda p=path: check_vouching(p)) for path in signed]
    for kind, check in [("convicting", check_convicting), ("not_convicting", check_not_convicting)]:
        tests += [(f"{kind} {path.name}", lambda c=check, p=path: c(p))
                  for path in sorted((HERE / "accusations" / kind).glob("*.json"))]
    tests += [("no other link", check_no_other_link), ("closing links", check_closing_links), ("no evidence", check_no_evidence), ("verify.py --accusation", check_program)]
    spoilt = copy.deepcopy(vectors[-1])
    first = next(step for step in spoilt["steps"] if step.get("rolls"))
    first["rolls"][0]["value"] = first["rolls"][0]["value"] % first["rolls"][0]["sides"] + 1

    def notices_a_wrong_vector():
        try:
            check_vector(spoilt)
        except AssertionError:
            return
        raise AssertionError("a wrong roll in a vector was not noticed")

    tests.append(("a wrong vector", notices_a_wrong_vector))
    failed = 0
    for name, test in tests:
        try:
            test()
            print(f"ok     {name}")
        except (AssertionError, verify.Wrong) as error:
            failed += 1
            print(f"FAILED {name}: {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
