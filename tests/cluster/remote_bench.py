#!/usr/bin/env python3
"""What it costs to play over several servers of one PostgreSQL, as ratios within one run.

    remote_bench.py BIN_DIR [--rounds N] [--seconds N] [--matches N] [--think SECONDS] [--json FILE]

PostgreSQL, NATS and the servers are started by this. Two things are measured, in turns:

- Three servers, and players who think. Whoever opens a match is connected to the server that runs it, whoever joins to another:
  the time from an action to its update for the one and the other, and messages between the servers a move.
- As fast as they can: one server; three that share as many matches, each with matches of its own; three that have as many
  each; and both where whoever joins is elsewhere. Moves a second of the servers' processor time.
- The same with three servers that each have a database of their own and know nothing of each other: what it costs this machine
  that there are three at all. The rest is what it costs them to be several servers of one database.
"""

import argparse
import collections
import contextlib
import json
import pathlib
import re
import statistics
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from postgres import Postgres  # noqa: E402
from servers import Nats  # noqa: E402
from sharing import load_report, start_servers  # noqa: E402

# What AdminServer lifts not yet.
LIMITS = ["--limit-commands-per-second", "1000000", "--limit-command-burst", "1000000"]
SENT = re.compile(r'(?m)^wyrmhall_bus_messages_total\{direction="sent"\} (\S+)$')
LOCAL, REMOTE = "opener", "joiner"


def sent(servers):
    return sum(float(SENT.search(server.get("/metrics").text)[1]) for server in servers)


def by_thread(servers):
    """The processor time that threads of each name have used, in ticks."""
    used = collections.Counter()
    for server in servers:
        for task in pathlib.Path(f"/proc/{server.process.pid}/task").iterdir():
            name, _, numbers = (task / "stat").read_text(encoding="utf-8").partition("(")[2].rpartition(") ")
            used[name] += sum(map(int, numbers.split()[11:13]))  # user and system time
    return used


def play(bin_dir, servers, args, *options):
    """The load's report, with the messages that the servers sent to each other until its end, and the time of their threads."""
    first, *more = servers
    options += "--server-pid", ",".join(str(server.process.pid) for server in servers)
    if more:
        options += "--more-ports", ",".join(str(server.port) for server in more)
    before, used = sent(servers), by_thread(servers)
    report = load_report(bin_dir, first, args.seconds, *options)
    return report | {"bus_messages": sent(servers) - before, "threads": by_thread(servers) - used}


def median(runs, *path):
    found = []
    for run in runs:
        for part in path:
            run = run[part]
        found.append(run)
    return statistics.median(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--matches", type=int, default=48)
    parser.add_argument("--think", default="0.2", help="seconds that players think where times are measured")
    parser.add_argument("--json", help="a file for all figures")
    args = parser.parse_args()
    shared, each = (["--matches", str(count * args.matches)] for count in (1, 3))
    apart = ["--joiners-apart"]
    kinds = {"one": ("one", shared), "strangers": ("strangers", shared), "own": ("three", shared), "apart": ("three", shared + apart),
             "strangers each": ("strangers", each), "own each": ("three", each), "apart each": ("three", each + apart),
             "times": ("three", [*shared, *apart, "--think", args.think])}
    runs = {kind: [] for kind in kinds}
    with Postgres(shared_buffers="128MB") as postgres, Nats() as bus, contextlib.ExitStack() as ends:
        servers = {which: start_servers(ends.enter_context, args.bin_dir, postgres.make(f"bench_{which}"), bus, names, *LIMITS)
                   for which, names in (("one", ["hall-1"]), ("three", ["hall-1", "hall-2", "hall-3"]))}
        servers["strangers"] = [start_servers(ends.enter_context, args.bin_dir, postgres.make(f"bench_{name}"), bus, [name],
                                              *LIMITS)[0] for name in ("mill", "mine", "moor")]
        for number in range(args.rounds):
            for kind, (which, options) in kinds.items():
                runs[kind].append(play(args.bin_dir, servers[which], args, "--seed", str(number), *options))
    times = runs["times"]
    local, remote = (median(times, "latency_us", who, "p50") for who in (LOCAL, REMOTE))
    print(f"an action and its update, p50: {local:.0f} µs where the match runs at the player's own server, {remote:.0f} µs where "
          f"it runs at another: {remote - local:+.0f} µs")
    messages = statistics.median(run["bus_messages"] / run["turns"] for run in times)
    print(f"messages between servers a move, with what leads to a match and away from it: {messages:.2f} at most")
    moves = {kind: median(runs[kind], "turns_per_server_cpu_second") for kind in kinds if kind != "times"}
    one = moves["one"]
    print(f"moves a second of processor time: {one:.0f} by one server")
    for much, suffix in (("that share as many matches", ""), ("that have as many each", " each")):
        strangers, own, apart = (moves[kind + suffix] for kind in ("strangers", "own", "apart"))
        print(f"  three servers {much}: {own:.0f} ({own / one:.2f}), {apart:.0f} where one of two players is elsewhere "
              f"({apart / one:.2f})")
        print(f"    three that know nothing of each other: {strangers:.0f} ({strangers / one:.2f}); of that, several servers of one "
              f"database have {own / strangers:.2f}, and {apart / strangers:.2f} where one of two players is elsewhere")
    print("processor time by thread, where wyrmhalld is the one of the core and of all connections:")
    for kind in moves:
        used = sum((collections.Counter(run["threads"]) for run in runs[kind]), collections.Counter())
        shares = ", ".join(f"{name} {ticks / used.total():.0%}" for name, ticks in used.most_common(5))
        print(f"  {kind}: {shares}")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(runs, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
