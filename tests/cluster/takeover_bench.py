#!/usr/bin/env python3
"""A server that has all shards stands still in the middle of many matches: how long it takes two others to take over the
shards, and all matches to be read and shown to players who come back at once. They come a second time while their matches are in
memory: the difference is what it takes to read the matches.

    takeover_bench.py BIN_DIR [--matches N]
"""

import argparse
import contextlib
import pathlib
import resource
import signal
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from postgres import Postgres  # noqa: E402
from servers import Nats  # noqa: E402
from sharing import SHARDS, load_report, one_of_several, shares  # noqa: E402

DATABASE = "bench"
AT_ONCE = 5_000  # matches that one run of the load sets up; it has two connections for each
SET_UP_SECONDS = 300
TAKEN_WITHIN = 60  # seconds, with those after which a server counts as gone
LOOK_SECONDS = 0.01


def set_up(bin_dir, server, matches, folder):
    """Makes matches and leaves them unfinished; the tokens of a player of each."""
    tokens = []
    for first in range(0, matches, AT_ONCE):
        file = pathlib.Path(folder, f"tokens-{first}")
        load_report(bin_dir, server, 3, "--matches", str(min(AT_ONCE, matches - first)), "--think", "5", "--seed", str(first + 1),
                    "--set-up-limit", str(SET_UP_SECONDS), "--tokens-to", str(file), patience=SET_UP_SECONDS)
        tokens += file.read_text(encoding="utf-8").splitlines(keepends=True)[::2]
    return tokens


def taken_over(frozen, others):
    """Seconds from when the first of the others sees that a server is gone until both see all shards with themselves."""
    end = time.monotonic() + TAKEN_WITHIN
    gone = None
    while time.monotonic() < end:
        seen = [shares(server) for server in others]
        now = time.monotonic()
        if gone is None and any(frozen not in names for names in seen):
            gone = now
        if all(frozen not in names and sum(names.values()) == SHARDS and len(names) == len(others) for names in seen):
            return now - gone, seen[0]
        time.sleep(LOOK_SECONDS)
    raise AssertionError(f"the shards are with {seen}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--matches", type=int, default=10_000)
    args = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # for the load, too
    with Postgres(shared_buffers="256MB") as postgres, Nats() as bus, contextlib.ExitStack() as ends, \
            tempfile.TemporaryDirectory() as folder:
        place = postgres.make(DATABASE)
        first = ends.enter_context(one_of_several(args.bin_dir, place, bus, "hall-1"))
        tokens = set_up(args.bin_dir, first, args.matches, folder)
        print(f"{len(tokens):,} matches run", flush=True)
        first.process.send_signal(signal.SIGSTOP)
        others = [ends.enter_context(one_of_several(args.bin_dir, place, bus, name, like=first)) for name in ("hall-2", "hall-3")]
        seconds, shards = taken_over("hall-1", others)
        print(f"{SHARDS} shards of a server that stands still are taken over by two others within {seconds:.2f} s: {shards}", flush=True)
        first.process.send_signal(signal.SIGKILL)
        back = pathlib.Path(folder, "tokens")
        back.write_text("".join(tokens), encoding="utf-8")
        took = []
        for _ in range(2):
            report = load_report(args.bin_dir, others[0], 0.1, "--more-ports", str(others[1].port), "--return", str(back),
                                 "--set-up-limit", str(SET_UP_SECONDS), patience=SET_UP_SECONDS)
            took.append(report["set_up_seconds"])
            returned = report["returned_us"]
            print(f"{returned['count']:,} players come back at once and are shown their matches within {took[-1]:.2f} s in all, "
                  f"p50 {returned['p50'] / 1000:.0f} ms, p99 {returned['p99'] / 1000:.0f} ms each", flush=True)
        print(f"so the matches are read in {took[0] - took[1]:.2f} s")


if __name__ == "__main__":
    main()
