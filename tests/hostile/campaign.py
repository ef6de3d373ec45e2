#!/usr/bin/env python3
"""A campaign: people with scripts do whatever they like, all at once, while others sign in, sit down and play.

    campaign.py BIN_DIR [--addresses 1] [--minutes 10] [--quick]

The server runs with its default limits, but for new guests and starts of matches an hour: the others make far more of these
than people do, and the attackers may then do so too. Attackers come from one address, or from as many as --addresses says; the others come
from addresses of their own. The others play without the attack first, then with it, then without it again. Meanwhile
somebody signs in twice a second from ever other addresses, and somebody asks the probes. Without the attack the others play on
a machine with nothing else to do, and on one whose cores are kept as busy as the attackers keep them; the latter is what the attack is
compared with.

Before it, one of the attackers plays the longest match that there can be, and another one almost as long, on a server that limits no
commands: what is asked about them costs the most. In every phase a person plays easy bots.

Prints what the attackers got done and what they were refused, the others' turns and sign-ins without and with them, the
server's memory, and how long it takes to start again after it was killed at the end. Fails when a mark is missed; with --quick,
which is for machines that are busy with other things, only when it is far worse than that.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

from attackers import Attack, play_longest
from bots import LONGER as BOT_LONGER
from bots import at, games_of, waits
from load import Server, busy_cores, others_have_their_own, take_core
from long_match import UNLIMITED
from person import Gone, Person, Refused, address, resident_mib

MATCHES = 40           # that the others play at a time
THINK = 0.1            # seconds before each of their turns
FINISHED = 500         # matches that the others must finish under the attack
TURN_LONGER = 1.25     # how much longer a turn may take, from one address
FEWER_MATCHES = 2      # from many addresses, how many times fewer matches may be finished
SIGN_IN_SECONDS = 0.25  # p99
PROBE_SECONDS = 0.1    # p99
MEMORY_MIB = 256
RESTART_SECONDS = 2
CALM_SECONDS = 20      # at a time
CALM_TIMES = 3         # before the attack, and after it
SLICE_SECONDS = 60     # that the others play at a time; the matches that are left then count against their addresses


class SignIns(threading.Thread):
    """Somebody signs in by a token twice a second, from ever other addresses; and asks the probe."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.port = port
        self.took, self.failed, self.probes_took, self.probes_failed = [], [], [], []
        self.going = True
        with Person(port, address(0, "127.7")) as person:
            self.token = person.sign_in("Somebody").token

    def run(self):
        number = 0
        while self.going:
            number += 1
            began = time.monotonic()
            try:
                with Person(self.port, address(number % 200, "127.7")) as person:
                    person.sign_in(token=self.token)
                self.took.append(time.monotonic() - began)
            except (Gone, Refused, OSError) as trouble:
                self.failed.append(repr(trouble))
            asked = time.monotonic()
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5).close()
                self.probes_took.append(time.monotonic() - asked)
            except (urllib.error.URLError, OSError) as trouble:
                self.probes_failed.append(repr(trouble))
            time.sleep(max(0, began + 0.5 - time.monotonic()))

    def p99(self):
        return p99(self.took)

    def probe_p99(self):
        return p99(self.probes_took)


def p99(times):
    """In seconds; of a few times the longest."""
    return at(sorted(times), 0.99) if times else float("inf")


def others_play(server, seconds):
    """The load generator's report; the others come from addresses of their own."""
    command = [os.path.join(server.bin_dir, "wyrmhall-load"), "--server", f"127.0.0.1:{server.port}", "--matches", str(MATCHES),
               "--think", str(THINK), "--warm-up", "0.5", "--seconds", str(seconds), "--chain", "64", "--games", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120, preexec_fn=others_have_their_own)
    assert done.returncode == 0, f"the others could not play: {done.stdout[-500:]} {done.stderr[-500:]}"
    return json.loads(done.stdout)


class BotWaits(threading.Thread):
    """A person plays easy bots for `seconds` seconds; how long they wait for each move of one."""
    number = 0

    def __init__(self, port, game, seconds):
        super().__init__(daemon=True)
        BotWaits.number += 1
        self.asks = port, f"Patient {BotWaits.number}", game, seconds
        self.took = []
        self.start()

    def run(self):
        self.took = waits(*self.asks)

    def end(self):
        self.join()
        assert self.took, "no bot ever moved"
        return self.took


def calm_twice(server, seconds, times, game):
    """Pairs of reports: with free cores, and with busy ones; and waits for bots with busy ones."""
    pairs, bots = [], []
    for _ in range(times):
        free = others_play(server, seconds)
        with busy_cores():
            waiting = BotWaits(server.port, game, seconds)
            pairs.append((free, others_play(server, seconds)))
            bots += waiting.end()
    return pairs, bots


def p99_ms(reports):
    return statistics.median(report["latency_us"]["mover"]["p99"] for report in reports) / 1000


def per_second(reports):
    return sum(report["matches_ended"] for report in reports) / sum(report["seconds"] for report in reports)


class Memory(threading.Thread):
    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.most, self.going = pid, 0, True

    def run(self):
        while self.going:
            self.most = max(self.most, resident_mib(self.pid))
            time.sleep(0.2)


