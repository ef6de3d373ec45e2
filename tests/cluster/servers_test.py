#!/usr/bin/env python3
"""Three real servers over one PostgreSQL die, stand still and are handed over in turns in the middle of many matches; so
does the NATS between them. What any client was ever told must be in the records, each acknowledged action exactly once;
and every record must verify.

    servers_test.py BIN_DIR [--faults N] [--matches N] [--seed N]

`tests/cluster/run` has more faults and measures how long moves wait.
"""

import argparse
import collections
import pathlib
import random
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "crash"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from faults import WITHOUT_WAYS, Scene  # noqa: E402
from kills import Players, check_all  # noqa: E402
from pair import DATABASE  # noqa: E402
from postgres import Postgres  # noqa: E402
from running import Server  # noqa: E402
from servers import Nats, Servers  # noqa: E402


def stranger_is_refused(servers):
    """A server that signs by a key of its own."""
    stranger = Server(servers.bin_dir, *servers.each[0].options[:4], "--node", "stranger")
    try:
        assert not stranger.spawn().listens()
        assert "signs with another key" in stranger.read_log(), stranger.read_log()
    finally:
        stranger.__exit__()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--faults", type=int, default=len(WITHOUT_WAYS))
    parser.add_argument("--matches", type=int, default=8, help="running at the same time")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    with Postgres() as postgres, Nats() as bus:
        with Servers(options.bin_dir, [(postgres.make(DATABASE), bus.url)] * 3) as servers:
            try:
                scene = Scene(servers, bus)
                players = Players(servers, options.matches, options.seed)
                done = []
                try:
                    time.sleep(5)  # a name that was taken, and not told, is gone: first all have theirs
                    for number in range(options.faults):
                        time.sleep(random.uniform(0.3, 1.5))
                        assert not players.failures, players.failures[0]
                        fault = WITHOUT_WAYS[number] if number < len(WITHOUT_WAYS) else random.choice(WITHOUT_WAYS)
                        print(fault.__name__, flush=True)
                        for _ in fault(scene):
                            pass
                        done.append(fault.__name__)
                finally:
                    players.finish()
                told = check_all(servers, players)
                stranger_is_refused(servers)
            except BaseException:
                print(servers.read_logs(), file=sys.stderr)
                raise
            ways = collections.Counter(done)
            print(f"{len(done)} faults: " + ", ".join(f"{count} × {what}" for what, count in sorted(ways.items())))
            print(told)


if __name__ == "__main__":
    main()
