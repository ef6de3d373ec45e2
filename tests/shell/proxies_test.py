#!/usr/bin/env python3
"""Behind a proxy: limits, and what administration sees, go by the client's address that a trusted proxy tells.

    proxies_test.py BIN_DIR
"""

import pathlib
import socket
import struct
import sys
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tests" / "e2e"))

from running import RawSocket, Server  # noqa: E402

BIN_DIR = None
SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
LIMIT = 3


def preamble(source, command=0x21, more=b""):
    rest = socket.inet_aton(source) + socket.inet_aton("127.0.0.1") + struct.pack(">HH", 4711, 7420) + more
    return SIGNATURE + bytes([command, 0x11]) + struct.pack(">H", len(rest)) + rest


class ProxiesTest(unittest.TestCase):
    def serve(self, *options):
        server = Server(BIN_DIR, "--store", "memory", "--limit-connections-per-address", str(LIMIT), *options)
        self.addCleanup(server.__exit__)
        return server.start()

    def connect(self, server, header=None, source="127.0.0.1"):
        raw = RawSocket(server.port, headers=[header] if header else [], source=source)
        self.addCleanup(raw.close)
        return raw.status

    def upgrade(self, server, first, pieces=1):
        """The status of an upgrade that comes after these bytes, or 0 where the connection ended."""
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        self.addCleanup(raw.close)
        request = (f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode()
        try:
            if pieces == 1:
                raw.sendall(first + request)
            else:
                for byte in first:
                    raw.sendall(bytes([byte]))
                    time.sleep(0.002)
                raw.sendall(request)
            reply = raw.recv(4096)
        except ConnectionError:
            return 0
        return int(reply.split(b" ", 2)[1]) if reply else 0

    def test_limits_go_by_the_clients_address(self):
        server = self.serve("--trusted-proxy", "127.0.0.1")
        for client in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
            statuses = [self.connect(server, f"X-Forwarded-For: {client}") for _ in range(LIMIT + 2)]
            self.assertEqual(statuses, [101] * LIMIT + [429] * 2, client)
        # What a client writes itself stands further left, or in the other header.
        self.assertEqual(self.connect(server, "X-Forwarded-For: 9.9.9.9, 192.0.2.1"), 429)
        self.assertEqual(self.connect(server, "X-Forwarded-For: 192.0.2.1\r\nForwarded: for=9.9.9.9"), 429)

    def test_nobody_else_is_believed(self):
        server = self.serve("--trusted-proxy", "127.0.0.9")
        statuses = [self.connect(server, f"X-Forwarded-For: 192.0.2.{i}") for i in range(LIMIT + 2)]
        self.assertEqual(statuses, [101] * LIMIT + [429] * 2)
        self.assertEqual(self.connect(server, "X-Forwarded-For: 192.0.2.1", source="127.0.0.9"), 101)

    def test_forwarded(self):
        server = self.serve("--trusted-proxy", "127.0.0.0/8", "--proxy-header", "forwarded")
        header = 'Forwarded: for=1.1.1.1, for="[2001:db8::5]:4711";proto=https'
        self.assertEqual([self.connect(server, header) for _ in range(LIMIT + 1)], [101] * LIMIT + [429])
        self.assertEqual(self.connect(server, "X-Forwarded-For: 2001:db8::5"), 101)  # the proxy itself

    def test_a_session_that_ends_gives_its_place_free(self):
        server = self.serve("--trusted-proxy", "127.0.0.1")
        for _ in range(2):
            raws = [RawSocket(server.port, headers=["X-Forwarded-For: 192.0.2.1"]) for _ in range(LIMIT)]
            self.assertEqual([raw.status for raw in raws], [101] * LIMIT)
            for raw in raws:
                raw.close()
            time.sleep(0.3)

    def test_requests_of_many_clients_on_one_connection(self):
        server = self.serve("--trusted-proxy", "127.0.0.1", "--web", str(self.pages()))
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        for i in range(100):
            raw.sendall(f"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.{i % 5}\r\n\r\n".encode())
            self.assertIn(b" 200 ", raw.recv(4096).split(b"\r\n")[0])
        raw.close()

    def pages(self):
        import tempfile
        folder = pathlib.Path(tempfile.mkdtemp(prefix="wyrmhall-pages-"))
        (folder / "index.html").write_text("<!doctype html><title>A page</title>", encoding="utf-8")
        return folder

    def test_the_proxy_protocol(self):
        server = self.serve("--trusted-proxy", "127.0.0.1", "--proxy-protocol")
        statuses = [self.upgrade(server, preamble("192.0.2.1", more=b"\x04\0\x02ab")) for _ in range(LIMIT + 1)]
        self.assertEqual(statuses, [101] * LIMIT + [429])
        self.assertEqual(self.upgrade(server, preamble("192.0.2.2"), pieces=28), 101)
        self.assertEqual(self.upgrade(server, preamble("9.9.9.9", command=0x20)), 101)  # LOCAL: the proxy itself
        for bad in (b"", b"PROXY TCP4 192.0.2.1 127.0.0.1 4711 7420\r\n", preamble("192.0.2.1", command=0x11),
                    preamble("192.0.2.3", more=bytes(2000))):
            self.assertEqual(self.upgrade(server, bad), 0)

    def test_a_preamble_that_does_not_come_has_a_time(self):
        server = self.serve("--trusted-proxy", "127.0.0.1", "--proxy-protocol")
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        raw.sendall(SIGNATURE)
        began = time.monotonic()
        try:
            self.assertEqual(raw.recv(1), b"")
        except ConnectionResetError:
            pass
        self.assertLess(time.monotonic() - began, 8)

    def test_only_trusted_proxies_speak_the_proxy_protocol(self):
        server = self.serve("--trusted-proxy", "127.0.0.9", "--proxy-protocol")
        self.assertEqual(self.upgrade(server, preamble("192.0.2.1")), 0)
        self.assertEqual(self.upgrade(server, b""), 101)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
