"""A PostgreSQL of a test's own: its files are in a folder below build/ where it can reach that, it listens on a free port
of this machine alone, and it goes with the test. Never the system's. Standard library only."""

import os
import pathlib
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
# PostgreSQL refuses to run as root: then it runs as the user that Debian's package makes.
RUNS_AS = "postgres"
STARTS_WITHIN = 30  # seconds
# Below those that Linux gives to outgoing connections: what is down for a while finds its port free when it comes back.
PORTS = range(12000, 32000)


def programs():
    """The folder of initdb and postgres, the newest there is."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise RuntimeError("PostgreSQL is not installed: run script/install-dependencies cluster")
    return found[-1].parent


def reachable_by_others(folder):
    return all(place.stat().st_mode & 0o001 for place in (folder, *folder.parents))


def folder_for_files():
    """Below build/; or where temporary files go, when root's own folders are above that and PostgreSQL is not root."""
    below = TOP / "build" / "cluster"
    below.mkdir(parents=True, exist_ok=True)
    return below if os.getuid() != 0 or reachable_by_others(below) else tempfile.gettempdir()


def free_port():
    while True:
        with socket.socket() as taken:
            try:
                taken.bind(("127.0.0.1", random.SystemRandom().choice(PORTS)))
                return taken.getsockname()[1]
            except OSError:
                continue


class Postgres:
    """As a context: it runs from the beginning to the end."""

    def __init__(self, of=None, **settings):
        """With `of`, a standby of that one, which must run."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="postgres-", dir=folder_for_files()))
        self.data = self.folder / "data"
        self.user = {}
        if os.getuid() == 0:
            owner = pwd.getpwnam(RUNS_AS)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self.port = free_port()
        self.process = None
        self.settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": "",
                         "max_connections": 50, "shared_buffers": "32MB", **settings}
        if of:
            self.copy(of)
            return
        self.run("initdb", "--pgdata", self.data, "--username", "wyrmhall", "--auth", "trust", "--encoding", "UTF8",
                 "--locale", "C", "--no-sync")

    def run(self, program, *arguments):
        done = subprocess.run([programs() / program, *arguments], capture_output=True, text=True, timeout=120,
                              cwd=self.folder, **self.user)
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {done.stderr}")

    def copy(self, primary):
        self.run("pg_basebackup", "--pgdata", self.data, "--host", "127.0.0.1", "--port", str(primary.port), "--username",
                 "wyrmhall", "--write-recovery-conf", "--checkpoint", "fast", "--no-sync")
        # What the copy's commits wait for, once it is promoted, is said then.
        with open(self.data / "postgresql.auto.conf", encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("synchronous_standby_names")]
        (self.data / "postgresql.auto.conf").write_text("".join(lines))

    def follow(self, primary):
        """One that was lost comes back, as a standby of the one that was promoted."""
        shutil.rmtree(self.data)
        self.copy(primary)
        self.start()

    def start(self):
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([programs() / "postgres", "-D", self.data, *options], stdout=log, stderr=log,
                                            cwd=self.folder, **self.user)
        deadline = time.monotonic() + STARTS_WITHIN
        ready = [programs() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.05)
        return self

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it at once and in order; SIGKILL of a whole PostgreSQL is crash()."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=60)

    def crash(self):
        """As if the power had gone, but for what the operating system still writes."""
        self.stop(signal.SIGQUIT)

    def wait_until_gone(self):
        """After a SIGKILL of the first process: until the last of the others has ended too, and let go of the files."""
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline:
            if not any(self.belongs(pid) for pid in os.listdir("/proc") if pid.isdigit()):
                (self.data / "postmaster.pid").unlink(missing_ok=True)
                return
            time.sleep(0.05)
        raise RuntimeError("processes of a killed PostgreSQL do not end")

    def belongs(self, pid):
        try:
            return os.readlink(f"/proc/{pid}/cwd") == str(self.data)
        except OSError:
            return False

    def promote(self):
        self.run("pg_ctl", "promote", "--pgdata", self.data, "--wait")

    def has_standby(self):
        """Waits until a standby follows in step, then has commits wait for one."""
        deadline = time.monotonic() + STARTS_WITHIN
        while self.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "0":
            if time.monotonic() > deadline:
                raise RuntimeError("no standby follows")
            time.sleep(0.05)
        self.sql("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'")
        self.sql("SELECT pg_reload_conf()")

    def place(self, database="postgres"):
        return f"postgresql://wyrmhall@127.0.0.1:{self.port}/{database}"

    def sql(self, words, database="postgres", timeout=60):
        """What psql prints, rows a line and columns between bars."""
        done = subprocess.run([programs() / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.place(database), "-c", words],
                              capture_output=True, text=True, timeout=timeout)
        if done.returncode != 0:
            raise RuntimeError(f"psql: {done.stderr}")
        return done.stdout.strip()

    def make(self, database):
        self.sql(f"CREATE DATABASE {database}")
        return self.place(database)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
