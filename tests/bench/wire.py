#!/usr/bin/env python3
"""Measures the wire: wyrmhalld against a bare Beast server, in one run, interleaved. docs/performance.md explains it.

    tests/bench/wire.py                     builds the release preset, then measures; some six minutes
    tests/bench/wire.py --build DIR         measures what is built in DIR
    tests/bench/wire.py --against DIR       and an earlier build beside it: how much of its turns per CPU-second is left
    tests/bench/wire.py --smoke             a few seconds of everything, to see that it works

Needs nothing but Python's standard library. Exit codes: 0 measured, 1 something broke (never: too slow), 2 usage.
"""

import argparse
import contextlib
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

import servers
from servers import BARE, EARLIER, MIXED, OURS, UNSYNCED

# What a turn and a connection may cost: name, value in the summary, mark, whether more is better.
MARKS = [
    ("turns per CPU-second, of the bare server's, {0} matches", "ratio", 0.65, True),
    ("bytes of diff and events, a claw turn and client, {0} matches", "claw_bytes", 40.0, False),
    ("bytes of choices to the seat that decides, {0} matches", "choices_bytes", 120.0, False),
]
# With one of these alone as the mix: what a turn of it may cost of processor time, in turns of a duel.
MIX_MARKS = {"hunt": 2.0}
IDLE_MARK_KIB, MATCH_MARK_KIB = 12.0, 30.0

KINDS = (BARE, OURS, EARLIER, MIXED, UNSYNCED)


def folder_of(args, kind):
    return args.against if kind == EARLIER else args.build


def load(args, kind, extra):
    """Starts a server, runs the load against it, and returns the load's report."""
    binaries = folder_of(args, kind) / "bin"
    program = binaries / ("wyrmhall-bare-server" if kind == BARE else "wyrmhalld")
    options = ["--store", "memory"] if kind == UNSYNCED else []
    extra = [*(["--bare"] if kind == BARE else []), *(["--mix", args.mix] if kind == MIXED else []),
             "--warm-up", str(args.warm_up), "--seconds", str(args.seconds), *extra]
    with servers.data_folder(args.data) as data, \
            servers.server(program, data, args.cpu, args.hosts, options) as (address, process):
        report = servers.load(binaries / "wyrmhall-load", address, process, args.warm_up + args.seconds, extra, args.cpu,
                              args.hosts)
    report["server"] = kind
    return report


def measure(args):
    """All runs, as the load reported them."""
    runs = []

    def run(what, kind, extra, round_number=0):
        print(f"… {what}: {kind}", file=sys.stderr, flush=True)
        report = load(args, kind, extra)
        runs.append({"what": what, "round": round_number, **report})

    kinds = [kind for kind in KINDS if kind == OURS or (kind == MIXED and args.mix) or
             (kind == EARLIER and args.against) or (kind in (BARE, UNSYNCED) and not args.only)]
    for round_number in range(1, args.rounds + 1):
        for matches in args.matches:
            # Each round begins with another one, so that a drift of the machine favours none.
            for kind in kinds[round_number % len(kinds) :] + kinds[: round_number % len(kinds)]:
                what = f"round {round_number} of {args.rounds}, {matches} matches"
                run(what, kind, ["--matches", str(matches), *args.play], round_number)
    if args.idle:
        run(f"{args.idle} idle connections", OURS, ["--idle", str(args.idle)])
    if args.think:
        matches = max(args.matches)
        for kind in [kind for kind in kinds if kind not in (EARLIER, UNSYNCED)]:
            run(f"{matches} matches that think {args.think} s", kind, ["--matches", str(matches), "--think", str(args.think)])
    return runs


def median_of(runs, *path):
    """The median over the runs of the figure at this path of their reports; nothing when none has it."""
    figures = []
    for run in runs:
        figure = run
        for step in path:
            figure = figure.get(step) if isinstance(figure, dict) else None
        if figure is not None:
            figures.append(figure)
    return statistics.median(figures) if figures else None


def row_of(runs):
    """One line of the table, as medians over the rounds of one server."""
    per_second = median_of(runs, "turns_per_server_cpu_second")
    system = median_of([{"share": r["server_system_seconds"] / r["turns"]} for r in runs if r["turns"]], "share")
    return {
        "turns_per_cpu_second": per_second,
        "cpu_us_per_turn": 1e6 / per_second if per_second else None,
        "system_us_per_turn": 1e6 * system if system is not None else None,
        "turns_per_second": median_of(runs, "turns_per_second"),
        "p50_ms": ms(median_of(runs, "latency_us", "mover", "p50")),
        "p99_ms": ms(median_of(runs, "latency_us", "mover", "p99")),
        "other_p50_ms": ms(median_of(runs, "latency_us", "other", "p50")),
        "other_p99_ms": ms(median_of(runs, "latency_us", "other", "p99")),
        "act_bytes": median_of(runs, "bytes", "act", "mean"),
        "update_bytes": median_of(runs, "bytes", "update", "mean"),
        "update_with_choices_bytes": median_of(runs, "bytes", "update_with_choices", "mean"),
        "claw_bytes": median_of(runs, "bytes", "claw_diff_and_events", "mean"),
        "claw_alone_bytes": median_of(runs, "bytes", "claw_alone_diff_and_events", "mean"),
        "choices_bytes": median_of(runs, "bytes", "choices", "mean"),
        "kib_per_match": median_of(runs, "memory", "kib_per_match"),
        "rss_kib": median_of(runs, "memory", "last_rss_kib"),
        "matches_ended": median_of(runs, "matches_ended"),
        "games": {game: game_of(runs, game) for game in sorted({game for run in runs for game in run.get("games", {})})},
    }


