#!/usr/bin/env python3
"""Measures what becomes of the server when there is much of everything: docs/performance.md explains it.

    tests/bench/scale.py --build build/release      some four minutes

Three parts: what a turn costs while few and while many matches are played by people who think; how long somebody new
takes to sign in and get a seat while all others play as fast as they can; and how long the server takes to start with
many unfinished matches, and to give them to players who all come back at once. A process needs a descriptor for each
connection, so `ulimit -n` bounds how many matches can be played at once. Exit codes: 0 measured, 1 something broke
(never: too slow), 2 usage.
"""

import argparse
import pathlib
import signal
import sys
import time

import servers

THINK_SECONDS = 2.0
# Of the descriptors that a process may have, those that are left for files.
OTHER_DESCRIPTORS = 200
SET_UP_SECONDS = 100
SET_UP_PLAY_SECONDS = 3  # of matches that are left unfinished


def play(args, data, cpu, extra, started=None):
    """Starts a server on this data, with the load on another processor; the load's report. `started` is told how long
    the server took to listen, and its process."""
    binaries = args.build / "bin"
    began = time.monotonic()
    with servers.server(binaries / "wyrmhalld", data, cpu) as (address, process):
        if started:
            started(time.monotonic() - began, process)
        extra = ["--set-up-limit", str(SET_UP_SECONDS), *extra]
        report = servers.load(binaries / "wyrmhall-load", address, process, args.seconds + SET_UP_SECONDS, extra, args.load_cpu)
        if "--tokens-to" in extra:
            process.send_signal(signal.SIGKILL)  # in the middle of all matches, as a crash would
            process.wait()
    return report


def live(args):
    print(f"A turn while players think {THINK_SECONDS:g} s:")
    costs = {}
    for number in range(1, args.rounds + 1):
        for matches in args.live if number % 2 else reversed(args.live):
            with servers.data_folder(args.data) as data:
                report = play(args, data, args.cpu, ["--matches", str(matches), "--think", str(THINK_SECONDS),
                                                     "--warm-up", str(args.warm_up), "--seconds", str(args.seconds)])
            cost = 1e6 * report["server_cpu_seconds"] / report["turns"]
            costs.setdefault(matches, []).append(cost)
            mover = report["latency_us"]["mover"]
            print(f"  {matches:6} matches: {cost:6.1f} µs of processor time, p50 {mover['p50'] / 1000:.2f} ms, "
                  f"p99 {mover['p99'] / 1000:.2f} ms, set up within {report['set_up_seconds']:.1f} s, "
                  f"{report['memory']['last_rss_kib'] / 1024:.0f} MiB", flush=True)
    few, many = (sorted(costs[matches])[len(costs[matches]) // 2] for matches in args.live)
    if few > 0:  # processor time is counted in hundredths of a second: a short run may have none
        print(f"  {args.live[1]} matches over {args.live[0]}: {many / few:.2f} (mark: at most 1.15)")


def newcomers(args):
    print("Somebody new, from connecting to a seat, while all others play as fast as they can:")
    for matches in args.busy:
        binaries = args.build / "bin"
        # A process of their own, so that they do not wait for a load that has its hands full.
        extra = ["--newcomers", str(args.newcomers), "--warm-up", str(args.warm_up), "--seconds", str(args.seconds)]
        others = ["--matches", str(matches), "--warm-up", "0", "--seconds", str(args.warm_up + args.seconds + 2)]
        with servers.data_folder(args.data) as data, \
                servers.server(binaries / "wyrmhalld", data, args.cpu) as (address, process), \
                servers.load_beside(binaries / "wyrmhall-load", address, others, args.load_cpu):
            report = servers.load(binaries / "wyrmhall-load", address, process, args.seconds, extra, args.load_cpu)
        new = report["newcomer_us"]
        print(f"  {matches:6} matches: {new['count']} came, p50 {new['p50'] / 1000:.1f} ms, p99 {new['p99'] / 1000:.1f} ms (mark: at most 250)", flush=True)


def start(args):
    at_once = min(args.unfinished, max(args.live))
    print(f"A start with {args.unfinished} unfinished matches, set up {at_once} at a time:")

    def started(seconds, process):
        started.seconds, started.rss = seconds, resident_mib(process)

    with servers.data_folder(args.data) as data:
        first_tokens = pathlib.Path(data) / "tokens-0"
        for first in range(0, args.unfinished, at_once):
            matches = min(at_once, args.unfinished - first)
            play(args, data, "", ["--matches", str(matches), "--think", "5", "--seed", str(first + 1), "--warm-up", "0",
                                  "--seconds", str(SET_UP_PLAY_SECONDS), "--tokens-to", f"{data}/tokens-{first}"])
        # One of each pair, so that as many matches are asked for as there are connections.
        first_tokens.write_text("".join(first_tokens.read_text().splitlines(keepends=True)[::2]))
        report = play(args, data, "", ["--return", str(first_tokens), "--warm-up", "0", "--seconds", "0.1"], started)
    back = report["returned_us"]
    print(f"  it listens after {started.seconds:.2f} s (mark: at most 2), with {started.rss:.0f} MiB; {back['count']} players come "
          f"back at once and have their matches after {report['set_up_seconds']:.2f} s in all (mark: at most 6), "
          f"p99 {back['p99'] / 1000:.1f} ms; {report['memory']['last_rss_kib'] / 1024:.0f} MiB then (mark: at most 1,024)")


def resident_mib(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise servers.Broken("the server is gone")


def main():
    parser = argparse.ArgumentParser(description="Measures the server with much of everything.")
    parser.add_argument("--build", type=pathlib.Path, help="a build folder; without it build/release is built first")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of few and many matches (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=8, help="measured seconds a run (default: %(default)s)")
    parser.add_argument("--warm-up", type=float, default=3, help="seconds before them (default: %(default)s)")
    parser.add_argument("--live", help="few and many matches (default: 2000, and 20000 or what descriptors allow)")
    parser.add_argument("--busy", default="200,1000", help="matches while newcomers come (default: %(default)s)")
    parser.add_argument("--newcomers", type=float, default=30, help="how many come a second (default: %(default)s)")
    parser.add_argument("--unfinished", type=int, default=100_000, help="unfinished matches at a start (default: %(default)s)")
    parser.add_argument("--cpu", default="0", help="the server's processor; empty: any (default: %(default)s)")
    parser.add_argument("--load-cpu", default="1", help="the load's; empty: any (default: %(default)s)")
    parser.add_argument("--data", type=pathlib.Path, help="where databases are made; on a real disk (default: the build folder)")
    args = parser.parse_args()
    most = (servers.allow_many_descriptors() - OTHER_DESCRIPTORS) // 2
    args.live = [int(matches) for matches in args.live.split(",")] if args.live else [min(2_000, most), min(20_000, most)]
    args.busy = [int(matches) for matches in args.busy.split(",")]
    if len(args.live) != 2 or max(*args.live, *args.busy) > most:
        parser.error(f"--live takes two numbers, and `ulimit -n` allows {most} matches at once")
    try:
        args.build = (args.build or servers.build()).resolve()
        args.data = args.data or args.build
        live(args)
        newcomers(args)
        start(args)
    except (servers.Broken, OSError) as broken:
        print(f"scale.py: {broken}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
