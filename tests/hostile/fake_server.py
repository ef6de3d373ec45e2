"""A server made by hand, which is honest until a test makes it otherwise: it speaks as much of the protocol as a client
needs to sit down at a table of Dragon Duel, shake hands and play a few decisions. It knows no rules. Standard library only.

The one client sits in seat 0. In seat 1 sits «Bram», whose chain this server holds, as if the two conspired.
A test derives from FakeServer and overrides what is to go otherwise; `heard` has every command in order.
"""

import hashlib
import os
import pathlib
import socket
import sys
import threading
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))

import ed25519  # noqa: E402
from protobuf import Protocol  # noqa: E402
from web_socket import WebSocket  # noqa: E402

PROTOCOL = Protocol()
OPEN, REVEALING, STARTED = 1, 2, 3
LINK_BYTES = 16


def link(x):
    return hashlib.sha256(b"wyrmhall link v1" + x).digest()[:LINK_BYTES]


def digest(statement):
    return hashlib.sha256(statement["text"]).hexdigest()


class Table:
    """A table and the match that comes of it."""

    def __init__(self):
        self.id = uuid.uuid4().bytes
        self.phase = OPEN
        self.called_off = 0
        self.seed = os.urandom(32)
        self.bram = os.urandom(LINK_BYTES)  # x_0 of the other seat
        self.commitment = b""  # link(x_0) of the client's seat, once it is ready
        self.x0 = b""
        self.last_link = b""
        self.version = 0
        self.over = False
        self.start = None  # the signed start statement, while x_0 are revealed and from then on
        self.aborted = []  # AbortedStart messages

    @property
    def server_commitment(self):
        return hashlib.sha256(self.seed).digest()