def restart(server, token):
    """Kills the server and starts it again: seconds until somebody is signed in."""
    server.kill()
    os.sched_setaffinity(0, range(os.cpu_count()))  # which the server inherits
    began = time.monotonic()
    server.start()
    take_core(0, server.process.pid)
    while True:
        with contextlib.suppress(Gone, Refused, OSError), Person(server.port, address(3, "127.7")) as person:
            person.sign_in(token=token)
            return time.monotonic() - began
        assert time.monotonic() - began < 60, "nobody gets in after the restart"
        time.sleep(0.01)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--addresses", type=int, default=1, help="that the attack comes from")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--quick", action="store_true", help="twenty seconds, and bounds that noise does not reach")
    options = parser.parse_args()
    attacked_seconds = 20 if options.quick else options.minutes * 60
    calm_seconds = 5 if options.quick else CALM_SECONDS
    calm_times = 1 if options.quick else CALM_TIMES
    failures = []
    with Server(options.bin_dir, *UNLIMITED) as server:
        longest = play_longest(server.port, address(0, "127.5"), 500 if options.quick else 10**9)
        games = games_of(server.port)
        server.terminate()
        server.options = ["--limit-starts-per-account", "1000000", "--limit-starts-per-address", "1000000"]
        server.start()
        take_core(0, server.process.pid)
        take_core(1)
        others_play(server, 1)  # what the server needs once and for all
        calm, calm_bots = calm_twice(server, calm_seconds, calm_times, min(games))
        sign_ins, memory = SignIns(server.port), Memory(server.process.pid)
        running = Attack(server.port, options.addresses, longest, games)
        sign_ins.start()
        memory.start()
        attacked, attacked_bots, began = [], [], time.monotonic()
        while time.monotonic() - began < attacked_seconds:
            slice_seconds = min(SLICE_SECONDS, attacked_seconds)
            waiting = BotWaits(server.port, min(games), slice_seconds)
            attacked.append(others_play(server, slice_seconds))
            attacked_bots += waiting.end()
        attack_seconds = time.monotonic() - began
        done = running.end()
        sign_ins.going = memory.going = False
        sign_ins.join()
        time.sleep(2)
        calm_after, calm_bots_after = calm_twice(server, calm_seconds, calm_times, min(games))
        calm += calm_after
        calm_bots += calm_bots_after
        came_back = restart(server, sign_ins.token)
        status = server.terminate()[1]

    finished = sum(report["matches_ended"] for report in attacked)
    free, before, after = p99_ms([pair[0] for pair in calm]), p99_ms([pair[1] for pair in calm]), p99_ms(attacked)
    print("what the attackers did, and what they were told:")
    for what, times in sorted(done.items(), key=lambda entry: -entry[1]):
        print(f"{times:>10}  {what}")
    matches = per_second([pair[1] for pair in calm]) / per_second(attacked)
    print(f"from {options.addresses} addresses for {attack_seconds:.0f} s: the others finished {finished} matches, "
          f"{per_second(attacked):.1f} a second, and {per_second([pair[1] for pair in calm]):.1f} without; a turn's p99 {free:.2f} ms with free cores, {before:.2f} with busy ones, "
          f"{after:.2f} under the attack ({after / before:.2f}); a bot's answer's p99 {1000 * p99(calm_bots):.1f} ms, "
          f"{1000 * p99(attacked_bots):.1f} under the attack; sign-ins {len(sign_ins.took)}, p99 {1000 * sign_ins.p99():.0f} ms, "
          f"{len(sign_ins.failed)} failed; probes p99 {1000 * sign_ins.probe_p99():.0f} ms, failed {len(sign_ins.probes_failed)}; "
          f"at most {memory.most:.0f} MiB; "
          f"back {came_back:.2f} s after a kill")
    # From many addresses a turn's p99 is only printed: it is milliseconds, and no match takes longer for it.
    longer = TURN_LONGER if options.addresses == 1 else float("inf")
    if options.quick:
        longer = longer * 10
    else:
        if finished < FINISHED:
            failures.append(f"the others finished {finished} matches and not {FINISHED}")
        if sign_ins.p99() > SIGN_IN_SECONDS:
            failures.append(f"a sign-in's p99 is {1000 * sign_ins.p99():.0f} ms and not {1000 * SIGN_IN_SECONDS:.0f}")
        if sign_ins.probe_p99() > PROBE_SECONDS:
            failures.append(f"a probe's p99 is {1000 * sign_ins.probe_p99():.0f} ms and not {1000 * PROBE_SECONDS:.0f}")
        if options.addresses == 1 and p99(attacked_bots) > BOT_LONGER * p99(calm_bots):
            failures.append(f"a bot's answer's p99 is {p99(attacked_bots) / p99(calm_bots):.2f} times what it is without, and not {BOT_LONGER}")
    if after > longer * before + (100 if options.quick else 0):
        failures.append(f"a turn's p99 is {after / before:.2f} times what it is without, and not {longer}")
    if matches > FEWER_MATCHES:
        failures.append(f"the others finished {matches:.2f} times fewer matches a second than without, and not {FEWER_MATCHES}")
    if sign_ins.failed:
        failures.append(f"{len(sign_ins.failed)} sign-ins failed, the first: {sign_ins.failed[0]}")
    if sign_ins.probes_failed:
        failures.append(f"{len(sign_ins.probes_failed)} probes failed, the first: {sign_ins.probes_failed[0]}")
    if memory.most > MEMORY_MIB:
        failures.append(f"the server had {memory.most:.0f} MiB and not {MEMORY_MIB}")
    if came_back > RESTART_SECONDS * (10 if options.quick else 1):
        failures.append(f"the server was back after {came_back:.2f} s and not {RESTART_SECONDS}")
    if status != 0:
        failures.append(f"the server ended with {status}")
    print("\n".join(failures) or "every mark is met")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
