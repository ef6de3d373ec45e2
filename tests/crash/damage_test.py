#!/usr/bin/env python3
"""Random bits of a data folder change, in copy after copy: whatever the server does not start on, or cannot play a match on,
`wyrmhalld check-data` has found.

    damage_test.py BIN_DIR [--copies 200] [--seed 1]
"""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import Server, client, run_client  # noqa: E402

MOST_BITS = 8  # changed in a copy
HEAD_BYTES = 100  # of a database; that of its log is shorter
NEAR_BYTES = 64
MOVES = 6  # of the match that runs
AT_ONCE = 2
LONGEST_MATCH = 60  # seconds
DUEL = ["--json", "play", "duel", "--bot", "random", "--auto", "random", "--seed", "1"]


def play(server, name):
    """A match to its end; what went wrong if it did not come to one."""
    try:
        status, out, err = run_client(server, *DUEL, name=name, timeout=LONGEST_MATCH)
    except subprocess.TimeoutExpired:
        return "the match has no end"
    return None if status == 0 and '"outcome"' in out else f"the client ends with {status}: {err[-300:]}"


def make_original(bin_dir, folder):
    """A data folder with a match that is over and one that runs, and a hero. Its server was killed, so that some of it is in
    the log alone; what was there before is not."""
    with Server(bin_dir, data=folder) as server:
        assert play(server, "Mira") is None
        status, _, err = run_client(server, "heroes", "make", "Brienne", "warrior", name="Mira")
        assert status == 0, err
        server.terminate()
        server.start()
        assert play(server, "Mira") is None
        moves = 0
        while moves < MOVES:  # some matches are shorter
            slow = client(server, *DUEL, "--think", "50", name="Bruno", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            moves = 0
            for line in slow.stdout:
                moves += '"update":' in line
                if moves == MOVES:
                    server.kill()
                    slow.kill()
            slow.wait()
    assert os.path.getsize(os.path.join(folder, "data", "wyrmhall.db-wal")) > 0


def damage(data, dice):
    """Changes bits of one of the files, near each other half of the time; says which."""
    name = dice.choice(["wyrmhall.db"] * 20 + ["wyrmhall.db-wal"] * 4 + ["receipt.key"])
    path = os.path.join(data, name)
    written = [at for at, byte in enumerate(pathlib.Path(path).read_bytes()) if byte]  # the rest of a page matters to nobody
    head = [at for at in written if at < HEAD_BYTES]
    first = dice.choice(dice.choice([written, written, written, head]))
    near = [at for at in written if first <= at < first + NEAR_BYTES] if dice.random() < 0.5 else written
    bits = [(first if number == 0 else dice.choice(near), dice.randrange(8)) for number in range(dice.randint(1, MOST_BITS))]
    with open(path, "r+b") as file:
        for at, bit in bits:
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ 1 << bit]))
    return f"{name}, bits {bits}"


def judge(bin_dir, original, number, seed):
    """What check-data says of a copy, and what the server does with it where that is nothing."""
    folder = tempfile.mkdtemp(prefix="wyrmhall-damage-")
    try:
        data = os.path.join(folder, "data")
        shutil.copytree(os.path.join(original, "data"), data)
        dice = random.Random(f"{seed} {number}")
        changed = "nothing" if number == 0 else damage(data, dice)
        checked = subprocess.run([pathlib.Path(bin_dir) / "wyrmhalld", "check-data", "--data", data], errors="replace",
                                 capture_output=True, timeout=60)
        if checked.returncode not in (0, 1, 2):
            return "died", f"{changed}: check-data ends with {checked.returncode}: {checked.stderr[-500:]}"
        if checked.returncode != 0:
            return "found", f"{changed}: {(checked.stderr + checked.stdout).strip().splitlines()[-1]}"
        server = Server(bin_dir, data=folder).spawn()
        try:
            wrong = play(server, "Newcomer") if server.listens() else "the server does not start"
        finally:
            server.__exit__()
        return ("missed", f"{changed}: {wrong}: {server.read_log()[-500:]}") if wrong else ("harmless", changed)
    finally:
        shutil.rmtree(folder)



def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--copies", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    original = tempfile.mkdtemp(prefix="wyrmhall-original-")
    try:
        make_original(options.bin_dir, original)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            results = list(pool.map(lambda number: judge(options.bin_dir, original, number, options.seed),
                                    range(options.copies + 1)))
    finally:
        shutil.rmtree(original)
    assert results[0][0] == "harmless", f"the original: {results[0]}"
    counts = {kind: sum(kind == found for found, _ in results[1:]) for kind in ("found", "harmless", "missed", "died")}
    for kind, what in results:
        if kind in ("missed", "died"):
            print(f"{kind}: {what}")
    print(f"{options.copies} copies: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    assert counts["found"] > 0 and counts["harmless"] > 0, "nothing was found, or everything"
    return 1 if counts["missed"] or counts["died"] else 0


if __name__ == "__main__":
    sys.exit(main())
