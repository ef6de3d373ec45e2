#!/usr/bin/env python3
"""The primary is killed in the middle of many matches and its synchronous standby is promoted, again and again, while
connections are cut so that answers are lost. Nothing that any client was shown is lost, and the server goes on by itself.

    failover_test.py BIN_DIR [--failovers N] [--seed N]
"""

import argparse
import pathlib
import random
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "crash"), str(TESTS / "e2e")]

from kills import Players, check_all  # noqa: E402
from pair import Pair  # noqa: E402
from running import MANY_MATCHES, Server  # noqa: E402

GOES_ON_WITHIN = 8  # seconds after the promotion, beside a compiler; by itself it takes one or two


def moves(pair):
    return int(pair.sql("SELECT count(*) FROM moves"))


def fail_over(pair):
    """Returns how many seconds after the promotion the next move was kept."""
    promoted = pair.fail_over()
    before = moves(pair)
    while moves(pair) == before:
        assert time.monotonic() - promoted < 60, "no move is kept after the promotion"
        time.sleep(0.02)
    return time.monotonic() - promoted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--failovers", type=int, default=2)
    parser.add_argument("--matches", type=int, default=8, help="running at the same time")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    with Pair() as pair:
        server = Server(options.bin_dir, "--store", pair.place, "--nuggets", "always", "--limit-connections-per-address",
                        "5000", *MANY_MATCHES)
        try:
            server.start()
            players = Players(server, options.matches, options.seed)
            slowest = 0
            try:
                for number in range(options.failovers):
                    time.sleep(random.uniform(2, 4))
                    assert not players.failures, players.failures[0]
                    slowest = max(slowest, fail_over(pair))
                    if number + 1 < options.failovers:
                        pair.rebuild_standby()
            finally:
                players.finish()
            told = check_all(server, players)
            assert slowest <= GOES_ON_WITHIN, f"moves went on {slowest:.1f} s after a promotion"
            print(f"{options.failovers} times the primary was killed and its standby promoted; moves went on within "
                  f"{slowest:.1f} s of the promotion")
            print(told)
        finally:
            server.__exit__()


if __name__ == "__main__":
    main()
