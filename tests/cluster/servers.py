"""Several servers over one PostgreSQL, with a NATS between them and an HAProxy before them, all of a test's own: ports are
free ones of this machine alone, files are in folders that go with the test. Standard library only."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "e2e"), str(TESTS / "cluster")]

from pair import place_of  # noqa: E402
from postgres import folder_for_files, free_port  # noqa: E402
from proxy import Proxy  # noqa: E402
from running import MANY_MATCHES, Server  # noqa: E402

STARTS_WITHIN = 20  # seconds
MANY_CONNECTIONS = ["--nuggets", "always", "--limit-connections-per-address", "5000", *MANY_MATCHES]


def program(name):
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
    if found is None:
        raise RuntimeError(f"{name} is not installed: run script/install-dependencies cluster")
    return found


def wait_for_port(port, process, what):
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end:
        assert process.poll() is None, f"{what} ended with {process.returncode}"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise AssertionError(f"{what} did not listen within {STARTS_WITHIN} s")


class Nats:
    """As a context: it runs from the beginning to the end."""

    def __init__(self):
        self.port = free_port()
        self.process = None

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen([program("nats-server"), "--addr", "127.0.0.1", "--port", str(self.port)],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port, self.process, "nats-server")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Ways:
    """How one server reaches its database and its bus: through proxies of its own, so that it can lose one of them alone. As a
    context: they run from the beginning to the end."""

    def __init__(self, database_ports, bus_port, delay_ms):
        to_database = [(free_port(), port) for port in database_ports]
        to_bus = (free_port(), bus_port)
        self.database = Proxy(to_database, delay_ms)
        self.bus = Proxy([to_bus])
        self.places = (place_of(*(port for port, _ in to_database)), f"nats://127.0.0.1:{to_bus[0]}")

    def __enter__(self):
        self.database.start()
        self.bus.start()
        return self

    def __exit__(self, *_):
        self.bus.__exit__()
        self.database.__exit__()


CONFIGURATION = """
global
    maxconn 4000
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    option redispatch
    retries 3
listen wyrmhall
    bind 127.0.0.1:{port}
    balance roundrobin
    default-server check inter 200ms fall 2 rise 1
{servers}
"""


class Servers:
    """A server for each of `places`, which are pairs of where its store is and where its bus is; each has a name and a folder.
    It can be taken for a server: whoever connects to it gets one of them."""

    def __init__(self, bin_dir, places):
        self.bin_dir = pathlib.Path(bin_dir)
        self.folder = tempfile.mkdtemp(prefix="servers-", dir=folder_for_files())
        self.port = free_port()
        self.each = []
        for number, (store, bus) in enumerate(places):
            server = Server(bin_dir, "--store", store, "--bus", bus, "--node", f"node-{number}", *MANY_CONNECTIONS)
            server.port = free_port()
            self.each.append(server)
        self.balancer = None

    def start(self):
        for server in self.each:
            # All sign by the key of the first, which makes it.
            if server is not self.each[0]:
                data = pathlib.Path(server.folder, "data")
                data.mkdir(mode=0o700)
                shutil.copy(pathlib.Path(self.each[0].folder, "data", "receipt.key"), data / "receipt.key")
            server.start()
        lines = "".join(f"    server node-{number} 127.0.0.1:{server.port}\n" for number, server in enumerate(self.each))
        configuration = pathlib.Path(self.folder, "haproxy.cfg")
        configuration.write_text(CONFIGURATION.format(port=self.port, servers=lines), encoding="utf-8")
        self.balancer = subprocess.Popen([program("haproxy"), "-db", "-f", str(configuration)], stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
        wait_for_port(self.port, self.balancer, "haproxy")
        return self

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}"

    def named(self, node):
        return next(server for server in self.each if node in server.options)

    def read_logs(self):
        return "\n".join(f"--- {server.options[5]}\n{server.read_log()[-2000:]}" for server in self.each)

    def __enter__(self):
        return self.start()

    def __exit__(self, failed, *_):
        if self.balancer is not None:
            self.balancer.kill()
            self.balancer.wait()
        for server in self.each:
            server.__exit__()
        if failed is None:  # otherwise somebody wants to look at it
            shutil.rmtree(self.folder, ignore_errors=True)
