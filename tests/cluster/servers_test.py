#!/usr/bin/env python3
"""Three real servers over one PostgreSQL die, stand still and are handed over in turns in the middle of many matches; so
does the NATS between them. What any client was ever told must be in the records, each acknowledged action exactly once;
and every record must verify.

    servers_test.py BIN_DIR [--faults N] [--matches N] [--seed N]
"""

import argparse
import collections
import pathlib
import random
import signal
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "crash"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from kills import Players, check_all  # noqa: E402
from postgres import Postgres  # noqa: E402
from running import Server  # noqa: E402
from servers import Nats, Servers  # noqa: E402

DATABASE = "wyrmhall"
TAKEN_OVER = 75  # with which a server ends that was taken for dead
DEAD_AFTER = 5   # seconds


def kill_and_restart(servers, _):
    server = random.choice(servers.each)
    server.kill()
    server.start()


def kill_for_good(servers, _):
    """Its machine is gone: others notice, and go on; later it comes back."""
    server = random.choice(servers.each)
    server.kill()
    time.sleep(DEAD_AFTER + 3)
    server.start()


def freeze(servers, _):
    """It goes on after others have taken its place, and ends."""
    server = random.choice(servers.each)
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(DEAD_AFTER + 3)
    server.process.send_signal(signal.SIGCONT)
    status = server.process.wait(timeout=20)
    assert status == TAKEN_OVER, f"a server that was taken for dead ended with {status}: {server.read_log()[-1000:]}"
    server.start()


def stop_and_start(servers, _):
    """As for a new release: it hands over what it has."""
    server = random.choice(servers.each)
    seconds, status = server.terminate()
    assert status == 0, f"status {status}: {server.read_log()[-1000:]}"
    assert seconds < 10, f"it took {seconds:.1f} s to stop"
    server.start()


def kill_bus(_, bus):
    bus.kill()
    time.sleep(random.uniform(0.5, 4))
    bus.start()


def stranger_is_refused(servers):
    """A server that signs by a key of its own."""
    stranger = Server(servers.bin_dir, *servers.each[0].options[:4], "--node", "stranger")
    try:
        assert not stranger.spawn().listens()
        assert "signs with another key" in stranger.read_log(), stranger.read_log()
    finally:
        stranger.__exit__()


FAULTS = [kill_and_restart, stop_and_start, kill_bus, kill_for_good, freeze]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--faults", type=int, default=len(FAULTS))
    parser.add_argument("--matches", type=int, default=8, help="running at the same time")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    with Postgres() as postgres, Nats() as bus:
        with Servers(options.bin_dir, postgres.make(DATABASE), bus.url, 3) as servers:
            try:
                players = Players(servers, options.matches, options.seed)
                done = []
                try:
                    time.sleep(5)  # a name that was taken, and not told, is gone: first all have theirs
                    for number in range(options.faults):
                        time.sleep(random.uniform(0.3, 1.5))
                        assert not players.failures, players.failures[0]
                        fault = FAULTS[number] if number < len(FAULTS) else random.choice(FAULTS)
                        print(fault.__name__, flush=True)
                        fault(servers, bus)
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
