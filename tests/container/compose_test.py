#!/usr/bin/env python3
"""Plays against deploy/compose.cluster.yaml as it stands, without a container engine (containers.py says how, and what is not done):
the image of the servers is the one that tests/container/run has built; in the place of those of PostgreSQL, NATS and Caddy are
this machine's programs, with an entry point for PostgreSQL that does what the official image's does.

    compose_test.py BIN_DIR        with BIN_DIR/wyrmhall

Needs root, buildah, PostgreSQL, NATS, Caddy and python3-yaml; without one of them it says so and is skipped.
"""

import contextlib
import json
import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "tests" / "cluster"), str(TOP / "tests" / "container")]

from containers import Compose, Networks, run  # noqa: E402

try:
    import yaml
except ImportError:
    yaml = None

HOST = "play.localhost"  # Caddy makes certificates for such names by itself
HALLS = ("hall-1", "hall-2", "hall-3")
PROXY_SECONDS = 60  # until it answers, at most
PLAYERS = 4  # each with matches of its own against a bot
MATCH_SECONDS = 240  # that one may take, on a machine that is slow
STORAGE = TOP / "build" / "container" / "storage.conf"
POSTGRES = "/usr/lib/postgresql/15/bin"

# What the official image's does with the variables and folders that the compose file uses.
POSTGRES_ENTRY = rf"""#!/bin/bash
set -eu
if [ "$1" = postgres ] && [ "${{2:-}}" != --version ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --pgdata "$PGDATA" --username postgres --pwfile <(echo "$POSTGRES_PASSWORD") --auth-host scram-sha-256 $POSTGRES_INITDB_ARGS
  shift
  options=$(printf '%q ' "$@")
  pg_ctl --pgdata "$PGDATA" --wait -o "$options -c listen_addresses=''" start
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  pg_ctl --pgdata "$PGDATA" --mode fast --wait stop
  set -- postgres "$@"
fi
exec "$@"
"""


def missing():
    if os.getuid() != 0:
        return "root"
    needed = {tool: tool for tool in ("buildah", "nsenter", "unshare", "setpriv", "ip", "nats-server", "caddy", "wget")}
    needed[f"{POSTGRES}/postgres"] = "PostgreSQL 15"
    for tool, name in needed.items():
        if shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None:
            return name
    if yaml is None:
        return "python3-yaml"
    if not STORAGE.exists():
        return "the image, which tests/container/run builds"
    return None if networks_can_be_made() else "the right to make networks"


def networks_can_be_made():
    with contextlib.suppress(RuntimeError):
        tried = Networks(["tried"])
        try:
            tried.join(tried.space("one"), 1, ["tried"])
            return True
        finally:
            tried.end()
    return False


class Image:
    """The servers', unpacked. As a context: it is gone afterwards."""

    def __enter__(self):
        os.environ.update(CONTAINERS_STORAGE_CONF=str(STORAGE), STORAGE_DRIVER="vfs", BUILDAH_ISOLATION="chroot")
        self.container = run("buildah", "from", "wyrmhall").strip()
        settings = json.loads(run("buildah", "inspect", self.container))["OCIv1"]["config"]
        self.settings = {"root": run("buildah", "mount", self.container).strip(), "user": settings["User"],
                         "entrypoint": settings["Entrypoint"], "environment": dict(line.split("=", 1) for line in settings["Env"]),
                         "healthcheck": {"test": ["CMD", "/usr/local/bin/wyrmhall-health"]}}
        return self.settings

    def __exit__(self, *_):
        subprocess.run(["buildah", "rm", self.container], capture_output=True, check=False)


