"""What the tests in this folder have in common. Standard library only."""

import contextlib
import os
import random
import shutil
import socket
import unittest

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return file.read()


def free_port():
    """Below those that the system gives to connections by itself: the program that listens comes later, and another may have it then."""
    for port in random.sample(range(20_000, 30_000), 100):
        with socket.socket() as chosen, contextlib.suppress(OSError):
            chosen.bind(("", port))
            return port
    raise RuntimeError("no port is free")


def version():
    return read("VERSION").strip()


def needs(*tools):
    """A test that is skipped where one of these is missing."""
    missing = [tool for tool in tools if shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None]
    return unittest.skipIf(missing, f"SKIPPED: {', '.join(missing)} is not there")
