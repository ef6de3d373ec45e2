#!/usr/bin/env python3
"""What players notice of a NATS that is away, who are connected to the server that runs their matches and has the lobby: how long
an action takes then, against how long it takes while NATS is there, in turns within one run.

    bus_bench.py BIN_DIR [--rounds N] [--seconds N] [--matches N] [--think SECONDS]

PostgreSQL, NATS and three servers are started by this. How soon all others go on says tests/cluster/run, by kill_bus_for_long.
"""

import argparse
import contextlib
import pathlib
import statistics
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from postgres import Postgres  # noqa: E402
from servers import Nats  # noqa: E402
from sharing import load_report, start_servers  # noqa: E402

MARK = 1.2  # how much longer than with NATS it may take


def takes(bin_dir, server, args):
    """An action of players here, in microseconds: the median and the 99th percentile."""
    report = load_report(bin_dir, server, args.seconds, "--matches", str(args.matches), "--think", args.think)
    turn = report["latency_us"]["mover"]
    return turn["p50"], turn["p99"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--matches", type=int, default=24)
    parser.add_argument("--think", default="0.1", help="seconds that players think")
    args = parser.parse_args()
    there, away = [], []
    with Postgres(shared_buffers="128MB") as postgres, Nats() as bus, contextlib.ExitStack() as ends:
        servers = start_servers(ends.enter_context, args.bin_dir, postgres.make("bench"), bus, ["hall-1", "hall-2", "hall-3"])
        nodes = servers[0].get("/admin/v1/nodes").json["nodes"]
        server = next(server for server, node in zip(servers, nodes) if node["lobby"])
        for _ in range(args.rounds):
            there.append(takes(args.bin_dir, server, args))
            bus.kill()
            away.append(takes(args.bin_dir, server, args))
            bus.start()
            server.wait_for(lambda: all(node["bus"] == "connected" for node in server.get("/admin/v1/nodes").json["nodes"]))
    (p50, p99), (p50_away, p99_away) = ([statistics.median(column) for column in zip(*runs)] for runs in (there, away))
    print(f"an action of who is connected to the match's server: p50 {p50:.0f} µs, p99 {p99:.0f} µs; while NATS is away p50 "
          f"{p50_away:.0f} µs, p99 {p99_away:.0f} µs: {p99_away / p99:.2f} of it (mark: at most {MARK})")


if __name__ == "__main__":
    main()