def images(servers):
    return {
        "wyrmhall": servers,
        "postgres": {"name": "postgres", "files": {"usr/local/bin/docker-entrypoint.sh": POSTGRES_ENTRY},
                     "environment": {"PATH": f"/usr/local/bin:{POSTGRES}:/usr/bin:/bin", "PGDATA": "/var/lib/postgresql/data"}},
        "nats": {"name": "nats"},
        "caddy": {"name": "caddy", "command": ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
                  "environment": {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"}},
    }


def prepared(folder):
    """deploy/ in a folder, with the secrets that the first lines of the compose file make."""
    place = folder / "deploy"
    shutil.copytree(TOP / "deploy", place)
    kept = place / "secrets"
    kept.mkdir(mode=0o700)
    for name, text in (("receipt.key", secrets.token_hex(32)), ("admin-token", secrets.token_hex(32)), ("admin-tokens", "")):
        (kept / name).write_text(text + "\n" if text else "", encoding="utf-8")
        (kept / name).chmod(0o600)
        os.chown(kept / name, 10001, -1)
    (place / "postgres-backups").mkdir(mode=0o700)
    os.chown(place / "postgres-backups", 999, 999)
    passwords = {f"WYRMHALL_{name}_PASSWORD": f"w{secrets.token_hex(24)}" for name in ("DATABASE", "REPLICATION", "BUS")}
    return place, {**passwords, "WYRMHALL_HOST": HOST}


class Players:
    """Programs that play, in a network of theirs in front of the proxy."""

    def __init__(self, compose, program, folder):
        self.compose, self.program, self.folder = compose, program, folder
        self.space = compose.networks.space("players")
        compose.networks.join(self.space, 200, ["front"])
        self.ca = compose.volume("certificates", "0:0") / "caddy/pki/authorities/local/root.crt"
        self.hosts = folder / "hosts"
        self.hosts.write_text(f"{compose.networks.address('front', compose['proxy'].number)} {HOST}\n", encoding="utf-8")

    def command(self, name, *arguments):
        return ["nsenter", f"--net=/run/netns/{self.space}", "unshare", "--mount", "sh", "-c",
                'mount --make-rprivate / && mount --bind "$0" /etc/hosts && exec "$@"', self.hosts, self.program, "--server", f"wss://{HOST}",
                "--ca", self.ca, "--data", self.folder / name, "--name", name, *arguments]

    def ask(self, name, *arguments, timeout=120):
        return subprocess.run(self.command(name, *arguments), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout,
                              check=False)

    def wait_until_answered(self):
        """The proxy has no health that others wait for, and needs a certificate first."""
        end = time.monotonic() + PROXY_SECONDS
        while (asked := self.ask("Herald", "games")).returncode != 0:
            assert time.monotonic() < end, asked.stderr + self.compose["proxy"].log()[-2000:]
            time.sleep(0.2)


class Player(threading.Thread):
    """Plays one match after the other, so that one runs at any time, until told to end with the one that runs."""

    def __init__(self, players, name):
        super().__init__(name=name, daemon=True)
        self.players, self.ends, self.failed = players, threading.Event(), None
        self.start()

    def run(self):
        while self.failed is None and not self.ends.is_set():
            try:
                played = self.players.ask(self.name, "play", "duel", "--bot", "greedy", "--auto", "random", "--think", "500",
                                          "--option", "match_games=3", timeout=MATCH_SECONDS)
            except subprocess.TimeoutExpired as late:
                self.failed = str(late)
                return
            if played.returncode != 0:
                self.failed = played.stdout[-1000:] + played.stderr

    def end(self):
        self.ends.set()
        self.join(timeout=MATCH_SECONDS)
        assert not self.is_alive() and self.failed is None, f"{self.name}: {self.failed}"


def step(began, text):
    print(f"{time.monotonic() - began:5.0f}s  {text}", flush=True)


def own_matches(players, name):
    asked = players.ask(name, "--json", "matches")
    assert asked.returncode == 0, asked.stderr
    return [match["matchId"] for line in asked.stdout.splitlines() for match in json.loads(line).get("matches", {}).get("matches", [])]


def replace(compose, name):
    """As `up -d --no-deps --wait` does with a new image."""
    seconds = compose[name].stop()
    compose[name].start()
    compose[name].wait_until_healthy()
    return seconds


def lose_primary(compose):
    """And do what docs/postgresql.md says."""
    compose["postgres-1"].kill()
    standby = compose["postgres-2"]
    promoted = standby.run_in("psql", "-U", "postgres", "-c", "SELECT pg_promote()")
    assert promoted.returncode == 0, promoted.stderr
    compose.remove_volume("postgres-1")
    again = compose["postgres-1"]
    again.start(["/usr/local/lib/wyrmhall/start", "postgres", "--version"], {"WYRMHALL_COPY_OF": "postgres-2"})
    assert again.process.wait(timeout=120) == 0, again.log()[-2000:]
    again.start()
    again.wait_until_healthy()


def nodes(compose, hall):
    asked = compose[hall].run_in("wyrmhall", "admin", "nodes")
    assert asked.returncode == 0, asked.stderr
    return asked.stdout


def all_serve(compose):
    for hall in HALLS:
        compose[hall].wait_until_healthy()
    end = time.monotonic() + 60
    while any(sum(line.startswith("hall-") for line in nodes(compose, hall).splitlines()) != len(HALLS) for hall in HALLS):
        assert time.monotonic() < end, nodes(compose, "hall-1")
        time.sleep(0.5)


def check_records(players, running, folder):
    """Each match was played to its end, and its record verifies."""
    for player in running:
        player.end()
        for match in own_matches(players, player.name):
            record = folder / f"{match}.json"
            exported = players.ask(player.name, "export", match, "-o", str(record))
            assert exported.returncode == 0, exported.stderr
            verified = subprocess.run([players.program, "verify", record], capture_output=True, text=True, timeout=60, check=False)
            assert verified.returncode == 0, verified.stdout + verified.stderr
            yield match


def backup_is_made(compose):
    end = time.monotonic() + 60
    while not compose["backup"].is_healthy():
        assert time.monotonic() < end, compose["backup"].log()[-2000:]
        time.sleep(0.5)


def play(program, folder):
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        place, variables = prepared(folder)
        servers = stack.enter_context(Image())
        file = yaml.safe_load((place / "compose.cluster.yaml").read_text(encoding="utf-8"))
        compose = stack.enter_context(Compose(file, place, variables, images(servers)))
        compose.up()
        all_serve(compose)
        step(began, "all services are up")
        print(nodes(compose, "hall-2"))
        players = Players(compose, program, folder)
        players.wait_until_answered()
        first = players.ask("Mira", "play", "duel", "--bot", "greedy", "--auto", "random")
        assert first.returncode == 0, first.stderr + compose["proxy"].log()[-2000:]
        backup_is_made(compose)
        step(began, "a match was played through Caddy, with TLS, and there is a backup")
        running = [Player(players, f"Player {i}") for i in range(PLAYERS)]
        for hall in HALLS:
            step(began, f"{hall} was replaced; it took {replace(compose, hall):.1f} s to stop")
        all_serve(compose)
        lose_primary(compose)
        step(began, "PostgreSQL's primary was lost, its standby promoted, and the lost one made a standby of that")
        all_serve(compose)
        matches = list(check_records(players, running, folder))
        assert len(matches) >= PLAYERS, matches
        step(began, f"{len(matches)} matches were played through all of it, and their records verify")


def main():
    lacks = missing()
    if lacks:
        print(f"SKIPPED: the compose file is played against only where there is {lacks}")
        return
    program = pathlib.Path(sys.argv[1]).resolve() / "wyrmhall"
    with tempfile.TemporaryDirectory(prefix="wyrmhall-compose-") as folder:
        os.chmod(folder, 0o755)
        play(program, pathlib.Path(folder))


if __name__ == "__main__":
    main()
