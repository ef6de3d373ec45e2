"""A WebSocket (RFC 6455) of either side by hand, for servers and relays that are not what they seem. Standard library."""

import base64
import hashlib
import os
import socket

BINARY, CLOSE, PING, PONG = 2, 8, 9, 10
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class WebSocket:
    """One connection after its upgrade. A client masks what it sends, a server does not."""

    def __init__(self, connection, masks):
        self.connection = connection
        self.masks = masks

    @classmethod
    def accept(cls, connection):
        """The server's side: reads the request and agrees. None where it was some other request of HTTP."""
        head = _head(connection)
        key = next((line.split(b":", 1)[1].strip() for line in head.split(b"\r\n")
                    if line.lower().startswith(b"sec-websocket-key:")), None)
        if key is None:
            return None
        answer = base64.b64encode(hashlib.sha1(key + MAGIC).digest())
        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           b"Sec-WebSocket-Accept: " + answer + b"\r\n\r\n")
        return cls(connection, masks=False)

    @classmethod
    def connect(cls, port, path="/ws"):
        """The client's side."""
        connection = socket.create_connection(("127.0.0.1", port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                           f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        head = _head(connection)
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
        return cls(connection, masks=True)

    def send(self, payload, opcode=BINARY):
        bit = 0x80 if self.masks else 0
        head = bytes([0x80 | opcode])
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 65536:
            head += bytes([bit | 126]) + len(payload).to_bytes(2, "big")
        else:
            head += bytes([bit | 127]) + len(payload).to_bytes(8, "big")
        if self.masks:
            key = os.urandom(4)
            head += key
            payload = bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))
        self.connection.sendall(head + payload)

    def receive(self):
        """The next message; None once the other side is gone. Pings are answered here."""
        message = b""
        while True:
            frame = self._frame()
            if frame is None or frame[1] == CLOSE:
                return None
            last, opcode, payload = frame
            if opcode == PING:
                self.send(payload, PONG)
            elif opcode != PONG:
                message += payload
                if last:
                    return message

    def _frame(self):
        try:
            first, second = self._exactly(2)
            length = second & 0x7F
            if length > 125:
                length = int.from_bytes(self._exactly(2 if length == 126 else 8), "big")
            key = self._exactly(4) if second & 0x80 else None
            payload = self._exactly(length)
        except OSError:
            return None
        if key:
            payload = bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))
        return bool(first & 0x80), first & 0x0F, payload

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.connection.recv(count - len(data))
            if not more:
                raise ConnectionError("closed")
            data += more
        return data

    def close(self):
        """Also wakes the thread that waits in receive()."""
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.connection.close()


def _head(connection):
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(1)
        if not data:
            raise ConnectionError("closed")
        head += data
    return head
