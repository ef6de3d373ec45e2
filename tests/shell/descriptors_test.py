#!/usr/bin/env python3
"""A server without file descriptors: it says so once, goes on, and lets people in again once there are some.

    descriptors_test.py BIN_DIR
"""

import os
import pathlib
import resource
import socket
import sys
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tests" / "e2e"))

from running import HELLO, RawSocket, Server  # noqa: E402

BIN_DIR = None
SPARE = 4  # connections that there are descriptors for
LONG_ENOUGH = 2  # seconds: twenty times as long as the server pauses


class DescriptorsTest(unittest.TestCase):
    def test_it_says_so_once(self):
        with Server(BIN_DIR, "--store", "memory") as server:
            open_now = max(int(name) for name in os.listdir(f"/proc/{server.process.pid}/fd"))
            limit = open_now + 1 + SPARE
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
            crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3 * SPARE)]
            time.sleep(LONG_ENOUGH)
            self.assertEqual(server.read_log().count("cannot accept a connection"), 1)
            for one in crowd:
                one.close()
            guest = RawSocket(server.port)
            guest.send(HELLO)
            self.assertNotEqual(guest.receive()[1], b"")


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
