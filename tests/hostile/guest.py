"""A guest of a server, by hand: signs in and sends what it is told to. Standard library only."""

import hashlib
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from protobuf import Protocol  # noqa: E402
from running import RawSocket  # noqa: E402

PROTOCOL = Protocol()
DUEL = {"duel": {"mode": 1}}


class Guest:
    """`refused` has the last refusal, `news` what came and was no answer."""

    def __init__(self, port, name, source="127.0.0.1"):
        self.raw = RawSocket(port, source=source)
        if self.raw.status != 101:
            raise ConnectionError(self.raw.status)
        self.next_id = 1
        self.news = []
        self.refused = None
        self.ask(hello={"protocol_version": 1, "client": "hostile"})
        who = self.ask(sign_in={"new_guest": name})
        if who is None:
            raise ConnectionError(self.refused)
        self.account = who["signed_in"]["player"]["account_id"]

    def send(self, **command):
        self.next_id += 1
        self.raw.send(PROTOCOL.encode("ClientMessage", {"command_id": self.next_id, **command}))
        return self.next_id

    def receive(self):
        while True:
            opcode, payload = self.raw.receive()
            if opcode is None or opcode == 8:
                raise ConnectionError("the server is gone")
            if opcode == 9:
                self.raw.send(payload, opcode=10)
            if opcode == 2:
                return PROTOCOL.decode("ServerMessage", payload)

    def answer(self, command):
        """The answer to a command; None when it was refused."""
        while True:
            message = self.receive()
            if message.get("answer_to") != command:
                self.news.append(message)
                continue
            self.refused = message.get("refusal")
            return None if self.refused else message

    def ask(self, **command):
        return self.answer(self.send(**command))

    def read(self, seconds):
        """What comes within so long, added to the news."""
        self.raw.socket.settimeout(seconds)
        try:
            while True:
                opcode, payload = self.raw.receive()
                if opcode is None:
                    return
                if opcode == 2:
                    self.news.append(PROTOCOL.decode("ServerMessage", payload))
        finally:
            self.raw.socket.settimeout(10)

    # --- Tables ---

    def find(self, options=None):
        """The table at which FindTable seats this guest; None when it is refused."""
        answer = self.ask(find_table={"options": options or DUEL})
        return answer and answer["table_state"]

    def open(self, options=None, **more):
        answer = self.ask(open_table={"options": options or DUEL, **more})
        return answer and answer["table_state"]

    def leave(self, table):
        return self.ask(leave_table={"table_id": table["table_id"]})

    def ready(self, table):
        self.x0 = os.urandom(16)
        commitment = hashlib.sha256(b"wyrmhall link v1" + self.x0).digest()[:16]
        return self.ask(ready={"table_id": table["table_id"], "commitment": commitment,
                               "server_commitment": table["server_commitment"]})

    def reveal(self, table):
        return self.ask(reveal={"table_id": table["table_id"], "x0": self.x0})

    def latest(self, table):
        """How a table stands by the news."""
        states = [message["table_state"] for message in self.news if "table_state" in message]
        return next((state for state in reversed(states) if state["table_id"] == table["table_id"]), None)

    def close(self):
        self.raw.close()


def sits_with(table, other):
    """Whether a guest has a seat at a table."""
    return any(seat.get("player", {}).get("account_id") == other.account for seat in table["seats"])
