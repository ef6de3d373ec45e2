#!/usr/bin/env python3
"""The client for the terminal over TLS, through a bridge as a proxy would be: whom it trusts, and whom it does not.

    tls_test.py BIN_DIR
"""

import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from running import Server

BIN_DIR = None


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


class Authority:
    """Signs certificates, with files in a folder of its own."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.certificate = os.path.join(folder, f"{name}.pem")
        self.key = os.path.join(folder, f"{name}.key")
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
                "-subj", f"/CN={name}", "-keyout", self.key, "-out", self.certificate)

    def sign(self, name, subject_alternative, days=30):
        """The files of a certificate and its key."""
        base = os.path.join(self.folder, name)
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}",
                "-keyout", base + ".key", "-out", base + ".csr")
        with open(base + ".ext", "w", encoding="utf-8") as file:
            file.write(f"subjectAltName={subject_alternative}\n")
        openssl("x509", "-req", "-in", base + ".csr", "-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial",
                "-days", str(days), "-extfile", base + ".ext", "-out", base + ".pem")
        return base + ".pem", base + ".key"


class Bridge:
    """Takes TLS off, and passes the rest on to a server."""

    def __init__(self, certificate, key, port):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.to = port
        self.names = []  # that clients asked for
        self.context.sni_callback = lambda _socket, name, _context: self.names.append(name)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            client = self.context.wrap_socket(client, server_side=True)
        except OSError:
            return client.close()
        server = socket.create_connection(("127.0.0.1", self.to))
        threading.Thread(target=self.copy, args=(server, client), daemon=True).start()
        self.copy(client, server)

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()


class TlsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="wyrmhall-tls-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.authority = Authority(cls.folder, "authority")
        cls.other = Authority(cls.folder, "somebody-else")
        cls.server = Server(BIN_DIR, "--limit-connections-per-address", "200").start()
        cls.addClassCleanup(cls.server.__exit__)

    def bridge(self, *arguments, **options):
        bridge = Bridge(*self.authority.sign(*arguments, **options), self.server.port)
        self.addCleanup(bridge.close)
        return bridge

    def run_client(self, url, *arguments, status, environment=None, name="Mira"):
        command = [os.path.join(BIN_DIR, "wyrmhall"), "--server", url, "--data", os.path.join(self.folder, "clients"),
                   "--name", name, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                              env={**os.environ, **(environment or {})})
        self.assertEqual(done.returncode, status, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def test_a_match_over_tls(self):
        bridge = self.bridge("right", "DNS:localhost,IP:127.0.0.1")
        play = ("play", "duel", "--bot", "random", "--auto", "random")
        for host, name in (("localhost", "Mira"), ("127.0.0.1", "Bruno")):
            self.run_client(f"wss://{host}:{bridge.port}", "--ca", self.authority.certificate, *play, status=0, name=name)
        # The name is told to the bridge; an address is no name.
        self.assertEqual(set(bridge.names), {"localhost", None})
        # The system's certificates: OpenSSL lets the environment say where they are.
        self.run_client(f"wss://localhost:{bridge.port}", "matches", status=0,
                        environment={"SSL_CERT_FILE": self.authority.certificate})

    def test_whom_nobody_trusts(self):
        bridge = self.bridge("unknown", "DNS:localhost")
        url = f"wss://localhost:{bridge.port}"
        for ca in ((), ("--ca", self.other.certificate)):
            said = self.run_client(url, *ca, "matches", status=3)
            self.assertIn("cannot prove its identity", said)
            self.assertIn("--ca", said)

    def test_another_host(self):
        bridge = self.bridge("elsewhere", "DNS:elsewhere.example,IP:127.0.0.2")
        for host, what in (("localhost", "hostname mismatch"), ("127.0.0.1", "IP address mismatch")):
            said = self.run_client(f"wss://{host}:{bridge.port}", "--ca", self.authority.certificate, "matches", status=3)
            self.assertIn(what, said)

    def test_a_certificate_that_has_ended(self):
        bridge = self.bridge("ended", "DNS:localhost", days=-1)
        said = self.run_client(f"wss://localhost:{bridge.port}", "--ca", self.authority.certificate, "matches", status=3)
        self.assertIn("has expired", said)

    def test_the_wrong_scheme_and_other_mistakes(self):
        bridge = self.bridge("mistakes", "DNS:localhost")
        self.run_client(f"ws://localhost:{bridge.port}", "matches", status=3)
        self.assertIn("not a Wyrmhall server", self.run_client(f"wss://127.0.0.1:{self.server.port}", "matches", status=3))
        said = self.run_client(f"wss://localhost:{bridge.port}", "--ca", os.path.join(self.folder, "none"), "matches", status=3)
        self.assertIn("cannot be read", said)
        said = self.run_client(f"ws://localhost:{self.server.port}", "--ca", self.authority.certificate, "matches", status=2)
        self.assertIn("wss://", said)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
