#!/usr/bin/env python3
"""Friends, with the client for the terminal: one is challenged by name, declines or plays, and is found again.

    friends_test.py BIN_DIR
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from running import Server, client

BIN_DIR = None


class FriendsTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR).start()
        self.addCleanup(self.server.__exit__)
        self.devices = tempfile.mkdtemp(prefix="wyrmhall-friends-")
        self.run_as("Mira", "matches")
        self.run_as("Bruno", "matches")

    def state_of(self, name):
        return os.path.join(self.devices, name)

    def run_as(self, name, *arguments, status=0):
        """Gives back what the client said on both outputs."""
        command = [self.server.bin_dir / "wyrmhall", "--server", self.server.url, "--data", self.state_of(name),
                   "--name", name, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout, done.stderr

    def challenge(self, name, *others):
        """Somebody who challenges others, plays by themselves, and goes away in the end."""
        asked = [part for other in others for part in ("--with", other)]
        playing = client(self.server, "play", "duel", *asked, "--auto", "first", name=name,
                         state=self.state_of(name), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.end, playing)
        return playing

    @staticmethod
    def end(playing):
        playing.kill()
        playing.communicate(timeout=60)

    def challenges_of(self, name):
        """The lines of `challenges`, once there is one."""
        deadline = time.monotonic() + 30
        while True:
            out, _ = self.run_as(name, "challenges")
            if re.match("[0-9a-f]{8}-", out):
                return [line for line in out.splitlines() if re.match("[0-9a-f]{8}-", line)]
            self.assertLess(time.monotonic(), deadline, out)
            time.sleep(0.05)

    def test_a_challenge_is_listed_joined_and_played(self):
        self.assertIn("Nobody has challenged you.", self.run_as("Bruno", "challenges")[0])
        host = self.challenge("Mira", "bruno")
        (line,) = self.challenges_of("Bruno")
        self.assertIn("Dragon Duel", line)
        self.assertIn("Mira, 1 free", line)
        out, _ = self.run_as("Bruno", "join", line.split()[0][:8], "--auto", "first")
        self.assertRegex(out, r"Victory!|wins")
        out, _ = host.communicate(timeout=60)
        self.assertEqual(host.returncode, 0)
        self.assertIn("Bruno", out)

    def test_a_challenge_is_declined(self):
        host = self.challenge("Mira", "Bruno")
        (line,) = self.challenges_of("Bruno")
        out, _ = self.run_as("Bruno", "decline")
        self.assertIn(line.split()[0], out)
        self.assertIn("Nobody has challenged you.", self.run_as("Bruno", "decline")[1])
        host.terminate()
        out, _ = host.communicate(timeout=60)
        self.assertIn("Waiting for Bruno", out)
        self.assertIn("Bruno does not want to play now.", out)

    def test_who_cannot_be_challenged(self):
        _, err = self.run_as("Mira", "play", "duel", "--with", "Nobody", "--auto", "first", status=4)
        self.assertIn("There is no such player here.", err)
        self.run_as("Bruno", "block", "Mira")
        _, err = self.run_as("Mira", "play", "duel", "--with", "Bruno", "--auto", "first", status=4)
        self.assertIn("would rather not play with you", err)
        self.run_as("Mira", "play", "duel", "--with", "Bruno", "--bot", "easy", status=2)

    def test_friends_are_noted_and_seen(self):
        self.assertIn("You follow nobody.", self.run_as("Mira", "friends")[0])
        self.assertIn("Bruno", self.run_as("Mira", "follow", "BRUNO")[0])
        self.assertNotIn("here now", self.run_as("Mira", "friends")[0])
        self.challenge("Bruno", "Mira")
        self.challenges_of("Mira")
        out, _ = self.run_as("Mira", "friends")
        self.assertRegex(out, "Bruno +here now")
        self.assertIn('"followed"', self.run_as("Mira", "my-data")[0])
        self.assertIn("You follow nobody.", self.run_as("Mira", "unfollow", "Bruno")[0])
        _, err = self.run_as("Mira", "follow", "Nobody", status=4)
        self.assertIn("There is no such player here.", err)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
