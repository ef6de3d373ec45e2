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
import resource
import select
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from running import MANY_MATCHES  # noqa: E402

START_SECONDS = 20  # that a server may take until it listens
STOP_SECONDS = 10  # that it may take to stop
LOAD_GRACE_SECONDS = 120  # that the load may take beside what it measures

# What a turn and a connection may cost: name, value in the summary, mark, whether more is better.
MARKS = [
    ("turns per CPU-second, of the bare server's, {0} matches", "ratio", 0.65, True),
    ("bytes of diff and events, a claw turn and client, {0} matches", "claw_bytes", 40.0, False),
    ("bytes of choices to the seat that decides, {0} matches", "choices_bytes", 120.0, False),
]
# With one of these alone as the mix: what a turn of it may cost of processor time, in turns of a duel.
MIX_MARKS = {"hunt": 2.0}
IDLE_MARK_KIB, MATCH_MARK_KIB = 12.0, 30.0

# Each server that is measured: the program, and what it is told beside where to listen.
BARE, OURS, UNSYNCED = "bare", "wyrmhalld", "wyrmhalld, unsynced"
# wyrmhalld again, while the mix of games is played instead of duels alone.
MIXED = "wyrmhalld, mix"
# The wyrmhalld of the other build, with the load of that build, so that neither has to know the other's protocol.
EARLIER = "wyrmhalld, earlier"
KINDS = (BARE, OURS, EARLIER, MIXED, UNSYNCED)
LIFTED_LIMITS = ["--limit-commands-per-second", "1000000", "--limit-command-burst", "1000000",
                 "--limit-connections-per-address", "100000", "--limit-connections", "100000",
                 "--limit-free-guests-per-hour", "1000000", "--limit-guests-per-hour", "1000000", *MANY_MATCHES]


class Broken(Exception):
    """Something did not do what it should: a benchmark of it would be worthless."""


def pinned(cpu, command):
    return ["taskset", "-c", cpu, *command] if cpu else command


def folder_of(args, kind):
    return args.against if kind == EARLIER else args.build


@contextlib.contextmanager
def server(args, kind):
    """A running server: its address and its process id. It must stop cleanly when told to."""
    with tempfile.TemporaryDirectory(prefix="wire-", dir=args.data) as data:
        program = folder_of(args, kind) / "bin" / ("wyrmhall-bare-server" if kind == BARE else "wyrmhalld")
        command = [str(program)]
        if kind != BARE:
            command += ["--data", data, "--listen", "127.0.0.1:0", *LIFTED_LIMITS]
        if kind == UNSYNCED:
            command += ["--store", "memory"]
        log_path = pathlib.Path(data) / "bench.log"
        with open(log_path, "wb") as log:
            process = subprocess.Popen(pinned(args.cpu, command), stdout=subprocess.PIPE, stderr=log)
        try:
            yield listening_address(process, log_path), process.pid
            process.send_signal(signal.SIGTERM)
            code = process.wait(STOP_SECONDS)
            if code != 0:
                raise Broken(f"{kind} ended with {code}:\n{tail(log_path)}")
        except subprocess.TimeoutExpired as timeout:
            raise Broken(f"{kind} did not stop within {STOP_SECONDS} s") from timeout
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def listening_address(process, log_path):
    """Waits for the line `listening on HOST:PORT`."""
    seen = b""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if select.select([process.stdout], [], [], 0.2)[0]:
            chunk = os.read(process.stdout.fileno(), 4096)
            seen += chunk
            for line in seen.decode(errors="replace").splitlines():
                if line.startswith("listening on "):
                    return line.removeprefix("listening on ").strip()
            if not chunk:
                break
    raise Broken(f"the server did not come up:\n{seen.decode(errors='replace')}\n{tail(log_path)}")


def tail(path):
    return "".join(path.read_text(errors="replace").splitlines(keepends=True)[-15:])


def load(args, kind, extra):
    """Starts a server, runs the load against it, and returns the load's report."""
    with server(args, kind) as (address, pid):
        command = [str(folder_of(args, kind) / "bin" / "wyrmhall-load"), "--server", address, "--server-pid", str(pid)]
        command += ["--bare"] if kind == BARE else []
        command += ["--mix", args.mix] if kind == MIXED else []
        command += ["--warm-up", str(args.warm_up), "--seconds", str(args.seconds), *extra]
        limit = args.warm_up + args.seconds + LOAD_GRACE_SECONDS
        try:
            done = subprocess.run(pinned(args.cpu, command), capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired as timeout:
            raise Broken(f"the load against {kind} did not end within {limit} s") from timeout
        if done.returncode != 0:
            raise Broken(f"the load against {kind} went wrong ({' '.join(extra)}):\n{done.stderr}")
        report = json.loads(done.stdout)
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
            return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
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
        "fsync_ms": fsync_ms(args.data),
    }


def fsync_ms(folder):
    """What the disk takes for a small write to be safe: the median of a few."""
    times = []
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        for _ in range(30):
            began = time.perf_counter()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            times.append(1000 * (time.perf_counter() - began))
    return round(statistics.median(times), 3)


def build(folder):
    subprocess.run(["cmake", "--preset", "release"], cwd=ROOT, check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", str(folder), "--target", "wyrmhalld", "wyrmhall-load", "wyrmhall-bare-server"],
                   cwd=ROOT, check=True, stdout=sys.stderr)


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
            args.build = ROOT / "build" / "release"
            build(args.build)
        args.build = args.build.resolve()
        args.against = args.against.resolve() if args.against else None
        args.data = args.data or args.build
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        runs = measure(args)
    except (Broken, OSError, subprocess.CalledProcessError) as broken:
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
