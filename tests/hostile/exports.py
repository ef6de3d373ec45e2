#!/usr/bin/env python3
"""Measures what others notice while one address asks for the record of a long match on all the connections that it may have.

    exports.py BIN_DIR [--moves 1213] [--seconds 8] [--rounds 3]

Two people play a match of Dragons Arena of a given number of moves. Then the server starts again, with its default limits: the others'
question is what each choice of a duel would come to (AskOdds). Prints how long an answer takes without and with the exports,
how much of a core the server takes, and its memory.
"""

import argparse
import contextlib
import multiprocessing
import os
import threading
import time

from person import Gone, Person, Refused, resident_mib, start_match
from playing import middle, odds_times, play
from running import Server

CONNECTIONS = 20  # as many as one address may have
LONGEST = {"arena": {"placement": 5, "nuggets": 20, "max_duels": 200}}
UNLIMITED = ["--limit-commands-per-second", "1000000", "--limit-command-burst", "1000000"]


def long_match(server, moves):
    """A finished match of at most `moves` moves: its id and how many it has."""
    with Person(server.port, "127.0.0.2") as mira, Person(server.port, "127.0.0.3") as bruno:
        two = [mira.sign_in("Mira"), bruno.sign_in("Bruno")]
        opened = start_match(two, LONGEST)
        played = play(two, opened, at_most=moves)
        with contextlib.suppress(Refused):  # where it is over
            two[0].ask("resign", channel=opened[0]["channel"])
        return opened[0]["info"]["match_id"], played


def export(port, number, match, parts):
    """Fetches the whole record again and again."""
    with contextlib.suppress(Gone), Person(port, "127.0.0.30", timeout=60) as person:
        person.sign_in(f"Exporter {number} {os.getpid()}")
        offset = 0
        while True:
            try:
                part = person.ask("export", match_id=match, offset=offset)["record"]
            except Refused as refused:
                time.sleep(refused.refusal.get("retry_after_ms", 0) / 1000)
                continue
            with parts.get_lock():
                parts.value += 1
            offset += len(part["data"])
            if offset >= part["total"]:
                offset = 0


def exporters(port, match, parts):
    threads = [threading.Thread(target=export, args=(port, i, match, parts)) for i in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def milliseconds(times):
    return f"p50 {1000 * middle(times):.1f} ms, the slowest {1000 * max(times):.1f} ms"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--moves", type=int, default=1213)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with Server(options.bin_dir, *UNLIMITED) as server:
        match, played = long_match(server, options.moves)
        server.terminate()
        server.options = []
        server.start()
        with Person(server.port, "127.0.0.20") as asker, Person(server.port, "127.0.0.21") as second:
            both = [asker.sign_in("Asker"), second.sign_in("Second")]
            total = asker.ask("export", match_id=match)["record"]["total"]
            print(f"a record of {played} moves, {total / 1e6:.2f} MB; {CONNECTIONS} connections of one address", flush=True)
            opened = start_match(both)
            person, mine = next((one, of) for one, of in zip(both, opened) if "choices" in of["updates"][-1])
            pid = server.process.pid
            for _ in range(options.rounds):
                calm = odds_times(person, mine, options.seconds / 2)
                at_rest = resident_mib(pid)
                parts = multiprocessing.Value("Q", 0)
                attack = multiprocessing.Process(target=exporters, args=(server.port, match, parts), daemon=True)
                attack.start()
                time.sleep(0.5)
                used, before = cpu_seconds(pid), parts.value
                busy = odds_times(person, mine, options.seconds)
                used, done = cpu_seconds(pid) - used, parts.value - before
                most = resident_mib(pid)
                attack.kill()
                attack.join()
                print(f"odds {milliseconds(calm)}; with exports {milliseconds(busy)}, {done / options.seconds:.0f} parts a second, "
                      f"{100 * used / options.seconds:.0f} % of a core; {at_rest:.0f} -> {most:.0f} MiB", flush=True)
                time.sleep(1)


if __name__ == "__main__":
    main()
