#!/usr/bin/env python3
"""The real server and its PostgreSQL die in turns in the middle of many matches, and come back. What any client was ever
told must be in the records, each acknowledged action exactly once; and every record must verify.

    deaths_test.py BIN_DIR [--deaths N] [--seed N]
"""

import argparse
import collections
import pathlib
import random
import signal
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "crash"), str(TESTS / "e2e")]

from kills import Players, check_all  # noqa: E402
from pair import DATABASE, cut_connections  # noqa: E402
from postgres import Postgres  # noqa: E402
from running import MANY_MATCHES, Server  # noqa: E402

TAKEN_OVER = 75  # with which a server ends whose store another one has
ENDS_WITHIN = 4  # seconds, beside a compiler; by itself it takes less than one


def kill_server(server, _):
    server.kill()
    server.start()


def crash_postgres(_, postgres):
    """All of its processes end at once, and it recovers from its log."""
    postgres.crash()
    time.sleep(random.uniform(0, 0.5))
    postgres.start()


def kill_postmaster(_, postgres):
    """The others notice that the first is gone, each when it next looks."""
    postgres.stop(signal.SIGKILL)
    postgres.wait_until_gone()
    postgres.start()


def lose_connections(_, postgres):
    cut_connections(postgres)


DEATHS = [kill_server, crash_postgres, kill_postmaster, lose_connections]


def taken_over(bin_dir, place, server):
    """A server stands still, and a second one on the same database takes it. The first ends as soon as it can again."""
    server.process.send_signal(signal.SIGSTOP)
    with Server(bin_dir, "--store", place):
        server.process.send_signal(signal.SIGCONT)
        begun = time.monotonic()
        status = server.process.wait(timeout=20)
        seconds = time.monotonic() - begun
        assert status == TAKEN_OVER, f"the first server ended with {status}: {server.read_log()[-1000:]}"
        assert seconds <= ENDS_WITHIN, f"it took {seconds:.1f} s"
        assert "another server has taken over the store" in server.read_log()
        return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--deaths", type=int, default=12)
    parser.add_argument("--matches", type=int, default=8, help="running at the same time")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    with Postgres() as postgres:
        place = postgres.make(DATABASE)
        server = Server(options.bin_dir, "--store", place, "--nuggets", "always", "--limit-connections-per-address", "5000",
                        *MANY_MATCHES)
        try:
            server.start()
            players = Players(server, options.matches, options.seed)
            died = []
            try:
                for number in range(options.deaths):
                    time.sleep(random.uniform(0.3, 1.5))
                    assert not players.failures, players.failures[0]
                    death = DEATHS[number] if number < len(DEATHS) else random.choice(DEATHS)
                    death(server, postgres)
                    died.append(death.__name__)
            finally:
                players.finish()
            told = check_all(server, players)
            seconds = taken_over(options.bin_dir, place, server)
            ways = collections.Counter(died)
            print(f"{len(died)} deaths: " + ", ".join(f"{count} × {what}" for what, count in sorted(ways.items())))
            print(told)
            print(f"a server that had stood still ended {seconds:.1f} s after another had taken over")
        finally:
            server.__exit__()


if __name__ == "__main__":
    main()
