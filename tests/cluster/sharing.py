"""Servers with administration that share a PostgreSQL, and have shared out what there is. Standard library only."""

import json
import pathlib
import shutil
import subprocess
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "admin"), str(TESTS / "e2e")]

from serving import AdminServer  # noqa: E402

SHARDS = 4096
LOAD_GRACE_SECONDS = 120  # that the load may take beside what it measures
STILL_SECONDS = 1  # shards go many a second, so that a second without one is the end of it
STILL_LOOKS = 30
UNEVEN = 1.15  # how much more than its share a server may have; the shares are drawn by hashes


def one_of_several(bin_dir, place, bus, name, *options, like=None):
    """A server that shares the database `place`; it signs by the key of `like`, as all that share one do."""
    server = AdminServer(bin_dir, "--store", place, "--bus", bus.url, "--node", name, *options)
    if like is not None:
        data = pathlib.Path(server.folder, "data")
        data.mkdir(mode=0o700)
        shutil.copy(pathlib.Path(like.folder, "data", "receipt.key"), data / "receipt.key")
    return server


def start_servers(enter, bin_dir, place, bus, names, *options):
    """One of each name. `enter` enters their contexts, as ExitStack.enter_context does."""
    servers = []
    for name in names:
        servers.append(enter(one_of_several(bin_dir, place, bus, name, *options, like=servers[0] if servers else None)))
    for server in servers:
        server.wait_for(lambda server=server: is_settled(server, len(names)))
    wait_until_still(servers)
    return servers


def shares(server):
    """How many shards each server has, as this one sees it."""
    return {node["name"]: node["shards"] for node in server.get("/admin/v1/nodes").json["nodes"]}


def wait_until_still(servers):
    """Until all see the same shares, and saw them before: the last shards go from one to another for a while after each has
    about its own."""
    before = None
    for _ in range(STILL_LOOKS):
        now = [shares(server) for server in servers]
        if now == before and all(seen == now[0] for seen in now):
            return
        before = now
        time.sleep(STILL_SECONDS)
    raise AssertionError(f"shards are still moving: {before}")


def load_report(bin_dir, server, seconds, *options, patience=LOAD_GRACE_SECONDS):
    """What wyrmhall-load measures of players who connect to this server. It may take `patience` seconds beside those that it
    measures."""
    command = [str(pathlib.Path(bin_dir) / "wyrmhall-load"), "--server", f"127.0.0.1:{server.port}", "--seconds", str(seconds),
               "--warm-up", "1", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + patience)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def is_settled(server, count):
    """Whether each server has about its share, as this one sees it."""
    shards = list(shares(server).values())
    return len(shards) == count and sum(shards) == SHARDS and max(shards) < UNEVEN * SHARDS / count
