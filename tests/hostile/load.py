#!/usr/bin/env python3
"""Hostile load: what an attack does to the others. While wyrmhall-load plays, attackers from other addresses do their
worst; phases with and without them take turns, and the medians are compared.

    load.py BIN_DIR [--attacks NAME ...] [--rounds 5] [--seconds 4] [--quick]

Everybody is under the server's default limits; the load generator comes from addresses of its own, sixteen connections
from each. «passers_by» goes on until 10,000 connections have come and gone (--quick: 300).

Prints for each attack: how much of it there was, how many of its connections were let in and turned away, the others' 99th
percentile of a turn without and with it, and the server's memory, the most during it and afterwards. Fails when the others'
turns take over a fifth longer, or the memory grows beyond a bound; with --quick, which is for machines that are busy with
other things, only when it is far worse than that three times in a row.

The server has a core of its own where there are two; attackers share the other with the load generator and run only
while that waits, so that what they take is the server's attention and not the others' processor. Nor does what the server
does beside, on that core.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import HELLO, MANY_MATCHES, RawSocket, Server, sign_in  # noqa: E402

PER_ADDRESS = 20       # connections that play, the server's default (server/core/limits.h)
PASSERS_BY = 10_000    # connections that come and go, let in by the server
PASSERS_BY_QUICK = 300
PASSERS_BY_A_SECOND = 500  # all of them together
NETWORK = 250          # addresses that each passer-by comes from in turn
MATCHES = 40           # that the others play, two connections each
THINK = 0.1            # seconds before each of their turns
GROWTH_MIB = 64        # how much the server's memory may grow under any attack
LONGER = 1.2           # how much longer a turn may take
QUICK_TRIES = 3        # with --quick, before an attack is said to do harm: a busy machine stalls a turn now and then as well
LIST_TABLES = bytes([0x08, 3, 0x2A, 0])  # ClientMessage{command_id: 3, list_tables: {}}


def take_core(number, pid=0):
    if os.cpu_count() > 1:
        os.sched_setaffinity(pid, {number})


def compute(core):
    take_core(core)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while True:
        pass


@contextlib.contextmanager
def busy_cores():
    """Somebody computes whenever a core is free, and has nothing to do with the server. A virtual machine whose cores are all busy is
    stopped for milliseconds at a time by the one that it runs on, which is not the attack's doing."""
    processes = [multiprocessing.Process(target=compute, args=(core,), daemon=True) for core in range(os.cpu_count())]
    for process in processes:
        process.start()
    yield
    for process in processes:
        process.kill()
        process.join()


