"""A person with a client made by hand: it speaks the protocol from any loopback address, and does what it is told to.

Standard library only. Nothing here is kept between two runs, and nothing is checked: honest dice are the real clients' affair.
"""

import hashlib
import os
import pathlib
import socket
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "e2e")]

from protobuf import Protocol  # noqa: E402
from running import RawSocket  # noqa: E402

PROTOCOL = Protocol()
DUEL = {"duel": {"dragons": [1, 2]}}
OPEN, REVEALING, STARTED = (PROTOCOL.enum(f"TABLE_PHASE_{name}") for name in ("OPEN", "REVEALING", "STARTED"))
PING = 9


class Refused(Exception):
    """The server refused a command; `refusal` is its message."""

    def __init__(self, refusal):
        super().__init__(refusal.get("detail", ""))
        self.refusal = refusal

    @property
    def code(self):
        codes = PROTOCOL.enums["RefusalCode"]
        return next(name for name, number in codes.items() if number == self.refusal["code"])


class Gone(Exception):
    """The connection was refused or is closed."""


def link(secret):
    """link(x), as docs/dice.md has it."""
    return hashlib.sha256(b"wyrmhall link v1" + secret).digest()[:16]


class Person:
    """One connection. What comes by itself is kept in `news`, in order."""

    def __init__(self, port, source="127.0.0.1", timeout=10):
        self.news = []
        self.last_id = int.from_bytes(os.urandom(5), "big") + 1
        self.account = self.token = None
        try:
            self.raw = RawSocket(port, source=source)
            self.raw.socket.settimeout(timeout)
        except OSError as error:
            raise Gone(str(error)) from error
        if not self.raw.reply.startswith(b"HTTP/1.1 101"):
            self.close()
            raise Gone(self.raw.reply.split(b"\r\n", 1)[0].decode(errors="replace"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.raw.close()

    # --- Commands ---

    def say(self, name, /, **fields):
        """Sends a command and waits for nothing; its id."""
        self.last_id += 1
        message = {"command_id": self.last_id, name: fields}
        try:
            self.raw.send(PROTOCOL.encode("ClientMessage", message))
        except OSError as error:
            raise Gone(str(error)) from error
        return self.last_id

    def hear(self):
        """The next message of the server's."""
        while True:
            try:
                opcode, payload = self.raw.receive()
            except OSError as error:
                raise Gone(str(error)) from error
            if opcode is None or opcode == 8:
                raise Gone(payload[2:].decode(errors="replace"))
            if opcode == PING:
                self.raw.send(payload, opcode=10)
            elif opcode == 2:
                return PROTOCOL.decode("ServerMessage", payload)

    def ask(self, name, /, **fields):
        """Sends a command; the message that answers it."""
        wanted = self.say(name, **fields)
        while True:
            message = self.hear()
            if message.get("answer_to") != wanted:
                self.news.append(message)
            elif "refusal" in message:
                raise Refused(message["refusal"])
            else:
                return message

    def wait_for(self, kind, fits=lambda body: True):
        """The first piece of news of this kind that fits, from those that came already on."""
        while True:
            while self.news:
                message = self.news.pop(0)
                if kind in message and fits(message[kind]):
                    return message[kind]
            self.news.append(self.hear())

    # --- Signing in ---

    def hello(self):
        return self.ask("hello", protocol_version=1, client="by hand")["welcome"]

    def sign_in(self, name=None, token=None):
        """As a new guest, or by a token."""
        self.hello()
        answer = self.ask("sign_in", **({"token": token} if token else {"new_guest": name}))
        signed_in = answer["signed_in"]
        self.account = signed_in["player"]["account_id"]
        self.token = token or signed_in["token"]
        return self

    # --- Tables ---

    def open_table(self, options=None, **fields):
        return self.ask("open_table", options=options or DUEL, **fields)["table_state"]

    def get_ready(self, table):
        """Commits to a chain of one link; its x_0."""
        x0 = os.urandom(16)
        self.ask("ready", table_id=table["table_id"], commitment=link(x0), server_commitment=table["server_commitment"])
        return x0


def start_match(people, options=None, **fields):
    """Seats people at a table of the first one's and starts a match; its opening for each of them."""
    table = people[0].open_table(options, **fields)
    for person in people[1:]:
        table = person.ask("take_seat", table_id=table["table_id"])["table_state"]
    secrets = [person.get_ready(table) for person in people]
    for person, secret in zip(people, secrets):
        person.ask("reveal", table_id=table["table_id"], x0=secret)
    of_table = lambda opened: opened["info"]["match_id"] == table["table_id"]  # noqa: E731
    return [person.wait_for("match_opened", of_table) for person in people]


def address(number, network="127.5"):
    """One of many loopback addresses."""
    return f"{network}.{number // 250}.{1 + number % 250}"


def resident_mib(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024