class FakeServer:
    DECISIONS = 4  # of the client in a match

    def __init__(self, signing_seed=bytes(range(32))):
        self.signing_seed = signing_seed  # None: this server signs nothing
        self.key = ed25519.public_key(signing_seed) if signing_seed else b""
        self.account = os.urandom(16)
        self.token = os.urandom(32)
        self.heard = []
        self.tables = []
        self.troubles = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = []
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()
        self.drop()

    def commands(self, name):
        """What came of one command, in order."""
        return [body for command, body in self.heard if command == name]

    # --- Signing (docs/dice.md) ---

    def sign(self, *lines):
        text = "".join(line + "\n" for line in lines).encode()
        return {"text": text, "signature": ed25519.sign(self.signing_seed, text), "public_key": self.key}

    def start_statement(self, table, **other):
        """`other` replaces lines: start_statement(table, game="arena")."""
        values = {"match": uuid.UUID(bytes=table.id), "attempt": len(table.aborted) + 1, "game": "duel", "rules": 1,
                  "options": "{}", "turn-seconds": 0, "server-commitment": table.server_commitment.hex(),
                  "time": "2026-03-01T12:34:56.123456Z", **{key.replace("_", "-"): value for key, value in other.items()}}
        seats = [f"seat 0 player {uuid.UUID(bytes=self.account)} {table.commitment.hex()}",
                 f"seat 1 player {uuid.UUID(bytes=b'b' * 16)} {link(table.bram).hex()}"]
        return self.sign("wyrmhall start 1", *(f"{key} {value}" for key, value in values.items()), *seats)

    def aborted_statement(self, table, named="1", shown=("none", "none"), seed=None):
        return self.sign("wyrmhall aborted 1", f"match {uuid.UUID(bytes=table.id)}", f"attempt {len(table.aborted) + 1}",
                         f"start {digest(table.start)}", "reason noReveal", f"named {named}",
                         f"server-seed {(seed or table.seed).hex()}", f"shown 0 {shown[0]}", f"shown 1 {shown[1]}",
                         "time 2026-03-01T12:35:06.123456Z")

    def end_statement(self, table, seed=None, start=None, record="ab" * 16):
        return self.sign("wyrmhall end 1", f"match {uuid.UUID(bytes=table.id)}", f"start {start or digest(table.start)}",
                         f"server-seed {(seed or table.seed).hex()}", f"record {record}", "rolls 40", "unforeseeable 31",
                         "after-bot 9", "by-stand-in 0", "without-chain 0")

    # --- Speaking ---

    def say(self, kind, body, answer_to=0):
        message = {"answer_to": answer_to} if answer_to else {}
        message[kind] = body
        for web_socket in self._sockets[-1:]:
            try:
                web_socket.send(PROTOCOL.encode("ServerMessage", message))
            except OSError:
                pass  # the client has seen enough

    def refuse(self, code, answer_to, **more):
        self.say("refusal", {"code": code, **more}, answer_to)

    def drop(self):
        """Loses all connections."""
        for web_socket in self._sockets:
            web_socket.close()

    def table_body(self, table):
        mine = {"player": {"account_id": self.account, "name": "Mira"}}
        bram = {"player": {"account_id": b"b" * 16, "name": "Bram"}, "commitment": link(table.bram)}
        if table.commitment:
            mine["commitment"] = table.commitment
        if table.x0:
            mine["revealed"] = True
        body = {"table_id": table.id, "options": {"duel": {}}, "seats": [mine, bram],
                "server_commitment": table.server_commitment, "phase": table.phase}
        if table.called_off:
            body["called_off"] = table.called_off
        if table.start and table.phase == REVEALING:
            body["start"] = table.start
        if table.aborted:
            body.update(aborted_starts=table.aborted, aborted_count=len(table.aborted))
        return body

    def tell_table(self, table, answer_to=0):
        self.say("table_state", self.table_body(table), answer_to)

    def call_off(self, table, keep_seed=False, publish=True, answer_to=0, **other):
        """Because Bram has not revealed. `other` is for aborted_statement()."""
        if self.signing_seed and publish:
            shown = (table.x0.hex() if table.x0 else "none", "none")
            aborted = self.aborted_statement(table, **{"shown": shown, **other})
            table.aborted.append({"start": table.start, "aborted": aborted, "reason": "CALLED_OFF_REASON_NO_REVEAL",
                                  "named": [{"account_id": b"b" * 16, "name": "Bram"}]})
        table.phase, table.commitment, table.x0, table.start = OPEN, b"", b"", None
        table.called_off = PROTOCOL.enum("CALLED_OFF_REASON_NO_REVEAL")
        if not keep_seed:
            table.seed = os.urandom(32)
        self.tell_table(table, answer_to)

    def update_body(self, table, snapshot=False):
        body = {"channel": 1, "version": table.version, ("snapshot" if snapshot else "diff"): {"duel": {"round": 2}}}
        if table.over:
            body.update(waiting_on=0, outcome={"winners": [0]}, server_seed=table.seed)
        else:
            body.update(waiting_on=1, choices={"choices": [{"action": {"duel": {"claw": 1}}}]})
        return body

    def info_body(self, table):
        seats = [{"player": {"account_id": self.account, "name": "Mira"}, "commitment": table.commitment, "x0": table.x0},
                 {"player": {"account_id": b"b" * 16, "name": "Bram"}, "commitment": link(table.bram), "x0": table.bram}]
        info = {"match_id": table.id, "rules_version": 1, "options": {"duel": {}}, "seats": seats,
                "server_commitment": table.server_commitment, "started_at_us": 1_760_000_000_000_000}
        if table.start:
            info["start"] = table.start
        return info

    def tell_match(self, table, answer_to=0):
        update = self.update_body(table, snapshot=True)
        update["last_link"] = table.last_link
        self.say("match_opened", {"channel": 1, "info": self.info_body(table), "seat": 0, "updates": [update]}, answer_to)

    # --- Listening ---

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        try:
            web_socket = WebSocket.accept(connection)
            if web_socket is None:
                return
            self._sockets.append(web_socket)
            while (data := web_socket.receive()) is not None:
                message = PROTOCOL.decode("ClientMessage", data)
                command = next((key for key in message if key != "command_id"), "")
                self.heard.append((command, message.get(command, {})))
                getattr(self, "on_" + command, self.on_other)(message["command_id"], message.get(command, {}))
        except (OSError, ConnectionError):
            pass
        except Exception as trouble:  # a mistake in a test: told when the test looks
            self.troubles.append(trouble)
            raise

    def on_other(self, command_id, body):
        self.refuse(PROTOCOL.enum("REFUSAL_CODE_UNKNOWN_COMMAND"), command_id)

    def on_hello(self, command_id, body):
        self.say("welcome", {"server": "wyrmhalld 0.1.0", "message_limit_bytes": 16384, "ping_seconds": 20,
                             "receipt_key": self.key,
                             "games": [{"game": "duel", "rules_versions": [1], "min_seats": 2, "max_seats": 2}]}, command_id)

    def on_sign_in(self, command_id, body):
        who = {"player": {"account_id": self.account, "name": "Mira"}}
        if "new_guest" in body:
            who["token"] = self.token
        who["tables"] = [self.table_body(table) for table in self.tables if table.phase != STARTED]
        who["matches"] = [{"match_id": table.id, "game": "duel"} for table in self.tables
                          if table.phase == STARTED and not table.over]
        self.say("signed_in", who, command_id)

    def new_table(self):
        return Table()

    def on_find_table(self, command_id, body):
        self.tables.append(self.new_table())
        self.tell_table(self.tables[-1], command_id)

    def table(self, table_id):
        return next(table for table in self.tables if table.id == table_id)

    def on_ready(self, command_id, body):
        table = self.table(body["table_id"])
        table.commitment, table.called_off, table.phase = body["commitment"], 0, REVEALING
        if self.signing_seed:
            table.start = self.start_statement(table)
        self.tell_table(table, command_id)

    def on_reveal(self, command_id, body):
        table = self.table(body["table_id"])
        table.x0 = table.last_link = body["x0"]
        self.tell_table(table, command_id)
        self.start(table)

    def start(self, table):
        table.phase = STARTED
        self.tell_match(table)

    def on_open_match(self, command_id, body):
        self.tell_match(self.table(body["match_id"]), command_id)

    def on_act(self, command_id, body):
        table = self.tables[-1]
        table.last_link = body.get("link", table.last_link)
        table.version += 1
        table.over = table.version >= self.DECISIONS
        self.say("update", self.update_body(table), command_id)

    def on_ask_receipt(self, command_id, body):
        table = self.table(body["match_id"])
        self.say("receipt", {"match_id": table.id, "start": table.start, "end": self.end_statement(table)}, command_id)


def wait_until(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()
