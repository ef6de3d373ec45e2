#!/usr/bin/env python3
"""Runs a command with a PostgreSQL of its own, whose place is in WYRMHALL_TEST_POSTGRES.

    with_postgres.py COMMAND [ARGUMENT ...]
"""

import os
import subprocess
import sys

from postgres import Postgres


def main():
    with Postgres() as postgres:
        environment = {**os.environ, "WYRMHALL_TEST_POSTGRES": postgres.place()}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