def game_of(runs, game):
    """What one of the games has come to, of all that were played in these runs."""
    turns = sum(run["turns"] for run in runs)
    own = [run["games"][game] for run in runs if game in run["games"]]
    own_turns, ended = sum(part["turns"] for part in own), sum(part["matches_ended"] for part in own)
    return {
        "share": own_turns / turns if turns else None,
        "turns_a_match": own_turns / ended if ended else None,
        "act_bytes": median_of(own, "bytes", "act", "mean"),
        "update_bytes": median_of(own, "bytes", "update", "mean"),
        "update_with_choices_bytes": median_of(own, "bytes", "update_with_choices", "mean"),
        "choices_bytes": median_of(own, "bytes", "choices", "mean"),
        "p99_ms": ms(median_of(own, "latency_us", "mover", "p99")),
    }


def ms(microseconds):
    return microseconds / 1000 if microseconds is not None else None


def summarise(args, runs):
    summary = {"matches": {}}
    saturated = [run for run in runs if run["round"] > 0]
    for matches in args.matches:
        of_size = [run for run in saturated if run["matches"] == matches]
        rows = {kind: row_of([run for run in of_size if run["server"] == kind]) for kind in KINDS
                if any(run["server"] == kind for run in of_size)}
        for kind, row in rows.items():
            row["ratios"] = ratios(of_size, kind, BARE)
            row["ratio"] = statistics.median(row["ratios"]) if row["ratios"] else None
        if MIXED in rows:
            rows[MIXED]["of_duels_alone"] = ratios(of_size, MIXED, OURS)
        if EARLIER in rows:
            rows[OURS]["of_earlier"] = ratios(of_size, OURS, EARLIER)
        summary["matches"][matches] = rows
    idle = [run for run in runs if run["mode"] == "idle"]
    summary["kib_per_idle_connection"] = median_of(idle, "memory", "kib_per_idle_connection")
    paced = [run for run in runs if run["think_ms"] > 0]
    summary["thinking"] = {kind: row_of([run for run in paced if run["server"] == kind]) for kind in (BARE, OURS, MIXED)
                           if any(run["server"] == kind for run in paced)}
    return summary


def ratios(runs, kind, other):
    """For each round, this server's turns per CPU-second over the other's of the same round."""
    found = []
    for round_number in sorted({run["round"] for run in runs}):
        figure = {run["server"]: run.get("turns_per_server_cpu_second") for run in runs if run["round"] == round_number}
        if figure.get(kind) and figure.get(other):
            found.append(figure[kind] / figure[other])
    return found


def shown(figure, digits):
    return "–" if figure is None else f"{figure:,.{digits}f}"


def print_tables(args, summary):
    head = ("matches", "server", "turns/CPU-s", "of bare", "µs/turn", "system", "turns/s", "p50 ms", "p99 ms")
    lines = [head]

    def add(name, kind, row):
        lines.append((str(name), kind, shown(row["turns_per_cpu_second"], 0), shown(row.get("ratio"), 2),
                      shown(row["cpu_us_per_turn"], 1), shown(row["system_us_per_turn"], 1),
                      shown(row["turns_per_second"], 0), shown(row["p50_ms"], 2), shown(row["p99_ms"], 2)))

    for matches, rows in summary["matches"].items():
        for kind, row in rows.items():
            add(matches, kind, row)
    for kind, row in summary["thinking"].items():
        add(f"{max(args.matches)}, think {args.think:g} s", kind, row)
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        print("  ".join(cell.ljust(width) if i < 2 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(line, widths))))
    print()
    for matches, rows in summary["matches"].items():
        for kind in [kind for kind in (OURS, MIXED) if kind in rows]:
            print_games(matches, kind, rows[kind])
        for what, found in (("of the mix over those of duels alone", rows.get(MIXED, {}).get("of_duels_alone")),
                            ("over those of the earlier build", rows[OURS].get("of_earlier"))):
            if found:
                print(f"{matches} matches, turns per CPU-second {what}: "
                      f"{statistics.median(found):.3f} ({min(found):.3f} to {max(found):.3f})")
    if args.smoke:
        return  # figures of a run that short say nothing
    print()
    marks = [(name.format(matches), rows[OURS][key], mark, more)
             for matches, rows in summary["matches"].items() for name, key, mark, more in MARKS]
    thinking = summary["thinking"].get(OURS, {})
    marks.append(("KiB an active match with both clients", thinking.get("kib_per_match"), MATCH_MARK_KIB, False))
    marks.append(("KiB an idle connection", summary["kib_per_idle_connection"], IDLE_MARK_KIB, False))
    for matches, rows in summary["matches"].items():
        found = rows.get(MIXED, {}).get("of_duels_alone")
        if found and args.mix in MIX_MARKS:
            marks.append((f"processor time of a turn of {args.mix}, in turns of a duel, {matches} matches",
                          1 / statistics.median(found), MIX_MARKS[args.mix], False))
    for name, figure, mark, more in marks:
        if figure is None:
            continue
        met = figure >= mark if more else figure <= mark
        print(f"{'met   ' if met else 'MISSED'} {name}: {figure:.2f} (mark: {'at least' if more else 'at most'} {mark:g})")


