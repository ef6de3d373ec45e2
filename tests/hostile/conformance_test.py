#!/usr/bin/env python3
"""The WebSocket protocol (RFC 6455) as far as it reaches our server: frames and upgrades that no library would send.

    conformance_test.py BIN_DIR
"""

import os
import pathlib
import socket
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import HELLO, RawSocket, Server, run_client, sign_in  # noqa: E402

BIN_DIR = None
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
WELCOME = b"\x08\x01"  # how the answer to HELLO begins


class OnOneServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(BIN_DIR, "--limit-connections-per-address", "1000").start()

    @classmethod
    def tearDownClass(cls):
        assert cls.server.process.poll() is None, cls.server.read_log()[-2000:]
        cls.server.__exit__()

    def setUp(self):
        self.opened = []

    def tearDown(self):
        for raw in self.opened:
            raw.close()

    def raw(self, **kwargs):
        self.opened.append(RawSocket(self.server.port, **kwargs))
        return self.opened[-1]

    def closes(self, code, *frames, what=""):
        """The server answers these frames (RawSocket.frame's arguments, or bytes) by closing with `code`, or with one of
        several where Beast closes with another than the RFC names."""
        with self.subTest(what or frames):
            raw = self.raw()
            try:
                for frame in frames:
                    raw.socket.sendall(frame if isinstance(frame, bytes) else raw.frame(**frame))
            except ConnectionError:
                pass  # it has closed before everything was sent; the code is on its way
            self.assertIn(raw.close_code(), code if isinstance(code, tuple) else (code,))

    def greets(self, *frames, what="", pongs=()):
        """These frames are a whole Hello: the server welcomes, after these pongs."""
        with self.subTest(what or frames):
            raw = self.raw()
            for frame in frames:
                raw.socket.sendall(frame if isinstance(frame, bytes) else raw.frame(**frame))
            for pong in pongs:
                self.assertEqual(raw.receive(), (PONG, pong))
            opcode, payload = raw.receive()
            self.assertEqual((opcode, payload[:2]), (BINARY, WELCOME))


def head(first, length_field, mask=b"\x01\x02\x03\x04"):
    """A frame's first bytes, with the length field as given."""
    return bytes([first]) + length_field + mask


