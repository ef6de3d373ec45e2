#!/usr/bin/env python3
"""Members, with the client for the terminal: a guest becomes one, gets in elsewhere, forgets the password, signs out.

    members_test.py BIN_DIR
"""

import json
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

    def test_a_sign_in_has_a_name(self):
        out, _ = self.run_on("desk", "sign-ins", name="Mira")
        sign_in = out.split()[0]
        out, _ = self.run_on("desk", "name-sign-in", sign_in, "the old laptop", name="Mira")
        self.assertIn('"the old laptop"', out)
        _, said = self.run_on("desk", "name-sign-in", sign_in, "x" * 41, name="Mira", status=REFUSED)
        self.assertIn("40", said)
        _, said = self.run_on("desk", "name-sign-in", "zz", "x", name="Mira", status=REFUSED)
        self.assertIn("No sign-in begins with zz", said)

    def test_a_token_for_reading_only(self):
        self.run_on("desk", "sign-ins", name="Mira")
        out, _ = self.run_on("desk", "new-token", "--read-only", "--called", "the board", name="Mira")
        self.run_on("wall", "take-token", given=[out.strip()])
        out, _ = self.run_on("wall", "sign-ins", name="Mira")
        self.assertRegex(out, r'"the board"  for reading only  this one')
        _, said = self.run_on("wall", "rename", "Somebody", name="Mira", status=REFUSED)
        self.assertIn("for reading only", said)
        _, said = self.run_on("wall", "play", "duel", "--bot", "easy", "--auto", "first", name="Mira", status=REFUSED)
        self.assertIn("for reading only", said)

    def test_own_data_are_saved(self):
        self.become_member()
        self.run_on("desk", "play", "duel", "--bot", "random", "--auto", "first", name="Mira")
        (token,) = self.tokens("desk")
        out, _ = self.run_on("desk", "my-data", name="Mira")
        data = json.loads(out)
        self.assertEqual(data["player"]["name"], "Mira")
        self.assertTrue(data["membership"]["member"])
        self.assertEqual([len(data[of]) for of in ("signIns", "blocked", "matches", "heroes", "stories")], [1, 0, 1, 0, 0])
        self.assertNotIn(json.loads(token.read_text())["token"], out)
        path = os.path.join(self.devices, "mine.json")
        _, said = self.run_on("desk", "my-data", path, name="Mira")
        self.assertIn(path, said)
        self.assertEqual(json.loads(pathlib.Path(path).read_text()), data)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)

    def test_a_member_is_deleted_only_by_a_proof_and_may_stay(self):
        codes = self.become_member()
        done = subprocess.run(self.command("desk", "delete-account", name="Mira"), capture_output=True, text=True, timeout=60)
        self.assertIn("add --yes", done.stderr)
        _, said = self.run_on("desk", "delete-account", "--yes", name="Mira", given=[""], status=REFUSED)
        self.assertIn("type your password", said)
        self.run_on("desk", "delete-account", "--yes", name="Mira", given=["not this one"], status=REFUSED)
        _, said = self.run_on("desk", "delete-account", "--yes", name="Mira", given=[PASSWORD])
        self.assertIn("You will be deleted on", said)
        _, said = self.run_on("desk", "keep-account", name="Mira")
        self.assertIn("You stay", said)
        self.run_on("desk", "delete-account", "--yes", "--recovery-code", name="Mira", given=[codes[0]])

    def test_what_login_needs(self):
        for arguments in (["login"], ["login", "--browser", "--recovery-code"]):
            done = subprocess.run(self.command("desk", *arguments), capture_output=True, text=True, timeout=60)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("--browser", done.stderr)

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
