#!/usr/bin/env python3
"""Millions of matches that rest, with a day's clock or more: how long a server takes to start on them, what it asks for, and what
it needs.

    resting_bench.py BIN_DIR [--matches N]
"""

import argparse
import pathlib
import re
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e"), str(TESTS / "cluster")]

from postgres import Postgres  # noqa: E402
from serving import AdminServer  # noqa: E402

DATABASE = "wyrmhall"
AT_ONCE = 500_000  # matches
DAYS = 7           # over which their deadlines are spread

# Matches of one move each: the deadlines are those of the moves, as after a restart of the server.
FILL = """
INSERT INTO matches (id, game, rules_version, options, server_seed, turn_seconds, started_at, folded, class, due)
SELECT decode('01939a3b' || lpad(to_hex(n), 24, '0'), 'hex'), 'duel', 1, '', decode(repeat('00', 32), 'hex'), 86400 * {days},
  {now}, 0, (SELECT no FROM match_classes WHERE state = 0 LIMIT 1), {now} + n::bigint * {apart}
FROM generate_series({first}, {last}) AS n;
INSERT INTO moves (match, idx, body, deadline)
SELECT no, 0, decode(repeat('00', 40), 'hex'), due FROM matches WHERE no > {before} AND game = 'duel' AND started_at = {now};
"""


def fill(postgres, count):
    """From when on they are due, in microseconds."""
    now = int(time.time() * 1e6)
    postgres.sql("INSERT INTO match_classes (game, rules_version, state, result) VALUES ('duel', 1, 0, '') ON CONFLICT DO NOTHING",
                 DATABASE)
    for first in range(1, count + 1, AT_ONCE):
        before = postgres.sql("SELECT coalesce(max(no), 0) FROM matches", DATABASE)
        postgres.sql(FILL.format(first=first, last=min(first + AT_ONCE - 1, count), before=before, now=now, days=DAYS,
                                 apart=DAYS * 86_400_000_000 // count), DATABASE, timeout=600)
    postgres.sql("INSERT INTO daily (day, class, matches, moves) SELECT 20000, no, "
                 f"{count}, 0 FROM match_classes WHERE state = 0 LIMIT 1 ON CONFLICT DO NOTHING", DATABASE)
    postgres.sql("ANALYZE", DATABASE, timeout=600)
    postgres.sql("CHECKPOINT", DATABASE, timeout=600)
    return now


def resident_mib(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def started(server):
    began = time.monotonic()
    server.start()
    return time.monotonic() - began


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--matches", type=int, default=1_000_000)
    args = parser.parse_args()
    with Postgres(shared_buffers="256MB", max_wal_size="8GB", synchronous_commit="off") as postgres:
        server = AdminServer(args.bin_dir, "--store", postgres.make(DATABASE), "--accept-loss")
        seconds = started(server)
        print(f"without a match: starts in {seconds:.2f} s, {resident_mib(server):.1f} MiB", flush=True)
        server.terminate()
        began = time.monotonic()
        first_due = fill(postgres, args.matches)
        print(f"{args.matches:,} matches were made in {time.monotonic() - began:.0f} s, "
              f"{postgres.sql(f'SELECT pg_size_pretty(pg_database_size({DATABASE!r}))', DATABASE)}", flush=True)
        postgres.stop()
        postgres.start()  # nothing of them is in its memory
        seconds = started(server)
        running = server.get("/admin/v1/status").json["matches"]
        print(f"with them: starts in {seconds:.2f} s, {resident_mib(server):.1f} MiB; running, as it says: {running['running']:,}")
        soon = first_due + 60_000_000
        plan = postgres.sql("SET jit = off; EXPLAIN (ANALYZE, TIMING OFF, SUMMARY ON) SELECT m.id, l.deadline FROM matches AS m LEFT JOIN LATERAL "
                            "(SELECT v.idx, v.deadline FROM moves AS v WHERE v.match = m.no ORDER BY v.idx DESC LIMIT 1) AS l ON "
                            f"true WHERE m.ended_at IS NULL AND coalesce(m.due, m.deadline) <= {soon}", DATABASE)
        took = re.search(r"Execution Time: (\S+) ms", plan)[1]
        rows = re.search(r"actual rows=(\d+)", plan)[1]
        print(f"those that are due in one minute: {rows}, in {took} ms")
        server.terminate()
        server.__exit__()


if __name__ == "__main__":
    main()
