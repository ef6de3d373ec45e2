#!/usr/bin/env python3
"""The real server against clients that break the protocol, the limits and the rules of good behaviour.

    wire_test.py BIN_DIR
"""

import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from running import RawSocket, Server, client, run_client

BIN_DIR = None

# ClientMessage{command_id: 1, hello: {protocol_version: 1}} and {command_id: 2, sign_in: {new_guest: NAME}}, by hand.
HELLO = bytes([0x08, 1, 0x12, 2, 0x08, 1])


def sign_in(name):
    text = name.encode()
    inner = bytes([0x0A, len(text)]) + text
    return bytes([0x08, 2, 0x1A, len(inner)]) + inner


class WireTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(BIN_DIR, "--limit-connections-per-address", "30").start()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def others_play_on(self):
        status, out, err = run_client(self.server, "play", "duel", "--bot", "random", "--auto", "first",
                                      name=f"Other {time.monotonic_ns() % 10**9}")
        self.assertEqual(status, 0, out + err)

    def test_http(self):
        raw = RawSocket(self.server.port, upgrade=False)
        raw.socket.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertIn(b"200 OK", raw.socket.recv(4096))
        self.assertEqual(RawSocket(self.server.port, path="/elsewhere").status, 404)
        self.assertEqual(RawSocket(self.server.port, headers=["Origin: https://evil.example"]).status, 403)
        self.assertEqual(RawSocket(self.server.port, headers=[f"Origin: http://127.0.0.1:{self.server.port}"]).status, 101)
        huge = RawSocket(self.server.port, upgrade=False)
        huge.socket.sendall(b"GET /ws HTTP/1.1\r\nX: " + b"y" * 20000)
        try:
            self.assertNotIn(b"101", huge.socket.recv(4096))
        except ConnectionResetError:
            pass

    def test_close_codes(self):
        cases = [
            ("text", dict(payload=b"hello", opcode=1), 1003),
            ("text that is no UTF-8", dict(payload=b"\xff\xfe", opcode=1), 1007),
            ("not masked", dict(payload=HELLO, mask=False), 1002),
            ("reserved bit", dict(payload=HELLO, reserved=4), 1002),
            ("unknown opcode", dict(payload=HELLO, opcode=5), 1002),
            ("too long", dict(payload=b"x" * 20000), 1009),
            ("too long before sign-in", dict(payload=b"x" * 9000), 1009),
            ("long control frame", dict(payload=b"x" * 200, opcode=9), 1002),
        ]
        for what, frame, code in cases:
            with self.subTest(what):
                raw = RawSocket(self.server.port)
                raw.send(**frame)
                self.assertEqual(raw.close_code(), code)
        self.others_play_on()

    def test_fragments_with_a_ping_between(self):
        raw = RawSocket(self.server.port)
        raw.send(HELLO[:3], fin=False)
        raw.send(b"beat", opcode=9)
        raw.send(HELLO[3:], opcode=0)
        self.assertEqual(raw.receive(), (10, b"beat"))
        opcode, payload = raw.receive()
        self.assertEqual((opcode, payload[:2]), (2, b"\x08\x01"))

    def test_truncated_frame_and_half_open(self):
        raw = RawSocket(self.server.port)
        raw.socket.sendall(raw.frame(HELLO)[:5])
        raw.close()
        self.others_play_on()

    def test_too_many_connections(self):
        raws = []
        statuses = []
        for _ in range(40):
            try:
                raw = RawSocket(self.server.port)
                statuses.append(raw.status)
                raws.append(raw)
            except (ConnectionError, IndexError):
                statuses.append(429)
        self.assertIn(429, statuses)
        self.assertLessEqual(statuses.count(101), 30)
        for raw in raws:
            raw.close()
        time.sleep(0.3)
        self.others_play_on()

    def test_slow_upgrade_and_silent_sign_in(self):
        slow = RawSocket(self.server.port, upgrade=False)
        slow.socket.sendall(b"GET /ws HTTP/1.1\r\n")
        silent = RawSocket(self.server.port)
        began = time.monotonic()
        slow.socket.settimeout(15)
        silent.socket.settimeout(20)
        try:
            self.assertEqual(slow.socket.recv(100), b"")
        except ConnectionResetError:
            pass
        self.assertLess(time.monotonic() - began, 9)
        self.assertEqual(silent.close_code(), 1008)
        self.assertLess(time.monotonic() - began, 14)

    def test_flood_is_slowed_down_and_others_notice_nothing(self):
        flooder = RawSocket(self.server.port)
        flooder.send(HELLO)
        flooder.send(sign_in("Flooder"))
        try:
            for _ in range(400):
                flooder.send(bytes([0x08, 3, 0x2A, 0]))
            self.assertEqual(flooder.close_code(), 1008)
        except (ConnectionError, OSError):
            pass
        self.others_play_on()


