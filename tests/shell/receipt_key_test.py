#!/usr/bin/env python3
"""The key that the server signs with: made once, the owner's alone, shown to everybody by its public half.

    receipt_key_test.py BIN_DIR
"""

import http.client
import json
import os
import pathlib
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tests" / "e2e"))
sys.path.insert(0, str(TOP / "tests" / "support"))

from ed25519 import public_key  # noqa: E402
from running import Server  # noqa: E402

BIN_DIR = None


class ReceiptKeyTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR)
        self.addCleanup(self.server.__exit__)
        self.file = pathlib.Path(self.server.folder) / "data" / "receipt.key"

    def shown(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        connection.request("GET", "/.well-known/wyrmhall")
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.getheader("Content-Type")), (200, "application/json"))
        said = json.loads(answer.read())
        connection.close()
        return said

    def test_made_once_and_shown(self):
        self.server.start()
        self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)
        self.assertEqual(os.stat(self.file.parent).st_mode & 0o077, 0)
        seed = bytes.fromhex(self.file.read_text())
        first = self.shown()
        self.assertEqual(first["receiptKey"], public_key(seed).hex())
        self.assertEqual(first["olderReceiptKeys"], [])
        self.server.kill()
        self.server.start()
        self.assertEqual(self.shown(), first)

    def test_an_older_key_is_shown_beside_the_new_one(self):
        self.server.start()
        older = self.shown()["receiptKey"]
        self.server.kill()
        self.file.write_text("01" * 32 + "\n" + self.file.read_text())
        self.server.start()
        said = self.shown()
        self.assertEqual(said["receiptKey"], public_key(b"\x01" * 32).hex())
        self.assertEqual(said["olderReceiptKeys"], [older])

    def test_a_key_that_others_can_read_or_that_is_damaged_is_refused(self):
        self.server.start()
        self.server.kill()
        self.file.chmod(0o640)
        self.assertFalse(self.server.spawn().listens())
        self.assertIn("can be read or written by others", self.server.read_log())
        self.file.chmod(0o600)
        self.file.write_text("no key\n")
        self.assertFalse(self.server.spawn().listens())
        self.assertIn("64 hexadecimal digits", self.server.read_log())


if __name__ == "__main__":
    BIN_DIR = os.path.abspath(sys.argv.pop(1))
    unittest.main(warnings="ignore")
