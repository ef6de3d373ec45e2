#!/usr/bin/env python3
"""A match whose other player has gone, with the terminal client: the player who stays is told, claims and wins. Two minutes,
which are the shortest absence that a table may have and the time that a server that has just started gives everybody.

    absence_test.py BIN_DIR
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from running import Server, client, run_client

BIN_DIR = None
VERIFIER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "verify.py")
ANSWER_SECONDS = 30
LONGEST_SECONDS = 150  # from the start of the server until somebody who has gone can be claimed against


class Terminal:
    """A client that is typed to, and whose output is waited for in the order in which it comes."""

    def __init__(self, server, *arguments, name):
        self.process = client(server, *arguments, name=name, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.said = ""
        self.read_to = 0
        self.more = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        # By character: a prompt has no end of line.
        while character := self.process.stdout.read(1):
            with self.more:
                self.said += character
                self.more.notify()

    def waits_for(self, pattern, seconds=ANSWER_SECONDS):
        """The match of what is said after what was waited for before."""
        found = None

        def come():
            nonlocal found
            found = re.compile(pattern).search(self.said, self.read_to)
            return found

        with self.more:
            assert self.more.wait_for(come, seconds), f"never said: {pattern}\n{self.said}"
            self.read_to = found.end()
        return found

    def types(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdin.close()
        self.process.stdout.close()


class AbsenceTest(unittest.TestCase):
    def sit_down(self, server, *arguments, name):
        terminal = Terminal(server, "play", "duel", "--turn-seconds", "0", "--absence-seconds", "60", *arguments, name=name)
        self.addCleanup(terminal.end)
        return terminal

    def run_client(self, server, *arguments, name=None):
        status, out, err = run_client(server, *arguments, name=name)
        self.assertEqual(status, 0, out + err)
        return out

    def test_who_stays_claims_the_match(self):
        with Server(BIN_DIR) as server:
            # Ada would think for ten minutes about each decision.
            ada = self.sit_down(server, "--auto", "first", "--think", "600000", name="Ada")
            ada.waits_for("Waiting for one more")
            bob = self.sit_down(server, name="Bob")
            bob.waits_for("If a player who must decide is away for 1 minute, `claim` ends the waiting")
            match = bob.waits_for(r"match ([0-9a-f-]{36})")[1]
            if bob.waits_for("Your choice|Ada is deciding")[0] == "Your choice":
                bob.types("1")
                bob.waits_for("Ada is deciding")

            bob.types("claim")
            bob.waits_for("Nobody who must decide is away")
            ada.process.kill()
            told = time.monotonic()
            left = int(bob.waits_for(r"Ada has no connection\. In (\d+) s you can stop waiting")[1])
            self.assertIn(left, range(50, LONGEST_SECONDS))
            bob.types("claim")
            again = int(bob.waits_for(r"Nobody has been away for long enough yet\. Try again in (\d+) seconds?\.")[1])
            self.assertIn(again, range(left - 10, left + 1))

            bob.waits_for("Ada has been away for 1 minute. `claim` ends the match", LONGEST_SECONDS)
            self.assertGreater(time.monotonic() - told, left - 2)
            bob.types("claim")
            bob.waits_for("Ada was away for too long")
            bob.waits_for("Victory! The other side was away for too long")
            bob.waits_for(r"Play again\?")
            bob.types("n")
            bob.process.stdin.close()
            self.assertEqual(bob.process.wait(ANSWER_SECONDS), 0, bob.said)

            # A player who comes back is told the same.
            for name in ("Ada", "Bob"):
                line = next(line for line in self.run_client(server, "matches", name=name).splitlines() if match in line)
                self.assertIn("won by Bob", line)
            self.check_record(self.run_client(server, "export", match, name="Ada"), server)

    def check_record(self, text, server):
        record = json.loads(text)
        seats = [seat["name"] for seat in record["seats"]]
        self.assertEqual((record["moves"][-1]["kind"], seats[record["moves"][-1]["seat"]]), ("absent", "Ada"))
        self.assertEqual(record["outcome"]["reason"], "absence")
        self.assertEqual([seats[seat] for seat in record["outcome"]["winners"]], ["Bob"])
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            self.assertIn("all agree", self.run_client(server, "verify", file.name))
            done = subprocess.run([sys.executable, VERIFIER, file.name], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