class StartAndStopTest(unittest.TestCase):
    def fails_to_start(self, expected, *options, **kwargs):
        process = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), *options], capture_output=True, text=True,
                                 timeout=30, **kwargs)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn(expected, process.stderr + process.stdout)
        self.assertNotIn("listening on", process.stdout)

    def test_what_keeps_it_from_starting(self):
        folder = tempfile.mkdtemp()
        with open(os.path.join(folder, "wyrmhall.db"), "w", encoding="utf-8") as file:
            file.write("this is no database " * 500)
        self.fails_to_start("is no", "--data", folder, "--listen", "127.0.0.1:0")
        self.fails_to_start("HOST:PORT", "--data", tempfile.mkdtemp(), "--listen", "nonsense")
        self.fails_to_start("--no-such-option", "--no-such-option")
        with Server(BIN_DIR) as server:
            self.fails_to_start("open", "--data", os.path.join(server.folder, "data"), "--listen", "127.0.0.1:0")
            self.fails_to_start(str(server.port), "--data", tempfile.mkdtemp(), "--listen", f"127.0.0.1:{server.port}")
        shutil.rmtree(folder)

    def test_options_from_environment_and_file(self):
        folder = tempfile.mkdtemp()
        config = os.path.join(folder, "wyrmhalld.ini")
        with open(config, "w", encoding="utf-8") as file:
            file.write(f'data = "{folder}/from-file"\nlog-format = "json"\n')
        process = subprocess.Popen([os.path.join(BIN_DIR, "wyrmhalld"), "--config", config], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "WYRMHALL_LISTEN": "127.0.0.1:0"})
        self.assertRegex(process.stdout.readline(), r"^listening on 127\.0\.0\.1:\d+$")
        self.assertTrue(os.path.exists(os.path.join(folder, "from-file", "wyrmhall.db")))
        process.terminate()
        _, err = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 0)
        import json

        for line in err.strip().splitlines():
            self.assertIn("message", json.loads(line))

    def test_sigterm_tells_clients_and_ends_within_three_seconds(self):
        with Server(BIN_DIR) as server:
            raw = RawSocket(server.port)
            raw.send(HELLO)
            raw.send(sign_in("Mira"))
            raw.receive()
            raw.receive()
            player = client(server, "play", "duel", "--bot", "random", "--auto", "random", "--think", "500",
                            name="Player", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.5)
            seconds, status = server.terminate()
            self.assertEqual(status, 0)
            self.assertLess(seconds, 3)
            opcode, payload = raw.receive()
            self.assertEqual(opcode, 2)
            self.assertIn(b"\x08\x01", payload)  # Notice{kind: GOING_DOWN}
            self.assertEqual(raw.close_code(), 1001)
            server.start()  # and the match goes on
            self.assertEqual(player.wait(timeout=60), 0)


class FullDiskTest(unittest.TestCase):
    def test_moves_wait_while_the_disk_refuses_and_go_on_after(self):
        with Server(BIN_DIR) as server:
            player = client(server, "play", "duel", "--bot", "random", "--auto", "random", "--think", "150",
                            "--option", "match_games=5", name="Mira", stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE)
            time.sleep(1)
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            time.sleep(3)
            self.assertIsNone(server.process.poll())
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            _, err = player.communicate(timeout=60)
            self.assertEqual(player.returncode, 0, err)
            log = server.read_log()
            self.assertIn("the store refuses", log)
            self.assertIn("takes writes again", log)
            self.assertEqual(server.terminate()[1], 0)


class ClientTroubleTest(unittest.TestCase):
    def test_exit_codes(self):
        with Server(BIN_DIR) as server:
            self.assertEqual(run_client(server, "play", "chess")[0], 2)
            self.assertEqual(run_client(server, "frobnicate")[0], 2)
            self.assertEqual(run_client(server, "play", "duel", "--option", "players=nine")[0], 2)
            status, _, err = run_client(server, "play", "duel", "--option", "mode=arena", "--option", "players=9",
                                        "--auto", "first", name="Mira")
            self.assertEqual(status, 4)
            self.assertIn("players", err)
            status, _, err = run_client(server, "export", "00000000-0000-7000-8000-000000000000", name="Mira")
            self.assertEqual(status, 4)
        closed = socket.socket()
        closed.bind(("127.0.0.1", 0))
        nobody = [os.path.join(BIN_DIR, "wyrmhall"), "--server", f"ws://127.0.0.1:{closed.getsockname()[1]}"]
        done = subprocess.run([*nobody, "tables"], capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 3)
        self.assertIn("running", done.stderr)
        unknown = [os.path.join(BIN_DIR, "wyrmhall"), "--server", "ws://no-such-host.invalid:7420"]
        self.assertEqual(subprocess.run([*unknown, "tables"], capture_output=True, timeout=60).returncode, 3)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(__file__))
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
