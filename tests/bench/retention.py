#!/usr/bin/env python3
"""Measures what --keep-matches does to a database of many finished matches, and to the players meanwhile.

    tests/bench/retention.py BIN_DIR [--matches 100000] [--folder DIR]

The load generator plays a number of duels of one game, which takes a minute or two. Then the server starts with --keep-matches 1s and
moves them all to the file of the year, while 40 matches are played that think 0.1 s before each turn. Prints the sizes before,
after, and after a VACUUM; how long moving takes; and how long a turn takes without it and meanwhile. At the end `check-data` must
find that everything fits. Needs nothing but Python's standard library. --folder is where the database is made (it stays there).
"""

import argparse
import glob
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from running import MANY_MATCHES, Server  # noqa: E402

LIFTED = ["--limit-commands-per-second", "1000000", "--limit-command-burst", "1000000", "--limit-connections-per-address", "10000",
          *MANY_MATCHES]
SLICE_SECONDS = 5
MOVED = "from the database to yearly files"


def load(server, *arguments, seconds):
    command = [server.bin_dir / "wyrmhall-load", "--server", f"127.0.0.1:{server.port}", "--seconds", str(seconds), "--chain", "64",
               *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120)
    assert done.returncode == 0, done.stderr[-500:]
    return json.loads(done.stdout)


def turn(server):
    """A turn's median and 99th percentile in milliseconds, over some seconds."""
    mover = load(server, "--matches", "40", "--think", "0.1", "--warm-up", "0.5", seconds=SLICE_SECONDS)["latency_us"]["mover"]
    return mover["p50"] / 1000, mover["p99"] / 1000


def finished(data):
    database = sqlite3.connect(f"file:{data}/wyrmhall.db?mode=ro", uri=True)
    try:
        return database.execute("SELECT count(*) FROM matches WHERE ended_at IS NOT NULL").fetchone()[0]
    finally:
        database.close()


def fill(server, data, matches):
    with server:
        while (there := finished(data)) < matches:
            load(server, "--matches", "200", "--games", "1", "--warm-up", "0", seconds=10 if there + 20_000 < matches else 2)
        server.terminate()


def megabytes(path):
    return os.path.getsize(path) / 1e6


def vacuum(path):
    began = time.monotonic()
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("VACUUM")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return time.monotonic() - began


def free_share(path):
    database = sqlite3.connect(path)
    free, pages = (database.execute(f"PRAGMA {what}").fetchone()[0] for what in ("freelist_count", "page_count"))
    database.close()
    return free / pages


def slices(turns):
    return "; ".join(f"p50 {p50:.2f} ms, p99 {p99:.2f} ms" for p50, p99 in turns)


def wait_for(what, seconds):
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "that did not happen"
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--folder")
    options = parser.parse_args()
    folder = options.folder or tempfile.mkdtemp(prefix="wyrmhall-retention-")
    os.makedirs(folder, exist_ok=True)
    data = os.path.join(folder, "data")
    path = os.path.join(data, "wyrmhall.db")
    server = Server(options.bin_dir, *LIFTED, data=folder)
    began = time.monotonic()
    fill(server, data, options.matches)
    print(f"{finished(data)} finished matches, made in {time.monotonic() - began:.0f} s: {megabytes(path):.1f} MB", flush=True)

    server = Server(options.bin_dir, *LIFTED, data=folder)
    with server:
        turns = [turn(server) for _ in range(3)]
        server.terminate()
        print(f"a turn without moving: {slices(turns)}", flush=True)
        server.options += ["--keep-matches", "1s"]
        log_before = len(server.read_log())
        years = os.path.join(data, "matches-*.db")
        moved = lambda: MOVED in server.read_log()[log_before:]  # noqa: E731
        server.start()
        turns = []
        wait_for(lambda: glob.glob(years), 60)
        began = time.monotonic()
        while not moved():
            turns.append(turn(server))
        # The last slice may have gone on for longer than the moving.
        turns = turns[:-1] or turns
        took = time.monotonic() - began
        said = next(line for line in server.read_log()[log_before:].splitlines() if MOVED in line)
        print(f"a turn while matches are moved: {slices(turns)}", flush=True)
        print(f"at most {took:.0f} s: {said}", flush=True)
        print(f"a turn afterwards: {slices(turn(server) for _ in range(3))}", flush=True)
        server.terminate()
    print(f"after it: {megabytes(path):.1f} MB, of which {100 * free_share(path):.0f} % are free for what comes; files of years "
          f"{sum(megabytes(year) for year in glob.glob(years)):.1f} MB", flush=True)
    took = vacuum(path)
    print(f"after VACUUM, {took:.1f} s: {megabytes(path):.1f} MB", flush=True)
    began = time.monotonic()
    done = subprocess.run([server.bin_dir / "wyrmhalld", "check-data", "--data", data], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    print(f"check-data, {time.monotonic() - began:.0f} s: {done.stdout.strip().splitlines()[-1]}")


if __name__ == "__main__":
    main()
