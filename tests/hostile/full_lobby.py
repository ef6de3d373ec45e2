#!/usr/bin/env python3
"""What a full lobby costs: 20 connections that ask FindTable as fast as they may, with 10,000 tables open. Prints the
server's share of a core, and how long ListTables of somebody else takes, without and with them.

    full_lobby.py BIN_DIR
"""

import os
import selectors
import sys
import time

from guest import DUEL, Guest
from running import Server

TABLES, PER_ACCOUNT = 10_000, 8
SECONDS = 10
ASKING, RATE = 20, 20  # connections, commands a second of each


def processor_time(pid):
    fields = open(f"/proc/{pid}/stat", encoding="ascii").read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def observe(server, looker, askers):
    """(share of a core, milliseconds of each ListTables) while `askers` ask."""
    waiting = selectors.DefaultSelector()
    for asker in askers:
        waiting.register(asker.raw.socket, selectors.EVENT_READ)
    began, before, times, sent = time.monotonic(), processor_time(server.process.pid), [], 0
    while (now := time.monotonic()) - began < SECONDS:
        due = int((now - began) * RATE)
        for _ in range(sent, due):
            for asker in askers:
                asker.send(find_table={"options": DUEL, "turn_seconds": 77} if NEW else {"options": DUEL})
        sent = max(sent, due)
        for key, _ in waiting.select(0):
            key.fileobj.recv(1 << 20)
        looked = time.monotonic()
        looker.ask(list_tables={})
        times.append((time.monotonic() - looked) * 1000)
        time.sleep(0.02)
    share = (processor_time(server.process.pid) - before) / (time.monotonic() - began)
    return share, sorted(times)


def main():
    options = ["--limit-connections-per-address", "20000"]
    if NEW:
        options += ["--limit-tables-per-address", "1000000"]
    with Server(sys.argv[1], *options) as server:
        hosts = []
        for number in range(TABLES // PER_ACCOUNT):
            hosts.append(Guest(server.port, f"Host {number}"))
            for _ in range(PER_ACCOUNT):
                # Another match than the askers want, so that each of theirs looks at whatever there is to look at.
                if hosts[-1].open(OTHER, turn_seconds=60) is None:
                    raise SystemExit(f"{number} hosts, then {hosts[-1].refused}")
        looker = Guest(server.port, "Looker", "127.0.0.2")
        askers = [Guest(server.port, f"Asker {number}", "127.0.0.3") for number in range(ASKING)]
        for name, some in (("alone", []), (f"with {ASKING} that ask FindTable", askers)):
            share, times = observe(server, looker, some)
            print(f"{name}: {100 * share:.0f} % of a core; ListTables p50 {times[len(times) // 2]:.1f} ms, "
                  f"p99 {times[len(times) * 99 // 100]:.1f} ms", flush=True)


OTHER = {"duel": {"mode": 1, "match_games": 3}}
NEW = "--old" not in sys.argv
if __name__ == "__main__":
    main()
