#!/usr/bin/env python3
"""Measures what it costs the players that /metrics is asked for: turns per CPU-second of the server without
administration, and with it while everything is asked for once a second. Interleaved, so that a drift of the machine
favours none.

    tests/bench/metrics.py BIN_DIR [--rounds 5] [--matches 200] [--seconds 4]
"""

import argparse
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "admin"))

from serving import TOKEN, AdminServer
from running import MANY_MATCHES, Server

# What the server's limits by connection would keep the load from; by address an AdminServer lifts it itself.
LIFTED = ["--limit-commands-per-second", "1000000", "--limit-command-burst", "1000000"]
BY_ADDRESS = ["--limit-connections-per-address", "5000", *MANY_MATCHES]
EVERY_SECONDS = 1.0  # Prometheus asks every fifteen


class Asker(threading.Thread):
    """Asks for the metrics until told to stop; keeps how long each answer took."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.took, self.bytes = port, [], 0
        self.stop = threading.Event()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        while not self.stop.wait(EVERY_SECONDS):
            began = time.perf_counter()
            connection.request("GET", "/metrics", headers={"Authorization": "Bearer " + TOKEN})
            self.bytes = len(connection.getresponse().read())
            self.took.append(time.perf_counter() - began)


def one_run(options, asked):
    with tempfile.TemporaryDirectory(prefix="metrics-", dir=options.data) as folder:
        server = (AdminServer(options.bin_dir, *LIFTED, data=folder) if asked else
                  Server(options.bin_dir, *LIFTED, *BY_ADDRESS, data=folder))
        with server:
            asker = Asker(server.admin_port) if asked else None
            if asker:
                asker.start()
            load = subprocess.run(
                [options.bin_dir / "wyrmhall-load", "--server", f"127.0.0.1:{server.port}",
                 "--server-pid", str(server.process.pid), "--matches", str(options.matches), "--warm-up", "1.5",
                 "--seconds", str(options.seconds)], capture_output=True, text=True, check=True)
            if asker:
                asker.stop.set()
                asker.join()
            return json.loads(load.stdout), asker


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--data", help="where databases are made; on a real disk")
    options = parser.parse_args()
    os.sched_setaffinity(0, {0})  # everything shares a processor: its seconds repeat better than a clock's
    rates, took, size = {False: [], True: []}, [], 0
    for number in range(options.rounds):
        for asked in (False, True) if number % 2 else (True, False):
            report, asker = one_run(options, asked)
            rates[asked].append(report["turns_per_server_cpu_second"])
            if asker:
                took += asker.took
                size = asker.bytes
    without, with_metrics = (statistics.median(rates[asked]) for asked in (False, True))
    ratios = [b / a for a, b in zip(rates[False], rates[True])]
    print(f"{options.matches} matches, {options.rounds} rounds: {without:,.0f} turns per CPU-second without administration, "
          f"{with_metrics:,.0f} asked for metrics every second; ratio {statistics.median(ratios):.3f} "
          f"({min(ratios):.3f} to {max(ratios):.3f}); an answer of {size / 1000:.1f} KB took "
          f"{1000 * statistics.median(took):.1f} ms on a busy processor, {1000 * max(took):.1f} ms at most")


if __name__ == "__main__":
    main()