class Attacker:
    """One process with connections from an address of its own. `done` counts what it has done."""

    def __init__(self, port, number, counts):
        self.port = port
        self.source = f"127.0.0.{2 + number}"
        self.number = number
        self.counts = counts

    def count(self, more=1):
        self.counts.done.value += more

    def connect(self, upgrade=True):
        """A connection, or None when the server will not have one."""
        try:
            raw = RawSocket(self.port, source=self.source, upgrade=upgrade)
            if upgrade and raw.status != 101:
                raw.close()
                self.counts.turned_away.value += 1
                return None
            self.counts.let_in.value += 1
            raw.socket.setblocking(False)
            return raw
        except (ConnectionError, IndexError):
            self.counts.turned_away.value += 1  # closed before it had read our request
            return None
        except OSError:
            time.sleep(0.01)
            return None

    def keep_sending(self, frames, signs_in=False):
        """Sends the same again and again on 20 connections; a new one in place of each that the server closes."""
        raws = [None] * PER_ADDRESS
        while True:
            moved = False
            for place, raw in enumerate(raws):
                if raw is None:
                    raw = raws[place] = self.connect()
                    if raw is None:
                        continue
                    if signs_in:
                        raw.socket.setblocking(True)
                        raw.send(HELLO)
                        raw.send(sign_in(f"A{self.number} {time.monotonic_ns() % 10**12}"))
                        raw.socket.setblocking(False)
                try:
                    self.count(raw.socket.send(frames) * self.per_byte)
                    moved = True
                    while len(raw.socket.recv(65536)) == 65536:
                        pass
                except BlockingIOError:
                    pass
                except OSError:
                    raw.close()
                    raws[place] = None
            if not moved:
                time.sleep(0.001)

    # --- The attacks ---

    def connects(self):
        """Connects, upgrades and goes away, one after the other."""
        while True:
            raw = self.connect()
            if raw is not None:
                raw.close()
                self.count()

    def passers_by(self):
        """The same from ever other addresses, none of which comes too often, at a rate that the limits let through."""
        passed = 0
        began = time.monotonic()
        while True:
            passed += 1
            time.sleep(max(0, began + 2 * passed / PASSERS_BY_A_SECOND - time.monotonic()))
            self.source = f"127.3.{self.number}.{1 + passed % NETWORK}"
            raw = self.connect()
            if raw is not None:
                raw.close()
                self.count()

    def slow_upgrades(self):
        """Sends its upgrade one byte a second, on all the connections that it may have."""
        raws = []
        while True:
            raws = [raw for raw in raws if self.drip(raw)]
            while len(raws) < PER_ADDRESS:
                raw = self.connect(upgrade=False)
                if raw is None:
                    break
                raws.append(raw)
                self.count()
            time.sleep(1)

    @staticmethod
    def drip(raw):
        try:
            raw.socket.send(b"G")
            return True
        except OSError:
            raw.close()
            return False

    def silence(self):
        """Upgrades and never signs in; signs in with one connection in two, and never answers again."""
        raws = []
        while True:
            raws = [raw for raw in raws if not self.is_closed(raw)]
            while len(raws) < PER_ADDRESS:
                raw = self.connect()
                if raw is None:
                    break
                if len(raws) % 2 == 0:
                    raw.send(HELLO)
                    raw.send(sign_in(f"S{self.number} {time.monotonic_ns() % 10**12}"))
                raws.append(raw)
                self.count()
            time.sleep(0.2)

    @staticmethod
    def is_closed(raw):
        try:
            return raw.socket.recv(4096) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def never_reads(self):
        """Asks and asks, and reads nothing."""
        frame = RawSocket.frame(LIST_TABLES) * 50
        raws = [None] * PER_ADDRESS
        while True:
            for place, raw in enumerate(raws):
                if raw is None:
                    raw = raws[place] = self.connect()
                    if raw is None:
                        continue
                    raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    raw.socket.setblocking(True)
                    raw.send(HELLO)
                    raw.send(sign_in(f"N{self.number} {time.monotonic_ns() % 10**12}"))
                    raw.socket.setblocking(False)
                try:
                    self.count(raw.socket.send(frame) / len(frame) * 50)
                except BlockingIOError:
                    pass
                except OSError:
                    raw.close()
                    raws[place] = None
            time.sleep(0.001)

    def valid_flood(self):
        """Valid commands, as fast as the server takes them."""
        frame = RawSocket.frame(LIST_TABLES)
        self.per_byte = 1 / len(frame)
        self.keep_sending(frame * 100, signs_in=True)

    def invalid_flood(self):
        """Frames that are no messages, as fast as the server takes them."""
        frame = RawSocket.frame(b"\xff" * 16)
        self.per_byte = 1 / len(frame)
        self.keep_sending(frame * 100)

    def ping_flood(self):
        """Pings, as fast as the server takes them."""
        frame = RawSocket.frame(b"beat", opcode=9)
        self.per_byte = 1 / len(frame)
        self.keep_sending(frame * 100)

    def empty_fragments(self):
        """A message that never ends, in fragments of nothing."""
        frame = RawSocket.frame(b"", opcode=0, fin=False)
        self.per_byte = 1 / len(frame)
        # Each connection needs its first fragment.
        connect = self.connect

        def begun():
            raw = connect()
            if raw is not None:
                raw.send(b"", fin=False)
            return raw

        self.connect = begun
        self.keep_sending(frame * 100)


ATTACKS = ["connects", "passers_by", "slow_upgrades", "silence", "never_reads", "valid_flood", "invalid_flood", "ping_flood",
           "empty_fragments"]
ADDRESSES = {"slow_upgrades": 10, "silence": 10}  # how many attackers; otherwise 2


class Counts:
    """What the attackers have done together; each writes its own."""

    def __init__(self):
        self.done, self.let_in, self.turned_away = (multiprocessing.Value("d", 0, lock=False) for _ in range(3))


def attack(name, port, number, counts):
    take_core(1)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    getattr(Attacker(port, number, counts), name)()