class FrameTest(OnOneServer):
    def test_reserved_bits_and_opcodes(self):
        for reserved in range(1, 8):
            self.closes(1002, dict(payload=HELLO, reserved=reserved))
            self.closes(1002, dict(payload=b"x", opcode=PING, reserved=reserved))
        for opcode in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]:
            self.closes(1002, dict(payload=HELLO, opcode=opcode))

    def test_masks(self):
        self.closes(1002, dict(payload=HELLO, mask=False))
        self.closes(1002, dict(payload=b"", opcode=PING, mask=False))
        self.closes(1002, dict(payload=b"", opcode=CLOSE, mask=False))
        self.greets(head(0x82, bytes([0x80 | len(HELLO)]), b"\0\0\0\0") + HELLO, what="a mask of nothing")

    def test_lengths(self):
        self.closes(1002, head(0x82, b"\xfe\x00\x06") + HELLO, what="16 bits for a length that needs 7")
        self.closes(1002, head(0x82, b"\xff" + (200).to_bytes(8, "big")), what="64 bits for a length that needs 16")
        for length in (16385, 1 << 31, 1 << 32, 1 << 62):
            field = bytes([0xFF]) + length.to_bytes(8, "big") if length > 65535 else b"\xfe" + length.to_bytes(2, "big")
            self.closes(1009, head(0x82, field), what=f"{length} bytes announced")
        with self.subTest("the highest bit of a length"):
            raw = self.raw()
            raw.socket.sendall(head(0x82, b"\xff" + b"\xff" * 8))
            self.assertIn(raw.close_code(), (1002, 1009))

    def test_oversize(self):
        self.closes(1009, dict(payload=b"x" * 20000), what="signed in or not")
        self.closes(1009, dict(payload=b"x" * 8193), what="before sign-in")
        self.closes(1009, dict(payload=b"x" * 9000, fin=False), dict(payload=b"x" * 9000, opcode=CONTINUATION),
                    what="in fragments")
        self.closes(1009, dict(payload=b"x" * 9000, fin=False), dict(payload=b"x" * 9000, opcode=CONTINUATION, fin=False),
                    what="in fragments without an end")
        raw = self.raw()
        raw.send(HELLO)
        raw.send(sign_in("Long winded"))
        self.assertEqual(raw.receive()[0], BINARY)
        self.assertEqual(raw.receive()[0], BINARY)
        raw.send(b"x" * 16384)  # allowed, and no message
        self.assertEqual(raw.receive()[0], BINARY)
        raw.send(b"x" * 16385)
        self.assertEqual(raw.close_code(), 1009)

    def test_text(self):
        self.closes(1003, dict(payload=b"hello", opcode=TEXT))
        self.closes(1003, dict(payload=b"", opcode=TEXT))
        self.closes(1003, dict(payload="𝒲".encode()[:2], opcode=TEXT, fin=False),
                    dict(payload="𝒲".encode()[2:], opcode=CONTINUATION), what="a character in two fragments")
        for bad in [b"\xff\xfe", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80", b"\xe2\x82",
                    "κόσμε".encode() + b"\xed\xa0\x80" + b"edited"]:
            self.closes(1007, dict(payload=bad, opcode=TEXT))
        self.closes(1007, dict(payload=b"good", opcode=TEXT, fin=False), dict(payload=b"\xff", opcode=CONTINUATION))
        self.closes((1007, 1003), dict(payload="€".encode()[:1], opcode=TEXT, fin=False),
                    dict(payload=b"", opcode=CONTINUATION), what="an end amid a character")

    def test_fragments(self):
        self.greets(dict(payload=HELLO[:3], fin=False), dict(payload=HELLO[3:], opcode=CONTINUATION))
        self.greets(dict(payload=b"", fin=False), dict(payload=HELLO, opcode=CONTINUATION, fin=False),
                    dict(payload=b"", opcode=CONTINUATION), what="empty fragments around it")
        self.greets(*[dict(payload=HELLO[i:i + 1], opcode=BINARY if i == 0 else CONTINUATION, fin=i + 1 == len(HELLO))
                      for i in range(len(HELLO))], what="a byte a fragment")
        self.greets(dict(payload=HELLO[:3], fin=False), dict(payload=b"beat", opcode=PING),
                    dict(payload=b"", opcode=PONG), dict(payload=b"again", opcode=PING),
                    dict(payload=HELLO[3:], opcode=CONTINUATION), pongs=[b"beat", b"again"], what="pings between fragments")
        self.closes(1002, dict(payload=HELLO, opcode=CONTINUATION), what="nothing to continue")
        self.closes(1002, dict(payload=HELLO, opcode=CONTINUATION, fin=False), what="nothing to continue, and no end")
        self.closes(1002, dict(payload=HELLO[:3], fin=False), dict(payload=HELLO), what="another message amid fragments")
        self.closes(1002, dict(payload=HELLO[:3], fin=False), dict(payload=b"x", opcode=TEXT), what="text amid fragments")
        self.closes(1000, dict(payload=HELLO[:3], fin=False),
                    dict(payload=(1000).to_bytes(2, "big"), opcode=CLOSE), what="a close amid fragments")

    def test_bytes_one_by_one(self):
        raw = self.raw()
        for byte in raw.frame(HELLO):
            raw.socket.sendall(bytes([byte]))
            time.sleep(0.005)
        self.assertEqual(raw.receive()[1][:2], WELCOME)

    def test_many_messages_in_one_packet(self):
        raw = self.raw()
        raw.socket.sendall(raw.frame(HELLO) + raw.frame(b"p", opcode=PING) + raw.frame(sign_in("In a row")))
        seen = [raw.receive()[0] for _ in range(3)]
        self.assertEqual(sorted(seen), [BINARY, BINARY, PONG])


