#!/usr/bin/env python3
"""The second implementation of the dice (tests/verify.py) against the vectors, every recorded match, and changed ones.

Usage: verify_test.py        The last line is «N passed, N failed».
"""
import copy
import json
import sys
from pathlib import Path

import verify

HERE = Path(__file__).resolve().parent
FLIPS = 200  # changed bytes tried in each record, spread over all of it


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
        if json_of(changed) != json_of(data):  # blanks between values are nobody's
            assert refuses(bytes(changed)), f"byte {at} was changed and nothing noticed"


def json_of(data):
    try:
        return json.loads(bytes(data).decode("utf-8"))
    except ValueError:
        return None


def main():
    vectors = json.loads((HERE / "vectors/fairdice.vectors.json").read_text())["vectors"]
    tests = [(f"vector {i}", lambda v=v: check_vector(v)) for i, v in enumerate(vectors)]
    tests += [(path.name, lambda p=path: check_record(p)) for path in sorted((HERE / "records").glob("*.json"))]
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
