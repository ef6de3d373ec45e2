"""What the benchmarks of the wire share: servers to measure, and the load against them."""

import contextlib
import json
import os
import pathlib
import resource
import select
import signal
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

# Each server that is measured: the program, and what it is told beside where to listen.
BARE, OURS, UNSYNCED = "bare", "wyrmhalld", "wyrmhalld, unsynced"
# wyrmhalld again, while the mix of games is played instead of duels alone.
MIXED = "wyrmhalld, mix"
# The wyrmhalld of the other build, with the load of that build, so that neither has to know the other's protocol.
EARLIER = "wyrmhalld, earlier"
LIFTED_LIMITS = ["--limit-commands-per-second", "1000000", "--limit-command-burst", "1000000",
                 "--limit-connections-per-address", "100000", "--limit-connections", "100000",
                 "--limit-free-guests-per-hour", "1000000", "--limit-guests-per-hour", "1000000", *MANY_MATCHES]

LOOPBACK = "127.0.0.1"
# Addresses for benchmarks (RFC 2544): nobody's network has them.
SERVER_ADDRESS, LOAD_ADDRESS = "198.18.77.1", "198.18.77.2"


class Broken(Exception):
    """Something did not do what it should: a benchmark of it would be worthless."""


class OneHost:
    """Server and load on this machine, over loopback."""

    address = LOOPBACK

    def for_server(self, command):
        return command

    def for_load(self, command):
        return command


class TwoHosts:
    """Server and load each in a network namespace of its own, with a pair of virtual network cards between them: so a
    message takes the way that it takes between two machines, up to the wire. Needs root."""

    address = SERVER_ADDRESS

    def __init__(self):
        self.server, self.load = f"wyrm-server-{os.getpid()}", f"wyrm-load-{os.getpid()}"

    def for_server(self, command):
        return ["ip", "netns", "exec", self.server, *command]

    def for_load(self, command):
        return ["ip", "netns", "exec", self.load, *command]

    def __enter__(self):
        card, other = f"wyrm{os.getpid()}a", f"wyrm{os.getpid()}b"
        try:
            for name in (self.server, self.load):
                ip("netns", "add", name)
            ip("link", "add", card, "netns", self.server, "type", "veth", "peer", "name", other, "netns", self.load)
            for name, device, address in ((self.server, card, SERVER_ADDRESS), (self.load, other, LOAD_ADDRESS)):
                ip("-n", name, "address", "add", f"{address}/24", "dev", device)
                ip("-n", name, "link", "set", device, "up")
                ip("-n", name, "link", "set", "lo", "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for name in (self.server, self.load):
            subprocess.run(["ip", "netns", "delete", name], stderr=subprocess.DEVNULL, check=False)


def ip(*arguments):
    try:
        done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise Broken("ip is missing (package iproute2)") from missing
    if done.returncode != 0:
        raise Broken(f"ip {' '.join(arguments)} failed (two hosts need root): {done.stderr.strip()}")


def pinned(cpu, command):
    return ["taskset", "-c", cpu, *command] if cpu else command


@contextlib.contextmanager
def server(program, data, cpu="", hosts=OneHost(), extra=()):
    """A running server with its database in `data`: its address and its process. It must stop cleanly when told to,
    unless it has been killed meanwhile."""
    bare = program.name == "wyrmhall-bare-server"
    command = [str(program)] if bare else [str(program), "--data", str(data), "--listen", f"{hosts.address}:0",
                                           *LIFTED_LIMITS, *extra]
    if bare and hosts.address != LOOPBACK:
        command += [hosts.address]
    log_path = pathlib.Path(data) / "bench.log"
    with open(log_path, "wb") as log:
        process = subprocess.Popen(hosts.for_server(pinned(cpu, command)), stdout=subprocess.PIPE, stderr=log)
    try:
        yield listening_address(process, log_path), process
        if process.poll() == -signal.SIGKILL:
            return
        process.send_signal(signal.SIGTERM)
        code = process.wait(STOP_SECONDS)
        if code != 0:
            raise Broken(f"{program.name} ended with {code}:\n{tail(log_path)}")
    except subprocess.TimeoutExpired as timeout:
        raise Broken(f"{program.name} did not stop within {STOP_SECONDS} s") from timeout
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


@contextlib.contextmanager
def load_beside(program, address, extra, cpu=""):
    """The load against a server, beside something else. What goes wrong with it is told at its end."""
    command = pinned(cpu, [str(program), "--server", address, *extra])
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as beside:
        try:
            yield
            out, err = beside.communicate(timeout=LOAD_GRACE_SECONDS)
        finally:
            beside.kill()
    if beside.returncode != 0:
        raise Broken(f"the load went wrong ({' '.join(extra)}):\n{err}\n{out}")


def load(program, address, process, seconds, extra, cpu="", hosts=OneHost()):
    """Runs the load against a server, `seconds` of it beside its set-up, and returns its report."""
    command = hosts.for_load(pinned(cpu, [str(program), "--server", address, "--server-pid", str(process.pid), *extra]))
    limit = seconds + LOAD_GRACE_SECONDS
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired as timeout:
        raise Broken(f"the load did not end within {limit} s ({' '.join(extra)})") from timeout
    if done.returncode != 0:
        raise Broken(f"the load went wrong ({' '.join(extra)}):\n{done.stderr}")
    return json.loads(done.stdout)


@contextlib.contextmanager
def data_folder(where):
    with tempfile.TemporaryDirectory(prefix="bench-", dir=where) as data:
        yield data


def allow_many_descriptors():
    """As many as this process may have; how many that is."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def build():
    """Builds what is measured, of the release preset; its folder."""
    subprocess.run(["cmake", "--preset", "release"], cwd=ROOT, check=True, stdout=sys.stderr)
    folder = ROOT / "build" / "release"
    subprocess.run(["cmake", "--build", str(folder), "--target", "wyrmhalld", "wyrmhall-load", "wyrmhall-bare-server"],
                   cwd=ROOT, check=True, stdout=sys.stderr)
    return folder


def fsync_us(folder, pause=0.0, times=30):
    """What the disk takes for a page in a file that is there to be safe, in microseconds, the median of a few: with a
    pause before each, as a server that is quiet has it."""
    taken = []
    page = b"x" * 4096
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        file.write(page * times)
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)
        for _ in range(times):
            time.sleep(pause)
            began = time.perf_counter()
            os.write(file.fileno(), page)
            os.fdatasync(file.fileno())
            taken.append(1e6 * (time.perf_counter() - began))
    return sorted(taken)[times // 2]
