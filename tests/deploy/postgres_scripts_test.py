#!/usr/bin/env python3
"""The scripts in deploy/postgres/, with a PostgreSQL of the test's own: a database is made, a standby is copied, commits wait for
it, a backup and the archived log bring back a moment.

    postgres_scripts_test.py

Skipped where PostgreSQL is not there, with a line that says so (script/install-dependencies cluster).
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "cluster"))

from postgres import Postgres, programs  # noqa: E402

PASSWORDS = {"WYRMHALL_DATABASE_PASSWORD": "it's one", "WYRMHALL_REPLICATION_PASSWORD": "another"}
WAITS = 30  # seconds


@unittest.skipUnless(any(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")), "SKIPPED: PostgreSQL is not there")
class ScriptsTest(unittest.TestCase):
    def setUp(self):
        self.primary = Postgres(unix_socket_directories="")
        folder = self.folder = self.primary.folder
        self.addCleanup(shutil.rmtree, folder, True)
        self.standby = None
        # Where PostgreSQL's user can read them.
        self.scripts = folder / "scripts"
        shutil.copytree(TOP / "deploy" / "postgres", self.scripts)
        self.scripts.chmod(0o755)
        self.archive, self.copies = folder / "backups" / "wal", folder / "backups"
        self.copies.mkdir()
        if self.primary.user:
            os.chown(self.copies, self.primary.user["user"], self.primary.user["group"])
        # As deploy/ has it, but for the paths, and smaller. What the test's own PostgreSQL says of its place comes later and wins.
        text = (TOP / "deploy/postgres/wyrmhall.conf").read_text(encoding="utf-8")
        for old, new in (("/usr/local/lib/wyrmhall/archive-wal", str(self.scripts / "archive-wal")), ("shared_buffers = 512MB", "shared_buffers = 32MB"),
                         ("wal_keep_size = 2GB", "wal_keep_size = 64MB"), ("max_connections = 100", "max_connections = 50")):
            self.assertIn(old, text)
            text = text.replace(old, new)
        self.conf = self.scripts / "test.conf"
        self.conf.write_text(text, encoding="utf-8")
        self.settings = {"config_file": self.conf, "hba_file": self.scripts / "pg_hba.conf"}
        # The test comes by TCP, and PostgreSQL's first user is called as the servers'.
        (self.scripts / "pg_hba.conf").write_text("host all wyrmhall 127.0.0.1/32 trust\nlocal all all trust\n"
                                                  + (TOP / "deploy/postgres/pg_hba.conf").read_text(encoding="utf-8"), encoding="utf-8")
        self.environment = {**os.environ, **PASSWORDS, "PATH": f"{self.scripts}:{programs()}:{os.environ['PATH']}", "PGHOST": "127.0.0.1",
                            "WYRMHALL_WAL_ARCHIVE": str(self.archive), "HOME": str(folder)}
        os.environ["WYRMHALL_WAL_ARCHIVE"] = str(self.archive)  # for archive-wal, which PostgreSQL calls
        self.addCleanup(os.environ.pop, "WYRMHALL_WAL_ARCHIVE")

    def run_script(self, name, *arguments, check=True, **environment):
        done = subprocess.run([self.scripts / name, *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              env={**self.environment, **environment}, **self.primary.user)
        if check:
            self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def ask(self, postgres, text, timeout=WAITS):
        done = subprocess.run([programs() / "psql", "-Atc", text, "-h", "127.0.0.1", "-p", str(postgres.port), "-U", "wyrmhall", "-d", "postgres"],
                              capture_output=True, text=True, timeout=timeout)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def wait_for(self, condition):
        end = time.monotonic() + WAITS
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)

    def start(self, postgres, name):
        postgres.settings.update(self.settings, cluster_name=name)
        for setting in ("max_connections", "shared_buffers"):
            postgres.settings.pop(setting, None)
        postgres.start()
        self.addCleanup(postgres.stop)
        return postgres

    def start_standby(self):
        """By `start`, as a container does; the official image's own entry point is not here, and what follows is the test's."""
        entry = self.scripts / "docker-entrypoint.sh"
        entry.write_text("#!/bin/sh\nexec true\n", encoding="utf-8")
        entry.chmod(0o755)
        standby = Postgres.__new__(Postgres)
        standby.__dict__.update(self.primary.__dict__)
        standby.folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        if standby.user:
            os.chown(standby.folder, standby.user["user"], standby.user["group"])
        standby.data = standby.folder / "data"
        standby.port = self.primary.port + 1
        standby.process, standby.settings = None, {**self.primary.settings, "port": standby.port}
        self.run_script("start", "postgres", PGDATA=str(standby.data), WYRMHALL_COPY_OF="127.0.0.1", PGPORT=str(self.primary.port))
        self.assertTrue((standby.data / "standby.signal").exists())
        self.assertFalse((standby.data / "part").exists())
        return self.start(standby, "postgres-2")

    def test_from_a_new_database_to_a_moment_of_it(self):
        primary = self.start(self.primary, "postgres-1")
        # The user of the servers is there already, as the superuser: so here it is another name.
        make = self.scripts / "make-database"
        make.write_text(make.read_text().replace("CREATE ROLE wyrmhall ", "CREATE ROLE hall ").replace("OWNER wyrmhall", "OWNER hall"))
        self.run_script("make-database", POSTGRES_USER="wyrmhall", PGPORT=str(primary.port))
        self.assertEqual(self.ask(primary, "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'wyrmhall'"), "UTF8")
        # Without a standby nothing is acknowledged.
        with self.assertRaises(subprocess.TimeoutExpired):
            self.ask(primary, "CREATE TABLE kept (n int)", timeout=2)
        self.start_standby()
        self.wait_for(lambda: self.ask(primary, "SELECT application_name, sync_state FROM pg_stat_replication") == "postgres-2|quorum")
        self.ask(primary, "INSERT INTO kept SELECT generate_series(1, 1000)")

        to_both = {"PGPORT": str(primary.port), "PGUSER": "replication", "PGPASSWORD": PASSWORDS["WYRMHALL_REPLICATION_PASSWORD"]}
        copy = self.run_script("backup", self.archive, self.copies, 1, **to_both).stdout.strip()
        self.ask(primary, "INSERT INTO kept VALUES (1001)")
        time.sleep(0.1)
        moment = self.ask(primary, "SELECT clock_timestamp()")
        time.sleep(0.1)
        self.ask(primary, "DELETE FROM kept")
        last = self.ask(primary, "SELECT pg_walfile_name(pg_switch_wal())")
        self.wait_for(lambda: (self.archive / f"{last}.gz").exists())
        # A file that is there already is no mistake, if it is the same.
        shutil.copy(primary.data / "pg_wal" / last, self.folder / "file")
        os.chmod(self.folder / "file", 0o644)
        self.run_script("archive-wal", self.folder / "file", last)
        self.assertEqual(self.run_script("archive-wal", self.conf, last, check=False).returncode, 1)

        data = self.folder / "restored"
        if primary.user:
            os.chmod(self.folder, 0o755)
        settings = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        primary.crash()
        # psql asks there as PostgreSQL's first user.
        restore = self.scripts / "restore"
        restore.write_text(restore.read_text().replace("-U postgres", "-U wyrmhall"))
        self.run_script("restore", copy, self.archive, data, moment, *settings, PGPORT=str(primary.port))
        self.assertEqual(self.run_script("restore", copy, self.archive, data, check=False).returncode, 1)
        self.assertEqual([name for name in os.listdir(data) if name.endswith(".signal")], [])
        self.assertNotIn("recovery_target", (data / "postgresql.auto.conf").read_text())
        primary.data = data
        self.start(primary, "postgres-1")
        self.assertEqual(self.ask(primary, "SELECT count(*), max(n), pg_is_in_recovery() FROM kept"), "1001|1001|f")


if __name__ == "__main__":
    del sys.argv[1:2]  # where the programs are, of which none is needed
    unittest.main()
