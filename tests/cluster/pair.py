"""A PostgreSQL and its synchronous standby, of which the first can be killed again and again. Standard library only."""

import signal
import time

from postgres import Postgres

DATABASE = "wyrmhall"


def cut_connections(postgres):
    postgres.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
                 "pg_backend_pid()", DATABASE)


def place_of(*ports):
    """That of the database behind whichever of these ports is the primary's."""
    hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
    return f"postgresql://wyrmhall@{hosts}/{DATABASE}?target_session_attrs=read-write"


class Pair:
    """As a context: both run from the beginning to the end, and commits wait for the standby."""

    def __init__(self):
        self.primary = Postgres()
        self.standby = None

    @property
    def place(self):
        return place_of(*self.ports())

    def ports(self):
        """In an order that stays the same, whoever is the primary."""
        return sorted([self.primary.port, self.standby.port])

    def sql(self, words):
        return self.primary.sql(words, DATABASE)

    def fail_over(self):
        """The primary is killed while answers of it are on their way, and its standby promoted. Returns when it was."""
        cut_connections(self.primary)
        self.primary.stop(signal.SIGKILL)
        self.primary.wait_until_gone()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        return time.monotonic()

    def rebuild_standby(self):
        """Who was the primary comes back as the standby."""
        self.standby.follow(self.primary)
        self.primary.has_standby()

    def __enter__(self):
        self.primary.start()
        try:
            self.primary.make(DATABASE)
            self.standby = Postgres(of=self.primary)
            self.standby.start()
            self.primary.has_standby()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for postgres in (self.primary, self.standby):
            if postgres is not None:
                postgres.__exit__()
