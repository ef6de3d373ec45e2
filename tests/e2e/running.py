"""Starts the real server and the real client for end-to-end tests. Standard library only."""

import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time


# For tests in which all who play come from one address, and play more than people do.
MANY_MATCHES = ["--limit-running-matches", "1000000", "--limit-running-matches-per-account", "1000000",
                "--limit-running-matches-per-address", "1000000", "--limit-tables-per-address", "1000000",
                "--limit-starts-per-account", "1000000", "--limit-starts-per-address", "1000000"]
# All guests of a test come from one address, and most tests are about something else. An option says otherwise.
MANY_GUESTS = {"WYRMHALL_LIMIT_FREE_GUESTS_PER_HOUR": "1000000", "WYRMHALL_LIMIT_GUESTS_PER_HOUR": "1000000"}


class Server:
    """wyrmhalld on a folder of its own. The port stays the same over restarts."""

    def __init__(self, bin_dir, *options, data=None):
        self.bin_dir = pathlib.Path(bin_dir)
        self.options = list(options)
        self.folder = data or tempfile.mkdtemp(prefix="wyrmhall-e2e-")
        self.port = 0
        self.process = None
        self.log = open(os.path.join(self.folder, "server.log"), "ab")

    def spawn(self, program="wyrmhalld", environment=None):
        """Starts the process and does not wait for it."""
        command = [self.bin_dir / program, "--data", os.path.join(self.folder, "data"),
                   "--listen", f"127.0.0.1:{self.port}", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env={**os.environ, **MANY_GUESTS, **(environment or {})})
        return self

    def listens(self):
        """Waits until it listens; False when it ended before that."""
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            self.process.wait()
            return False
        self.port = int(line.strip().rpartition(":")[2])
        return True

    def start(self, program="wyrmhalld", environment=None):
        if not self.spawn(program, environment).listens():
            raise RuntimeError(f"the server did not start: {self.read_log()[-2000:]}")
        return self

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def terminate(self):
        """SIGTERM; how long it took and the exit status."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=30)
        return time.monotonic() - began, status

    def read_log(self):
        with open(os.path.join(self.folder, "server.log"), encoding="utf-8", errors="replace") as log:
            return log.read()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.kill()
        self.log.close()


def client(server, *arguments, name=None, state=None, **kwargs):
    """Starts the command-line client. Its standard input is open, and says nothing unless a test does."""
    command = [server.bin_dir / "wyrmhall", "--server", server.url,
               "--data", state or os.path.join(server.folder, "clients")]
    if name:
        command += ["--name", name]
    # English, whatever the machine speaks; a test may ask for another language.
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.Popen([*command, *arguments], text=True,
                            **{"stdin": subprocess.PIPE, "env": environment, **kwargs})


def run_client(server, *arguments, name=None, timeout=60):
    """Runs the client to its end: exit status, standard output, standard error."""
    process = client(server, *arguments, name=name, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, err


# ClientMessage{command_id: 1, hello: {protocol_version: 1}} and {command_id: 2, sign_in: {new_guest: NAME}}, by hand.
HELLO = bytes([0x08, 1, 0x12, 2, 0x08, 1])


def sign_in(name):
    text = name.encode()
    inner = bytes([0x0A, len(text)]) + text
    return bytes([0x08, 2, 0x1A, len(inner)]) + inner


class RawSocket:
    """A WebSocket client made by hand, so that it can do what no library would."""

    def __init__(self, port, path="/ws", headers=(), upgrade=True, source="127.0.0.1"):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))
        self.reply = b""
        if upgrade:
            lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", *headers, "", ""]
            self.socket.sendall("\r\n".join(lines).encode())
            while b"\r\n\r\n" not in self.reply:
                data = self.socket.recv(4096)
                if not data:
                    break
                self.reply += data

    @property
    def status(self):
        return int(self.reply.split(b" ", 2)[1])

    @staticmethod
    def frame(payload, opcode=2, fin=True, mask=True, reserved=0):
        head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
        bit = 0x80 if mask else 0
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 65536:
            head += bytes([bit | 126]) + len(payload).to_bytes(2, "big")
        else:
            head += bytes([bit | 127]) + len(payload).to_bytes(8, "big")
        if mask:
            key = os.urandom(4)
            head += key
            payload = bytes(b ^ key[i % 4] for i, b in enumerate(payload))
        return head + payload

    def send(self, payload, **kwargs):
        self.socket.sendall(self.frame(payload, **kwargs))

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise ConnectionError("closed")
            data += more
        return data

    def receive(self):
        """The next frame: opcode and payload. Closed without a close frame: (None, b"")."""
        try:
            head = self._exactly(2)
            length = head[1] & 0x7F
            if length == 126:
                length = int.from_bytes(self._exactly(2), "big")
            elif length == 127:
                length = int.from_bytes(self._exactly(8), "big")
            return head[0] & 0x0F, self._exactly(length)
        except (ConnectionError, socket.timeout):
            return None, b""

    def close_code(self):
        """Reads on until the server closes; the code that it gives, or None."""
        while True:
            opcode, payload = self.receive()
            if opcode is None:
                return None
            if opcode == 8:
                return int.from_bytes(payload[:2], "big")

    def close(self):
        self.socket.close()
