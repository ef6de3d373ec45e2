#!/usr/bin/env python3
"""Measures how long a player waits for a turn while nothing else happens: docs/performance.md explains it.

    tests/bench/quiet.py --build build/release      eight rounds, a minute and a half

In each round one match is played on the bare server and on wyrmhalld, and a page is written to the disk and synced as
often. A turn must cross the wire, as the bare server's does, and be on the disk before anybody sees it: what it takes
beyond these two is ours. Exit codes: 0 measured, 1 something broke (never: too slow), 2 usage.
"""

import argparse
import pathlib
import statistics
import sys

import servers

THINK_SECONDS = 0.02  # on average, before each turn


def waits(args, program):
    """What half of all turns take at most, and 99 of 100, in microseconds."""
    extra = ["--matches", "1", "--think", str(THINK_SECONDS), "--warm-up", "1", "--seconds", str(args.seconds)]
    if program == "wyrmhall-bare-server":
        extra.append("--bare")
    binaries = args.build / "bin"
    with servers.data_folder(args.data) as data, servers.server(binaries / program, data) as (address, process):
        report = servers.load(binaries / "wyrmhall-load", address, process, 1 + args.seconds, extra)
    mover = report["latency_us"]["mover"]
    return mover["p50"], mover["p99"]


def main():
    parser = argparse.ArgumentParser(description="Measures how long a turn takes while nothing else happens.")
    parser.add_argument("--build", type=pathlib.Path, help="a build folder; without it build/release is built first")
    parser.add_argument("--rounds", type=int, default=8, help="rounds (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=4, help="measured seconds a run (default: %(default)s)")
    parser.add_argument("--data", type=pathlib.Path, help="where databases are made; on a real disk (default: the build folder)")
    args = parser.parse_args()
    rounds = []
    try:
        args.build = (args.build or servers.build()).resolve()
        args.data = args.data or args.build
        print("round  bare p50  fdatasync  wyrmhalld p50, p99  bare + 1.2 fdatasync   (all µs)")
        for number in range(1, args.rounds + 1):
            bare, _ = waits(args, "wyrmhall-bare-server")
            ours, ours_p99 = waits(args, "wyrmhalld")
            sync = servers.fsync_us(args.data, pause=THINK_SECONDS, times=100)
            rounds.append((bare, sync, ours, ours_p99, bare + 1.2 * sync))
            print("{:5}{:10.0f}{:11.0f}{:15.0f},{:5.0f}{:22.0f}".format(number, *rounds[-1]), flush=True)
    except (servers.Broken, OSError) as broken:
        print(f"quiet.py: {broken}", file=sys.stderr)
        return 1
    print("medians{:8.0f}{:11.0f}{:15.0f},{:5.0f}{:22.0f}".format(*map(statistics.median, zip(*rounds))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
