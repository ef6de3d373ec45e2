#!/usr/bin/env python3
"""The real server dies again and again in the middle of many matches, and comes back on the same database. Afterwards
the record of each match must hold everything that any client was ever told, each acknowledged action exactly once, and
verify.

    kills.py BIN_DIR [--kills N] [--points N] [--power-cuts N] [--matches N] [--seed N] [--killable PROGRAM]

It dies in three ways, in a random order: kill -9 at a random moment (one in five while it starts), kill -9 at a named
point of its work with the database, and a power cut that drops, tears and reorders what was not synced (death_points.cpp
and power_cut_vfs.h; both need wyrmhalld-killable).
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import MANY_MATCHES, Server, client, run_client  # noqa: E402
from told import read_log  # noqa: E402

POINTS = ["in-start-up", "in-recovery", "before-commit", "between-commit-and-send", "in-match-start", "in-match-end",
          "after-ledger"]
WORDS_OF_MORTAL = [b"WYRMHALL_DIE_AT", b"WYRMHALL_CUT_POWER"]
LONGEST_MATCH = 120  # seconds
NOBODY_ANSWERS = 3   # the client's exit status


class Players:
    """Keeps `matches` matches running until it is told to finish. Half are between two clients, half against a bot. With
    `come_again`, a client that ended before its match began is started again, and what it said is kept; without, it is a
    failure."""

    def __init__(self, server, matches, seed, games=3, come_again=False):
        self.server = server
        self.games = games  # of a match: the more, the longer it takes
        self.come_again = come_again
        self.seed = seed
        self.finishing = threading.Event()
        self.numbers = itertools.count()
        self.logs = []  # (client's name, path)
        self.running = set()  # paths of the logs of clients that run
        self.failures = []
        self.turned_away = []  # what clients said
        self.threads = [threading.Thread(target=self.keep_playing, args=(place,)) for place in range(matches)]
        for thread in self.threads:
            thread.start()

    def keep_playing(self, place):
        while not self.finishing.is_set() and not self.failures:
            self.play(place, next(self.numbers))

    def play(self, place, number):
        against_bot = place % 2 == 1
        # Options of their own bring two clients together.
        options = ["--bot", "greedy"] if against_bot else ["--option", f"round_cap={20 + number % 981}"]
        sides = [threading.Thread(target=self.run, args=(f"P{place} {side}", number, options))
                 for side in ("a" if against_bot else "ab")]
        for side in sides:
            side.start()
        for side in sides:
            side.join()

    def run(self, name, number, options):
        """One client in one match. It gives up when nobody answers at its first call; then it is started again."""
        deadline = time.monotonic() + LONGEST_MATCH
        for attempt in itertools.count():
            path = os.path.join(self.server.folder, f"{name} {number}.{attempt}")
            with open(path + ".jsonl", "w", encoding="utf-8") as out, open(path + ".err", "w", encoding="utf-8") as err:
                process = client(self.server, "--json", "play", "duel", "--auto", "random", "--seed",
                                 str(self.seed + 2 * number), "--think", "40", "--option", f"match_games={self.games}",
                                 *options, name=name, stdout=out, stderr=err)
                self.running.add(path + ".jsonl")
                try:
                    process.wait(timeout=max(1, deadline - time.monotonic()))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                self.running.remove(path + ".jsonl")
            with open(path + ".jsonl", encoding="utf-8") as out:
                has_match = "matchOpened" in out.read()
            with open(path + ".err", encoding="utf-8") as err:
                said = err.read()[-500:]
            if process.returncode not in (0, NOBODY_ANSWERS) and self.come_again and not has_match:
                self.turned_away.append(f"{path}: status {process.returncode}: {said}")
            if self.may_come_again(process.returncode) and not has_match and time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            self.logs.append((name, path + ".jsonl"))
            if process.returncode != 0:
                self.failures.append(f"{path}: status {process.returncode}: {said}")
            return

    def may_come_again(self, status):
        return status == NOBODY_ANSWERS or (self.come_again and status > 0)

    def finish(self):
        self.finishing.set()
        for thread in self.threads:
            thread.join()
        self.assert_none_failed()

    def assert_none_failed(self):
        assert not self.failures, "\n".join([f"{len(self.failures)} clients did not finish", *self.failures[:5]])


def die_by_kill(server):
    """At a random moment; one in five times while it starts."""
    if random.random() < 0.2:
        server.spawn()
        time.sleep(random.uniform(0, 0.05))
    else:
        server.start()
        time.sleep(random.uniform(0.1, 1.0))
    server.kill()


def die_by_itself(server, environment, what):
    server.spawn(server.killable, environment)
    server.listens()
    try:
        status = server.process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{what} was not reached within a minute") from None
    assert status == -signal.SIGKILL, f"{what}: status {status}: {server.read_log()[-1000:]}"


def die_at_point(server, point):
    at_start = point in ("in-start-up", "in-recovery")
    times = 1 if at_start else random.randint(1, 5 if "match" in point or "ledger" in point else 60)
    die_by_itself(server, {"WYRMHALL_DIE_AT": f"{point}:{times}"}, point)


def die_by_power_cut(server):
    operations = random.randint(1, random.choice([30, 300, 1500]))
    die_by_itself(server, {"WYRMHALL_CUT_POWER": f"{operations}:{random.getrandbits(60)}"}, "the power cut")


def only_mortal_can(server):
    """What kills the test's server is not in the one that is served."""
    served = pathlib.Path(server.bin_dir, "wyrmhalld").read_bytes()
    killable = pathlib.Path(server.bin_dir, server.killable).read_bytes()
    for word in WORDS_OF_MORTAL:
        assert word in killable and word not in served, f"{word} must be in {server.killable} alone"