class ControlTest(OnOneServer):
    def test_pings(self):
        raw = self.raw()
        for payload in (b"", b"x", bytes(range(125))):
            raw.send(payload, opcode=PING)
            self.assertEqual(raw.receive(), (PONG, payload))
        raw.send(b"nobody asked", opcode=PONG)
        raw.send(HELLO)
        self.assertEqual(raw.receive()[1][:2], WELCOME)
        for opcode in (PING, PONG, CLOSE):
            self.closes(1002, dict(payload=b"x" * 126, opcode=opcode), what=f"126 bytes in a control frame {opcode}")
            self.closes(1002, dict(payload=b"", opcode=opcode, fin=False), what=f"a control frame {opcode} in fragments")

    def test_a_flood_of_pings(self):
        raw = self.raw()
        try:
            for _ in range(200):
                raw.send(b"beat" * 10, opcode=PING)
                time.sleep(0.001)
        except ConnectionError:
            pass
        while raw.receive()[0] is not None:
            pass  # it is dropped, or this test does not end
        self.greets(dict(payload=HELLO))

    def test_close(self):
        for code in (1000, 1001, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999):
            self.closes(code, dict(payload=code.to_bytes(2, "big"), opcode=CLOSE))
        self.closes(1000, dict(payload=(1000).to_bytes(2, "big") + "tschüß".encode(), opcode=CLOSE))
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999):
            self.closes(1002, dict(payload=code.to_bytes(2, "big"), opcode=CLOSE), what=f"close code {code}")
        for code in (5000, 65535):  # Beast gives them back
            self.closes((1002, code), dict(payload=code.to_bytes(2, "big"), opcode=CLOSE))
        self.closes(1002, dict(payload=b"\x03", opcode=CLOSE), what="half a close code")
        self.closes((1007, 1002), dict(payload=(1000).to_bytes(2, "big") + b"\xff\xfe", opcode=CLOSE), what="a reason in no UTF-8")
        with self.subTest("no code"):
            raw = self.raw()
            raw.send(b"", opcode=CLOSE)
            self.assertIn(raw.receive(), [(CLOSE, b""), (CLOSE, (1000).to_bytes(2, "big"))])
            self.assertEqual(raw.receive(), (None, b""))

    def test_nothing_after_close(self):
        raw = self.raw()
        raw.socket.sendall(raw.frame((1000).to_bytes(2, "big"), opcode=CLOSE) + raw.frame(HELLO) + raw.frame(b"", opcode=PING))
        self.assertEqual(raw.receive()[0], CLOSE)
        self.assertEqual(raw.receive(), (None, b""))

    def test_gone_amid_a_frame(self):
        for cut in range(1, len(HELLO) + 6):
            raw = self.raw()
            raw.socket.sendall(raw.frame(HELLO)[:cut])
            raw.close()
        raw = self.raw()
        raw.socket.sendall(raw.frame(HELLO)[:4])
        raw.socket.shutdown(socket.SHUT_WR)  # half open
        self.assertIn(raw.receive()[0], (None, CLOSE))
        self.greets(dict(payload=HELLO))


UPGRADE = {"Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade",
           "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"}


