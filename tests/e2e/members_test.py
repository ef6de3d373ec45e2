#!/usr/bin/env python3
"""Members, with the client for the terminal: a guest becomes one, gets in elsewhere, forgets the password, signs out.

    members_test.py BIN_DIR
"""

import os
import pathlib
import pty
import select
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from running import Server  # noqa: E402

BIN_DIR = None
PASSWORD, NEXT = "seven quiet wyrms", "nine loud drakes"
REFUSED, NEEDS_DECISION = 4, 6
CODE = r"^[0-9a-z]{4}(-[0-9a-z]{4}){3}$"


class MembersTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR, "--limit-connections-per-address", "200").start()
        self.addCleanup(self.server.__exit__)
        self.devices = tempfile.mkdtemp(prefix="wyrmhall-devices-")

    def command(self, device, *arguments, name=None):
        return [self.server.bin_dir / "wyrmhall", "--server", self.server.url, "--data",
                os.path.join(self.devices, device), *(["--name", name] if name else []), *arguments]

    def run_on(self, device, *arguments, name=None, status=0, given=()):
        done = subprocess.run(self.command(device, *arguments, name=name), input="".join(f"{line}\n" for line in given),
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        for secret in given:
            if secret:
                self.assertNotIn(secret, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def tokens(self, device):
        return list((pathlib.Path(self.devices) / device).rglob("token.json"))

    def become_member(self):
        out, note = self.run_on("desk", "password", name="Mira", given=["", PASSWORD])
        self.assertIn("not shown again", note)
        codes = out.split()
        self.assertEqual(len(codes), 8)
        for code in codes:
            self.assertRegex(code, CODE)
        return codes

    def test_a_member_gets_in_on_another_device(self):
        self.become_member()
        _, said = self.run_on("phone", "login", "Mira", given=["not this one"], status=REFUSED)
        self.assertIn("No member of this name", said)
        self.assertEqual(self.tokens("phone"), [])
        out, _ = self.run_on("phone", "login", "mira", given=[PASSWORD])
        self.assertIn("You are Mira here too", out)
        (token,) = self.tokens("phone")
        self.assertEqual(token.stat().st_mode & 0o777, 0o600)
        out, _ = self.run_on("phone", "sign-ins", name="Mira")
        self.assertEqual(len(out.splitlines()), 2)
        # Signed out, the device has nothing left, and the other one still has.
        out, _ = self.run_on("phone", "logout", name="Mira")
        self.assertIn("signed out", out)
        self.assertEqual(self.tokens("phone"), [])
        out, _ = self.run_on("desk", "sign-ins", name="Mira")
        self.assertEqual(len(out.splitlines()), 1)

    def test_a_forgotten_password(self):
        codes = self.become_member()
        self.run_on("phone", "login", "Mira", "--recovery-code", given=[codes[0].upper()])
        self.run_on("tablet", "login", "Mira", "--recovery-code", given=[codes[0]], status=REFUSED)
        _, said = self.run_on("phone", "password", name="Mira", given=["", NEXT], status=REFUSED)
        self.assertIn("You have a password already", said)
        _, said = self.run_on("phone", "password", "--recovery-code", name="Mira", given=[codes[1], NEXT])
        self.assertIn("6 recovery codes are left", said)
        self.run_on("tablet", "login", "Mira", given=[PASSWORD], status=REFUSED)
        self.run_on("tablet", "login", "Mira", given=[NEXT])
        fresh, _ = self.run_on("tablet", "recovery-codes", name="Mira", given=[NEXT])
        self.assertEqual(len(fresh.split()), 8)
        self.run_on("watch", "login", "Mira", "--recovery-code", given=[codes[2]], status=REFUSED)
        self.run_on("watch", "login", "Mira", "--recovery-code", given=[fresh.split()[7]])

    def test_a_token_that_is_there_is_set_aside(self):
        self.become_member()
        # Another server's data would be the usual reason; here the same name as a guest of before.
        self.run_on("phone", "login", "Mira", given=[PASSWORD])
        (before,) = self.tokens("phone")
        kept = before.read_bytes()
        self.run_on("phone", "login", "Mira", given=[PASSWORD])
        (aside,) = (pathlib.Path(self.devices) / "phone").rglob("token.before-1.json")
        self.assertEqual(aside.read_bytes(), kept)

    def test_what_is_refused_in_words(self):
        _, said = self.run_on("desk", "password", name="Mira", given=["", "password1"], status=REFUSED)
        self.assertIn("people try first", said)
        _, said = self.run_on("desk", "--language", "fr", "recovery-codes", name="Mira", given=["x"], status=REFUSED)
        self.assertIn("Seul un membre", said)
        _, said = self.run_on("desk", "logout", name="Mira", status=NEEDS_DECISION)
        self.assertIn("add --yes", said)
        self.assertEqual(len(self.tokens("desk")), 1)
        self.run_on("desk", "logout", "--yes", name="Mira")
        self.assertEqual(self.tokens("desk"), [])

    def test_at_a_terminal_nothing_of_it_is_shown(self):
        pid, terminal = pty.fork()
        if pid == 0:
            command = [str(part) for part in self.command("desk", "password", name="Mira")]
            os.execv(command[0], command)
        self.addCleanup(os.close, terminal)
        screen = self.type(terminal, until="yet): ", enter=b"\n")
        screen += self.type(terminal, until="more: ", enter=PASSWORD.encode() + b"\n")
        screen += self.type(terminal, until="more: ", enter=PASSWORD.encode() + b"\n")
        screen += self.type(terminal, until="not shown again", enter=b"")
        _, status = os.waitpid(pid, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), 0)
        self.assertNotIn(PASSWORD, screen)

    def type(self, terminal, until, enter):
        """What the terminal shows up to some words; then presses keys."""
        screen = ""
        end = time.monotonic() + 30
        while until not in screen:
            self.assertLess(time.monotonic(), end, screen)
            if select.select([terminal], [], [], 0.2)[0]:
                screen += os.read(terminal, 4096).decode()
        time.sleep(0.1)  # until the terminal shows nothing more of what is typed
        os.write(terminal, enter)
        return screen


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
