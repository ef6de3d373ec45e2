#!/usr/bin/env python3
"""How long a killed server takes to come back with many unfinished matches, all of them with a clock that runs.

    recovery.py BIN_DIR [--matches 1000 10000] [--moves 30] [--rounds 3]

Prints, for each number of matches: until it listens, and until every match is folded, the pause is on record and it can
be played on; the median of the rounds.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import HELLO, RawSocket, Server, sign_in  # noqa: E402

OPENED = 8  # ServerMessage.match_opened
CHANNELS = 30  # matches that are looked at; a connection may have 32 open


def open_match(command, match_id):
    """ClientMessage{command_id, open_match: {match_id}}, by hand."""
    return bytes([0x08, command, 0x6A, 18, 0x0A, 16]) + uuid.UUID(match_id).bytes


def field_of(payload):
    """Which field of the oneof a ServerMessage has, and what it answers (0: nothing)."""
    at, answer = 0, 0
    if payload[0] == 0x08:
        answer, at = payload[1] & 0x7F, 2
        assert payload[1] < 0x80
    return payload[at] >> 3, answer


def filled(bin_dir, matches, moves):
    folder = tempfile.mkdtemp(prefix="wyrmhall-recovery-")
    program = os.path.join(bin_dir, "unfinished_matches")
    done = subprocess.run([program, os.path.join(folder, "data"), str(matches), str(moves)], text=True,
                          stdout=subprocess.PIPE)
    assert done.returncode == -9, f"unfinished_matches: {done.returncode}"
    return folder, done.stdout.split()


def recover(bin_dir, folder, ids):
    """Seconds until it listens, and until the latest of the matches can be played."""
    server = Server(bin_dir, data=folder)
    began = time.monotonic()
    try:
        server.start()
        listens = time.monotonic() - began
        raw = RawSocket(server.port)
        raw.socket.settimeout(120)
        raw.send(HELLO)
        raw.send(sign_in("Onlooker"))
        assert [field_of(raw.receive()[1])[1] for _ in range(2)] == [1, 2]  # it is welcome and signed in
        wanted = set()
        # Some from everywhere, and the last ones.
        chosen = sorted({*ids[::max(1, len(ids) // (CHANNELS // 2))][:CHANNELS // 2], *ids[-CHANNELS // 2:]})
        for command, match_id in enumerate(chosen, 3):
            raw.send(open_match(command, match_id))
            wanted.add(command)
        while wanted:
            opcode, payload = raw.receive()
            assert opcode == 2, "the connection broke"
            field, answer = field_of(payload)
            if answer in wanted:
                assert field == OPENED, f"a match could not be opened: {payload!r}\n{server.read_log()[-800:]}"
                wanted.remove(answer)
        plays = time.monotonic() - began
        with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as status:
            memory = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        server.kill()
        return listens, plays, memory
    finally:
        server.__exit__()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--matches", type=int, nargs="+", default=[1000, 10000])
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for matches in options.matches:
        results = []
        for _ in range(options.rounds):
            folder, ids = filled(options.bin_dir, matches, options.moves)
            assert len(ids) == matches
            results.append(recover(options.bin_dir, folder, ids))
            shutil.rmtree(folder)
        listens, plays, memory = (statistics.median(column) for column in zip(*results))
        print(f"{matches} matches of {options.moves} moves: listens after {listens:.2f} s, all can be played after "
              f"{plays:.2f} s, at most {memory / 1024:.0f} MiB", flush=True)


if __name__ == "__main__":
    main()