def die_in_migration(server):
    """The very first start, half way through making the schema."""
    die_by_itself(server, {"WYRMHALL_DIE_AT": "in-migration:1"}, "in-migration")


def check_match(server, told, name):
    path = os.path.join(server.folder, told.match_id + ".json")
    status, _, err = run_client(server, "export", told.match_id, "-o", path, name=name)
    assert status == 0, f"export {told.match_id}: {status} {err}"
    status, out, err = run_client(server, "verify", path)
    assert status == 0, f"verify {told.match_id}: {status} {out} {err}"
    with open(path, encoding="utf-8") as file:
        return told.check_record(json.load(file))


def check_all(server, players):
    """What all clients were told, against each other and against the records. Says what it comes to."""
    matches, owners = {}, {}
    for name, path in players.logs:
        owners[read_log(path, matches)] = name
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        recorded = sum(pool.map(lambda told: check_match(server, told, owners[told.match_id]), matches.values()))
    actions = sum(len(told.acknowledged) for told in matches.values())
    versions = sum(len(told.diffs) for told in matches.values())
    return (f"{len(matches)} matches finished; {versions} versions were told and {actions} actions acknowledged: 0 lost, "
            f"{recorded} actions recorded, 0 twice; every record verifies")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--points", type=int, default=0, help="times that each named point is died at")
    parser.add_argument("--power-cuts", type=int, default=0)
    parser.add_argument("--killable", help="wyrmhalld-killable, if it is not in BIN_DIR")
    parser.add_argument("--matches", type=int, default=12, help="running at the same time")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    deaths = [("kill", die_by_kill, ())] * options.kills
    deaths += [(point, die_at_point, (point,)) for point in POINTS] * options.points
    deaths += [("power cut", die_by_power_cut, ())] * options.power_cuts
    random.shuffle(deaths)

    # All players share an address here, and nuggets are what a match's end books.
    server = Server(options.bin_dir, "--nuggets", "always", "--limit-connections-per-address", "5000",
                    *MANY_MATCHES)
    server.killable = os.path.abspath(options.killable) if options.killable else "wyrmhalld-killable"
    try:
        only_mortal_can(server)
        if options.points:
            die_in_migration(server)
        server.start()
        players = Players(server, options.matches, options.seed)
        try:
            time.sleep(3)
            server.kill()
            for number, (_, die, arguments) in enumerate(deaths, 1):
                assert not players.failures, players.failures[0]
                die(server, *arguments)
                if number % 20 == 0:
                    print(f"{number} deaths, {len(players.logs)} clients have finished", flush=True)
        finally:
            if server.process.poll() is not None:
                server.start()
            players.finish()

        told = check_all(server, players)
        seconds, status = server.terminate()
        assert status == 0 and seconds < 3, f"SIGTERM: status {status} after {seconds:.1f} s"
        ways = collections.Counter(what for what, *_ in deaths)
        print(f"{len(deaths) + 1} deaths: " + ", ".join(f"{count} × {what}" for what, count in sorted(ways.items())))
        print(told)
    finally:
        server.__exit__()


if __name__ == "__main__":
    main()
