#!/usr/bin/env python3
"""What one address can do at the door, and what it costs the others: probes while it holds all connections, and clients
that take nothing of what is sent to them.

    door_test.py BIN_DIR
"""

import http.client
import pathlib
import socket
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import HELLO, RawSocket, Server, sign_in  # noqa: E402

BIN_DIR = None


def probe(port, target, source="127.0.0.1"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5, source_address=(source, 0))
    try:
        connection.request("GET", target)
        reply = connection.getresponse()
        return reply.status, reply.read(), {name.lower(): value for name, value in reply.getheaders()}
    finally:
        connection.close()


class DoorTest(unittest.TestCase):
    def serve(self, *options):
        server = Server(BIN_DIR, "--store", "memory", *options)
        self.addCleanup(server.__exit__)
        return server.start()

    def test_probes_are_answered_while_one_address_has_all_connections(self):
        server = self.serve("--limit-connections", "30")
        raws = [RawSocket(server.port) for _ in range(20)]
        raws += [RawSocket(server.port, upgrade=False) for _ in range(10)]
        self.assertEqual(RawSocket(server.port, source="127.0.0.7").status, 429)
        for source in ("127.0.0.1", "127.0.0.8"):
            self.assertEqual(probe(server.port, "/healthz", source)[:2], (200, b"ok\n"))
            self.assertEqual(probe(server.port, "/readyz", source)[:2], (200, b"ready\n"))
            self.assertEqual(probe(server.port, "/", source)[0], 429)
        # Silent ones past the limit do not shut probes out either, from however many addresses.
        silent = [socket.create_connection(("127.0.0.1", server.port), source_address=(f"127.0.1.{1 + i // 20}", 0))
                  for i in range(300)]
        self.assertEqual(probe(server.port, "/healthz", "127.0.0.8")[0], 200)
        for raw in raws + silent:
            raw.close()

    def test_what_is_not_read_is_bounded_in_the_kernel_and_ends(self):
        server = self.serve()
        raw = RawSocket(server.port)
        raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.send(HELLO)
        raw.send(sign_in("Stone"))
        frame = RawSocket.frame(bytes([0x08, 3, 0x2A, 0]))
        began = time.monotonic()
        raw.socket.setblocking(False)
        ended = None
        while ended is None and time.monotonic() - began < 45:
            try:
                raw.socket.send(frame)
                time.sleep(0.02)
            except BlockingIOError:
                time.sleep(0.02)
            except OSError:
                ended = time.monotonic() - began
        self.assertIsNotNone(ended, "it was never closed")

    def test_answers_tell_browsers_and_strangers_little(self):
        server = self.serve()
        for target in ("/healthz", "/", "/nothing"):
            _, _, headers = probe(server.port, target)
            self.assertEqual(headers["server"], "wyrmhalld")
            self.assertEqual(headers["x-content-type-options"], "nosniff")
            self.assertIn("default-src 'none'", headers["content-security-policy"])
        for method in ("POST", "TRACE", "DELETE"):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
            connection.request(method, "/")
            reply = connection.getresponse()
            self.assertEqual((reply.status, reply.getheader("allow")), (405, "GET, HEAD"), method)
            connection.close()


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