class Attack:
    def __init__(self, name, port):
        self.counts = [Counts() for _ in range(ADDRESSES.get(name, 2))]
        self.began = time.monotonic()
        self.processes = [multiprocessing.Process(target=attack, args=(name, port, number, counts), daemon=True)
                          for number, counts in enumerate(self.counts)]
        for process in self.processes:
            process.start()

    def end(self):
        """How much was done a second, and how many connections were let in and turned away."""
        rate = sum(counts.done.value for counts in self.counts) / (time.monotonic() - self.began)
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.join()
        return (rate, sum(counts.let_in.value for counts in self.counts),
                sum(counts.turned_away.value for counts in self.counts))


def memory_mib(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def others_have_their_own():
    """Their machines are not the attackers': on this core whatever they have to do comes first, where that is allowed."""
    take_core(1)
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


class CouldNotPlay(Exception):
    """The others played not one turn, or were disconnected. A machine that stops for a second does that as well."""


def others_play(server, seconds):
    """The others' turn in microseconds: the median and the 99th percentile."""
    command = [os.path.join(server.bin_dir, "wyrmhall-load"), "--server", f"127.0.0.1:{server.port}", "--matches",
               str(MATCHES), "--think", str(THINK), "--warm-up", "0.5", "--seconds", str(seconds), "--chain", "64"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, preexec_fn=others_have_their_own)
    if done.returncode != 0:
        raise CouldNotPlay(done.stderr[-500:].strip())
    turn = json.loads(done.stdout)["latency_us"]["mover"]
    return turn["p50"], turn["p99"]


def measure(server, name, rounds, seconds, connections):
    """Medians without and with the attack, its rate, how many of its connections were let in and turned away, and the
    server's memory: the most, and afterwards. There are more rounds where fewer than `connections` were let in."""
    calm, attacked, rates = [], [], []
    let_in = turned_away = 0
    most = memory_mib(server.process.pid)
    while len(rates) < rounds or let_in < connections:
        calm.append(others_play(server, seconds))
        running = Attack(name, server.port)
        try:
            time.sleep(0.3)
            attacked.append(others_play(server, seconds))
            most = max(most, memory_mib(server.process.pid))
        finally:
            rate, more_let_in, more_turned_away = running.end()
        rates.append(rate)
        let_in += more_let_in
        turned_away += more_turned_away
        time.sleep(0.5)
    middle = [[statistics.median(column) for column in zip(*phases)] for phases in (calm, attacked)]
    return *middle, statistics.median(rates), let_in, turned_away, most, memory_mib(server.process.pid)


def harm_of(server, name, options, at_rest):
    """What an attack did that it may not, once measured; prints what was measured."""
    connections = (PASSERS_BY_QUICK if options.quick else PASSERS_BY) if name == "passers_by" else 0
    try:
        calm, attacked, rate, let_in, turned_away, most, afterwards = measure(
            server, name, options.rounds, options.seconds, connections)
    except CouldNotPlay as error:
        print(f"{name}: the others could not play: {error}", flush=True)
        return [f"{name}: the others could not play: {error}"]
    print(f"{name}: {rate:.0f} a second, {let_in:.0f} connections let in and {turned_away:.0f} turned away; a turn's "
          f"p50 {calm[0]:.0f} -> {attacked[0]:.0f} us, p99 {calm[1]:.0f} -> {attacked[1]:.0f} us "
          f"({attacked[1] / calm[1]:.2f}); at most {most:.0f} MiB, {afterwards:.0f} afterwards", flush=True)
    harm = []
    bound = 10 * calm[1] + 100_000 if options.quick else LONGER * calm[1]
    if attacked[1] > bound:
        harm.append(f"{name}: the others' p99 is {attacked[1]:.0f} us, the bound {bound:.0f} us")
    if max(most, afterwards) > at_rest + GROWTH_MIB:
        harm.append(f"{name}: the server grew from {at_rest:.0f} to {most:.0f} MiB")
    return harm


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=ATTACKS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--quick", action="store_true", help="one short round, and bounds that noise does not reach")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.seconds = 1, 1.0
    failures = []
    with Server(options.bin_dir, *MANY_MATCHES) as server:
        take_core(0, server.process.pid)
        others_play(server, 1)  # what the server needs once and for all
        at_rest = memory_mib(server.process.pid)
        for name in options.attacks:
            for _ in range(QUICK_TRIES if options.quick else 1):
                harm = harm_of(server, name, options, at_rest)
                if not harm:
                    break
            failures += harm
        status = server.terminate()[1]
        if status != 0:
            failures.append(f"the server ended with {status}")
    print("\n".join(failures) or "no attack did more than it may")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
