#!/usr/bin/env python3
"""One person with two accounts: the sock puppet sits down and gives up, again and again, for the other one's nuggets.

    sock_puppet_test.py BIN_DIR [--old]     --old: a server from before the rule; only prints what the attack got
"""

import hashlib
import os
import pathlib
import socket
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from protobuf import Protocol  # noqa: E402
from running import Server  # noqa: E402
from web_socket import WebSocket, _head  # noqa: E402

PROTOCOL = Protocol()
BIN_DIR = None
MATCHES = 60


def link(secret):
    return hashlib.sha256(b"wyrmhall link v1" + secret).digest()[:16]


class Player:
    """A hand-made client from an address of its own choice."""

    def __init__(self, port, name, address="127.0.0.1"):
        connection = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))
        connection.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        assert _head(connection).startswith(b"HTTP/1.1 101")
        self.socket = WebSocket(connection, masks=True)
        self.command_id = 0
        self.news = []
        self.ask(hello={"protocol_version": 1, "client": "by hand"})
        self.account = self.ask(sign_in={"new_guest": name})["signed_in"]["player"]["account_id"]

    def read(self):
        data = self.socket.receive()
        assert data is not None, "the server has closed"
        return PROTOCOL.decode("ServerMessage", data)

    def ask(self, patient=True, **message):
        """Sends a command and gives back its answer; what else comes is news."""
        while True:
            self.command_id += 1
            self.socket.send(PROTOCOL.encode("ClientMessage", {"command_id": self.command_id, **message}))
            while True:
                answer = self.read()
                if answer.get("answer_to") == self.command_id:
                    break
                self.news.append(answer)
            refusal = answer.get("refusal", {})
            if not patient or not refusal.get("retry_after_ms"):
                return answer
            time.sleep(refusal["retry_after_ms"] / 1000)

    def wait_for(self, what):
        while True:
            for i, message in enumerate(self.news):
                if what(message):
                    return self.news.pop(i)
            self.news.append(self.read())


def start(one, other):
    """A match of the two; its id."""
    table = one.ask(open_table={"options": {"duel": {}}})["table_state"]
    table = other.ask(take_seat={"table_id": table["table_id"]})["table_state"]
    secrets = {player: os.urandom(16) for player in (one, other)}
    for player, secret in secrets.items():
        said = player.ask(ready={"table_id": table["table_id"], "commitment": link(secret),
                                 "server_commitment": table["server_commitment"]})
        assert "table_state" in said, said
    for player, secret in secrets.items():
        said = player.ask(reveal={"table_id": table["table_id"], "x0": secret})
        assert "refusal" not in said, said
    return table["table_id"]


def lose(loser, match):
    opened = loser.wait_for(lambda m: m.get("match_opened", {}).get("info", {}).get("match_id") == match)
    channel = opened["match_opened"]["channel"]
    said = loser.ask(resign={"channel": channel})
    assert "refusal" not in said, said
    loser.ask(close_match={"channel": channel})


def nuggets(player):
    return player.ask(list_nuggets={})["nuggets"].get("tally", 0)


def farm(server, address, matches=MATCHES):
    """How many nuggets `matches` matches gave, and how long that took."""
    winner, puppet = Player(server.port, "Emberlord"), Player(server.port, "Sock puppet", address)
    began = time.monotonic()
    for _ in range(matches):
        match = start(winner, puppet)
        lose(puppet, match)
        winner.news.clear()
    return nuggets(winner), time.monotonic() - began


class SockPuppetTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR).start()
        self.addCleanup(self.server.__exit__)

    def books_fit(self):
        done = subprocess.run([self.server.bin_dir / "wyrmhalld", "check-data", "--data",
                               os.path.join(self.server.folder, "data")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_of_one_address(self):
        got, took = farm(self.server, "127.0.0.1")
        print(f"one address: {got} nuggets of {MATCHES} matches in {took:.1f} s")
        self.assertEqual(got, 0)
        self.books_fit()

    def test_that_gives_up_at_once_from_elsewhere(self):
        got, took = farm(self.server, "127.0.0.2", 10)
        print(f"two addresses: {got} nuggets of 10 matches in {took:.1f} s")
        self.assertEqual(got, 0)
        self.books_fit()


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    if "--old" in sys.argv:
        with Server(BIN_DIR) as old:
            got, took = farm(old, "127.0.0.1")
            print(f"{got} nuggets of {MATCHES} matches in {took:.1f} s")
    else:
        unittest.main(warnings="ignore")