class EndlessTest(OnOneServer):
    """Who sends without end is read to an end."""

    MOST = 32 * 1024 * 1024  # bytes: more than both ends' buffers hold, and far less than is sent in a second

    def is_cut_off(self, raw, frame):
        block = frame * (65536 // len(frame))
        sent = 0
        with self.assertRaises(ConnectionError, msg="it would be read for ever"):
            while sent < self.MOST:
                sent += raw.socket.send(block)

    def test_after_the_server_has_closed(self):
        for what, first in (("the hall closes", {"payload": b"words", "opcode": TEXT}),
                            ("the protocol is broken", {"payload": HELLO, "reserved": 4})):
            with self.subTest(what):
                raw = self.raw()
                raw.send(**first)
                self.is_cut_off(raw, raw.frame(HELLO))

    def test_a_message_without_end(self):
        raw = self.raw()
        raw.send(b"", fin=False)
        self.is_cut_off(raw, raw.frame(b"", opcode=CONTINUATION, fin=False))

    def test_what_had_been_sent_does_not_hide_the_close(self):
        for first in ({"payload": b"words", "opcode": TEXT}, {"payload": HELLO, "reserved": 4}):
            with self.subTest(first):
                raw = self.raw()
                raw.socket.sendall(raw.frame(**first) + raw.frame(HELLO) * 500)
                self.assertIn(raw.close_code(), (1002, 1003))


class UpgradeTest(OnOneServer):
    def status(self, request):
        """The status of the answer to a request, 0 where the connection is closed without one."""
        raw = self.raw(upgrade=False)
        raw.socket.settimeout(8)
        try:
            raw.socket.sendall(request)
            while b"\r\n\r\n" not in raw.reply:
                data = raw.socket.recv(4096)
                if not data:
                    return 0
                raw.reply += data
        except ConnectionError:
            return 0
        return raw.status

    def request(self, line="GET /ws HTTP/1.1", **changes):
        fields = {**UPGRADE, **{name.replace("_", "-"): value for name, value in changes.items()}}
        lines = [line, *(f"{name}: {value}" for name, value in fields.items() if value is not None), "", ""]
        return "\r\n".join(lines).encode()

    def test_the_upgrade_itself(self):
        raw = self.raw()
        self.assertEqual(raw.status, 101)
        self.assertIn(b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", raw.reply)  # the example of RFC 6455
        self.assertEqual(self.status(self.request(Upgrade="WebSocket", Connection="keep-alive, Upgrade")), 101)
        self.assertEqual(self.status(self.request(Origin=f"http://{UPGRADE['Host']}")), 101)
        self.assertNotIn(b"extensions", raw.reply.lower())  # none is offered, so none is agreed on

    def test_requests_that_are_no_upgrade(self):
        self.assertEqual(self.status(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"), 200)
        self.assertEqual(self.status(b"GET /elsewhere HTTP/1.1\r\nHost: x\r\n\r\n"), 404)
        self.assertEqual(self.status(self.request("GET /elsewhere HTTP/1.1")), 404)
        self.assertEqual(self.status(self.request("GET /ws/ HTTP/1.1")), 404)
        self.assertEqual(self.status(self.request("GET /ws?a=b HTTP/1.1")), 404)
        self.assertEqual(self.status(self.request("POST /ws HTTP/1.1")), 405)
        self.assertEqual(self.status(self.request("GET /ws HTTP/1.0")), 404)
        self.assertEqual(self.status(self.request(Upgrade=None)), 404)
        self.assertEqual(self.status(self.request(Connection=None)), 404)

    def test_upgrades_that_are_refused(self):
        self.assertEqual(self.status(self.request(Origin="https://evil.example")), 403)
        self.assertEqual(self.status(self.request(Origin="null")), 403)
        self.assertEqual(self.status(self.request(Sec_WebSocket_Key=None)), 400)
        self.assertEqual(self.status(self.request(Sec_WebSocket_Version=None)), 400)
        self.assertEqual(self.status(self.request(Sec_WebSocket_Version="8")), 426)
        self.assertEqual(self.status(self.request(Host=None)), 400)

    def test_what_is_no_http(self):
        for request in [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(64), b"\r\n" * 50 + b"\0",
                        b"GET\r\n\r\n", b"GET /ws HTTP/9.9\r\n\r\n", self.request()[:-4] + b"\nbad field\r\n\r\n",
                        self.request(X="\0\1\2")]:
            with self.subTest(request[:30]):
                self.assertIn(self.status(request), (0, 400))

    def test_long_headers(self):
        self.assertEqual(self.status(self.request(X="y" * 7000)), 101)
        self.assertIn(self.status(self.request(X="y" * 20000)), (0, 431))
        self.assertIn(self.status(b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n"), (0, 414))
        many = {f"X-{i}": "y" for i in range(2000)}
        self.assertIn(self.status(self.request(**many)), (0, 431))

    def test_a_body_and_frames_ahead_of_the_answer(self):
        self.status(self.request(Content_Length="5") + b"hello")
        self.status(self.request(Transfer_Encoding="chunked") + b"5\r\nhello\r\n0\r\n\r\n")
        raw = self.raw(upgrade=False)
        raw.socket.sendall(self.request() + raw.frame(HELLO))  # a client must wait for the answer; this one does not
        while b"\r\n\r\n" not in raw.reply:
            raw.reply += raw.socket.recv(1)
        self.assertEqual(raw.status, 101)
        self.greets(dict(payload=HELLO))

    def test_the_header_byte_by_byte(self):
        raw = self.raw(upgrade=False)
        for byte in self.request():
            raw.socket.sendall(bytes([byte]))
        raw.reply = raw.socket.recv(4096)
        self.assertEqual(raw.status, 101)


class AdmissionTest(unittest.TestCase):
    """What one address may have (server/core/limits.h): 20 connections that play, 40 others, 60 new ones at once and then 10 a
    second."""

    SESSIONS, REQUESTS, AT_ONCE, A_SECOND = 20, 40, 60, 10

    def setUp(self):
        self.opened = []

    def tearDown(self):
        for raw in self.opened:
            raw.close()

    def connect(self, server, **kwargs):
        self.opened.append(RawSocket(server.port, **kwargs))
        return self.opened[-1]

    def too_many(self, raw):
        """Whether the server says that there are too many."""
        reply = raw.reply or raw.socket.recv(4096)
        return reply.startswith(b"HTTP/1.1 429 ") and b"Too many connections" in reply

    def test_connections_that_play(self):
        with Server(BIN_DIR) as server:
            raws = [self.connect(server) for _ in range(self.SESSIONS)]
            self.assertEqual({raw.status for raw in raws}, {101})
            self.assertTrue(self.too_many(self.connect(server)))
            # It is asked for a page all the same, and another address may play.
            page = self.connect(server, upgrade=False)
            page.socket.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b"200 OK", page.socket.recv(4096))
            self.assertEqual(self.connect(server, source="127.0.0.2").status, 101)
            raws[0].close()
            time.sleep(0.5)
            self.assertEqual(self.connect(server).status, 101)

    def test_connections_that_ask(self):
        with Server(BIN_DIR) as server:
            for _ in range(self.REQUESTS):
                self.connect(server, upgrade=False)
            # One more is told so when it asks, since it might ask for a probe; one that asks nothing is not kept.
            asking, silent = (self.connect(server, upgrade=False) for _ in range(2))
            asking.socket.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertTrue(self.too_many(asking))
            self.assertEqual(self.connect(server, source="127.0.0.2").status, 101)
            silent.socket.settimeout(8)
            try:
                self.assertEqual(silent.socket.recv(1), b"")
            except ConnectionResetError:
                pass

    def test_new_connections(self):
        with Server(BIN_DIR) as server:
            began = time.monotonic()
            let_in = 0
            for _ in range(3 * self.AT_ONCE):
                try:
                    raw = RawSocket(server.port, upgrade=False)
                    raw.socket.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                    let_in += b"200 OK" in raw.socket.recv(4096)
                    raw.close()
                except ConnectionError:
                    pass  # the server did not wait for the request, or not even for connect() to come back
            took = time.monotonic() - began
            self.assertGreaterEqual(let_in, self.AT_ONCE)
            self.assertLessEqual(let_in, self.AT_ONCE + self.A_SECOND * took + 1)
            time.sleep(0.5)
            self.assertEqual(self.connect(server).status, 101)

    def test_an_option_raises_them(self):
        with Server(BIN_DIR, "--limit-connections-per-address", "100") as server:
            for _ in range(100):
                self.assertEqual(self.connect(server).status, 101)
            self.assertTrue(self.too_many(self.connect(server)))


class LeftOverTest(unittest.TestCase):
    def test_who_sends_too_fast_is_read_slowly_and_answered_all_the_same(self):
        commands = 120
        with Server(BIN_DIR) as server:
            raw = RawSocket(server.port)
            raw.send(HELLO)
            raw.send(sign_in("Hasty"))
            began = time.monotonic()
            for _ in range(commands):
                raw.send(bytes([0x08, 3, 0x2A, 0]))  # ClientMessage{command_id: 3, list_tables: {}}
            for _ in range(commands + 2):
                self.assertEqual(raw.receive()[0], BINARY)
            self.assertGreater(time.monotonic() - began, 1.5)

    def test_words_that_are_no_utf8_are_refused_without_a_word_in_the_log(self):
        with Server(BIN_DIR) as server:
            raw = RawSocket(server.port)
            raw.send(HELLO)
            self.assertEqual(raw.receive()[1][:2], WELCOME)
            for _ in range(10):
                raw.send(bytes([0x08, 2, 0x1A, 4, 0x0A, 2, 0xC3, 0x28]))  # sign_in: {new_guest: "\xc3("}
                self.assertEqual(raw.receive()[0], BINARY)
            self.assertNotIn("protobuf", server.read_log())
            self.assertNotIn("UTF-8", server.read_log())

    def test_connections_that_are_closed_amid_a_bad_frame_are_let_go(self):
        """The server closes, since the first message is no Hello, while it reads a frame that breaks the protocol."""
        with Server(BIN_DIR, "--limit-connections-per-address", "8") as server:
            for _ in range(8):
                raw = RawSocket(server.port)
                raw.socket.sendall(raw.frame(sign_in("Not yet")) + bytes(4) + b"aft" + raw.frame(b"er"))
                raw.close_code()
                raw.close()
            deadline = time.monotonic() + 10
            while time.monotonic() < deadline:
                try:
                    raw = RawSocket(server.port)
                    if raw.status == 101:
                        return
                except (ConnectionError, IndexError):
                    pass
                time.sleep(0.5)
            self.fail("the server still counts connections that are gone")


class AfterwardsTest(OnOneServer):
    def test_others_play_on(self):
        status, out, err = run_client(self.server, "play", "duel", "--bot", "random", "--auto", "first", name="Other")
        self.assertEqual(status, 0, out + err)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
