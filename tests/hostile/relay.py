"""A relay between a real client and a real server, which may change what passes. Standard library only.

`to_client(message)` and `to_server(message)` get each message as a dict (protobuf.py) and return those to pass on, as a
list; what is changed in place is passed on as changed. To be dishonest, override them.
"""

import socket
import threading

from protobuf import Protocol
from web_socket import WebSocket

PROTOCOL = Protocol()


class Relay:
    def __init__(self, server_port):
        self.server_port = server_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._sides = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()
        for side in self._sides:
            side.close()

    def to_client(self, message):
        return [message]

    def to_server(self, message):
        return [message]

    def cut(self):
        """Loses all connections; new ones are taken."""
        for side in self._sides:
            side.close()
        self._sides = []

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            try:
                client = WebSocket.accept(connection)
                if client is None:
                    continue
                server = WebSocket.connect(self.server_port)
            except OSError:
                connection.close()
                continue
            self._sides += [client, server]
            arguments = [(client, server, client, "ClientMessage", self.to_server),
                         (server, client, client, "ServerMessage", self.to_client)]
            for one_way in arguments:
                threading.Thread(target=self._pass_on, args=one_way, daemon=True).start()

    def _pass_on(self, source, target, client, kind, change):
        while (data := source.receive()) is not None:
            message = PROTOCOL.decode(kind, data)
            before = PROTOCOL.encode(kind, message)
            for one in change(message):
                # An answer of the relay's own goes back to the client, whoever it answers.
                answers = kind == "ClientMessage" and one.get("answer_to", 0) != 0
                goes_as = "ServerMessage" if answers else kind
                changed = answers or PROTOCOL.encode(kind, one) != before
                try:
                    (client if answers else target).send(PROTOCOL.encode(goes_as, one) if changed else data)
                except OSError:
                    break
        source.close()
        target.close()
