#!/usr/bin/env python3
"""The limits as options: what a configuration file says, what is wrong with it, and what SIGHUP changes.

    options_test.py BIN_DIR
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tests" / "e2e"))

from running import HELLO, RawSocket, Server, sign_in  # noqa: E402

BIN_DIR = None


def limits():
    return subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "limits"], capture_output=True, text=True, check=True).stdout


class OptionsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="wyrmhall-options-")
        self.file = os.path.join(self.folder, "wyrmhalld.conf")

    def write(self, *lines):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    def serve(self, *options, environment=None):
        server = Server(BIN_DIR, "--store", "memory", "--config", self.file, *options)
        self.addCleanup(server.__exit__)
        return server.start(environment=environment)

    def test_help_and_complaints_are_words(self):
        for arguments in (["--help"], ["--nuggets", "never"], ["--registration", "1"], ["--log-addresses", "\x01"]):
            done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), *arguments], capture_output=True, text=True)
            said = (done.stdout + done.stderr).replace("\x01", "", 1 if "\x01" in arguments else 0)
            self.assertEqual([c for c in said if c < " " and c not in "\n\t"], [], arguments)
        for words in ("{hashed,none,plain}", "{closed,invitation,open}", "{always,apart}"):
            self.assertIn(words, subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--help"], capture_output=True,
                                                text=True).stdout)

    def again(self, server, *lines):
        """Writes the file, sends SIGHUP, and gives what the log says of it."""
        self.write(*lines)
        before = len(server.read_log())
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 10
        while True:
            said = server.read_log()[before:]
            if "read again:" in said or "nothing was changed" in said:
                return said
            self.assertLess(time.monotonic(), deadline, said)
            time.sleep(0.02)

    def connections(self, server, wanted):
        """How many of `wanted` connections from one address may play."""
        raws = [RawSocket(server.port) for _ in range(wanted)]
        playing = sum(raw.status == 101 for raw in raws)
        for raw in raws:
            raw.close()
        time.sleep(0.1)
        return playing

    def test_the_table_in_the_manual_is_the_programs(self):
        manual = (TOP / "docs" / "hosting.md").read_text(encoding="utf-8")
        self.assertIn(limits(), manual, "put what `wyrmhalld limits` prints into docs/hosting.md")

    def test_each_limit_is_read_from_the_file_and_kept_in_its_range(self):
        rows = [line.split("|")[1:4] for line in limits().splitlines()[2:]]
        self.assertGreaterEqual(len(rows), 9)
        for option, _, span in rows:
            name, (lowest, highest) = option.strip(" `-"), span.strip().split(" to ")
            for value in (str(float(lowest) - 1), str(float(highest) + 1), "many", ""):
                self.write("# a line before it", f'{name} = "{value}"')
                done = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--config", self.file, "--data", self.folder,
                                       "--listen", "127.0.0.1:0"], capture_output=True, text=True, timeout=20)
                self.assertEqual(done.returncode, 2, name)
                self.assertIn(f"{self.file}, line 2: ", done.stderr)
                self.assertIn(f"between {lowest} and {highest}", done.stderr)

    def test_sighup_changes_a_limit(self):
        self.write("limit-connections-per-address = 5")
        server = self.serve()
        self.assertEqual(self.connections(server, 8), 5)
        said = self.again(server, "limit-connections-per-address = 3")
        self.assertIn("limit-connections-per-address: 5 -> 3", said)
        self.assertEqual(self.connections(server, 6), 3)
        # A line that is gone is the default again.
        self.assertIn("limit-connections-per-address: 3 -> 20", self.again(server, ""))

    def test_sighup_changes_the_limits_of_who_is_there(self):
        self.write("limit-command-burst = 3", "limit-commands-per-second = 1")
        server = self.serve()
        raw = RawSocket(server.port)
        raw.send(HELLO)
        raw.send(sign_in("Ember"))
        time.sleep(0.3)
        self.again(server, "limit-command-burst = 1000", "limit-commands-per-second = 1000")
        time.sleep(0.5)
        list_tables = bytes([0x08, 3, 0x2A, 0])
        for _ in range(30):
            raw.send(list_tables)
        time.sleep(0.5)
        raw.socket.setblocking(False)
        self.assertNotIn(b"too many commands", raw.socket.recv(1 << 20))
        raw.close()

    def test_a_mistake_is_said_and_changes_nothing(self):
        self.write("limit-connections-per-address = 5")
        server = self.serve()
        for line, expected in (("limit-connections-per-address = 0", "0 is not a whole number between 1 and 1000000"),
                               ("limit-connections-per-address = 2.5", "2.5 is not a whole number between"),
                               ("limit-conections = 7", "there is no option limit-conections"),
                               ('log-level = "loud"', "loud")):
            said = self.again(server, "limit-tables = 7", line)
            self.assertIn("nothing was changed", said)
            self.assertIn(f"{self.file}, line 2: ", said)
            self.assertIn(expected, said)
            self.assertNotIn("limit-tables: ", said)
        self.assertEqual(self.connections(server, 8), 5)

    def test_what_cannot_change_at_run_time_is_said(self):
        self.write("limit-tables = 50")
        server = self.serve()
        said = self.again(server, "limit-tables = 60", "workers = 3", 'admin = "127.0.0.1:0"')
        self.assertIn("workers cannot change while the server runs", said)
        self.assertIn("admin cannot change while the server runs", said)
        self.assertNotIn("listen cannot", said)
        self.assertIn("limit-tables: 50 -> 60", said)

    def test_arguments_and_the_environment_win_over_the_file_still(self):
        self.write("")
        server = self.serve("--limit-tables", "70", environment={"WYRMHALL_LIMIT_MATCHES": "80"})
        said = self.again(server, "limit-tables = 60", "limit-matches = 60", "limit-command-burst = 60")
        self.assertNotIn("limit-tables:", said)
        self.assertNotIn("limit-matches:", said)
        self.assertIn("limit-command-burst: 40 -> 60", said)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