def print_games(matches, kind, row):
    for name, game in row["games"].items():
        print(f"{matches} matches, {kind}, {name}: {shown(100 * game['share'], 0)} % of the turns, "
              f"{shown(game['turns_a_match'], 0)} turns a match, mean payload bytes: act {shown(game['act_bytes'], 1)}, "
              f"update {shown(game['update_bytes'], 1)}, update with choices {shown(game['update_with_choices_bytes'], 1)}")


def environment(args):
    def output(*command):
        try:
            return subprocess.run(command, cwd=servers.ROOT, capture_output=True, text=True, check=False).stdout.strip()
        except OSError:
            return ""

    model = [line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
             if line.startswith("model name")]
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": output("git", "rev-parse", "--short", "HEAD"),
        "changed": bool(output("git", "status", "--porcelain", "--untracked-files=no")),
        "kernel": platform.release(),
        "cpu": model[0] if model else platform.machine(),
        "cpus": os.cpu_count(),
        "fsync_ms": round(servers.fsync_us(args.data) / 1000, 3),
    }


def parse_arguments():
    parser = argparse.ArgumentParser(description="Measures wyrmhalld's wire against a bare Beast server.")
    parser.add_argument("--build", type=pathlib.Path, help="a build folder to measure; without it build/release is built first")
    parser.add_argument("--against", type=pathlib.Path,
                        help="the build folder of an earlier version, measured in the same rounds with its own load")
    parser.add_argument("--matches", default="200,1000", help="matches that run at once, as a list (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, each of every server (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=8, help="measured seconds a run (default: %(default)s)")
    parser.add_argument("--warm-up", type=float, default=3, help="seconds before them (default: %(default)s)")
    parser.add_argument("--idle", type=int, default=2000, help="idle connections; 0 leaves them out (default: %(default)s)")
    parser.add_argument("--think", type=float, default=1.0,
                        help="seconds that a player thinks in the run at an easy pace; 0 leaves it out (default: %(default)s)")
    parser.add_argument("--cpu", default="0", help="the CPU that server and load share; empty: any (default: %(default)s)")
    parser.add_argument("--data", type=pathlib.Path, help="where databases are made; on a real disk (default: the build folder)")
    parser.add_argument("--mix", default="duel,arena",
                        help="games for further runs beside those of duels alone; empty: none (default: %(default)s)")
    parser.add_argument("--play", default="", help="more options for wyrmhall-load, such as '--claws'")
    parser.add_argument("--only", action="store_true", help="only wyrmhalld with its database, duels and the mix: quick, while tuning")
    parser.add_argument("--json", type=pathlib.Path, help="write everything here (default: BUILD/wire.json)")
    parser.add_argument("--two-hosts", action="store_true",
                        help="server and load as if on two machines, in two network namespaces instead of over loopback; as root")
    parser.add_argument("--smoke", action="store_true", help="a few seconds of everything, to see that it works")
    args = parser.parse_args()
    args.play = args.play.split()
    if args.smoke:
        # Short matches, so that ends and beginnings are among what is tried.
        args.matches, args.rounds, args.seconds, args.warm_up, args.idle, args.think = "8", 1, 1.5, 0.3, 40, 0.05
        args.mix = "duel,arena,dance,hunt"
        args.play = ["--choosing", "--rematch", "--games", "1", "--chain", "128"]
    try:
        args.matches = [int(matches) for matches in args.matches.split(",")]
    except ValueError:
        parser.error("--matches takes numbers with commas between them")
    if args.rounds < 1 or min(args.matches) < 1:
        parser.error("at least one round and one match")
    if args.cpu and not shutil.which("taskset"):
        parser.error("taskset is missing (package util-linux); or give --cpu ''")
    return args


def main():
    args = parse_arguments()
    try:
        if args.build is None:
            args.build = servers.build()
        args.build = args.build.resolve()
        args.against = args.against.resolve() if args.against else None
        args.data = args.data or args.build
        servers.allow_many_descriptors()
        with servers.TwoHosts() if args.two_hosts else contextlib.nullcontext(servers.OneHost()) as args.hosts:
            runs = measure(args)
    except (servers.Broken, OSError, subprocess.CalledProcessError) as broken:
        print(f"wire.py: {broken}", file=sys.stderr)
        return 1
    summary = summarise(args, runs)
    print_tables(args, summary)
    path = args.json or args.build / "wire.json"
    path.write_text(json.dumps({"environment": environment(args), "summary": summary, "runs": runs}, indent=2) + "\n")
    print(f"\nEverything: {path}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
