#!/usr/bin/env python3
"""Who one is, with the client for the terminal: tokens listed, made, taken and revoked; another name; and a server that
knows nobody.

    identity_test.py BIN_DIR
"""

import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from running import Server, client

BIN_DIR = None


class IdentityTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR, "--limit-connections-per-address", "200").start()
        self.addCleanup(self.server.__exit__)
        self.devices = tempfile.mkdtemp(prefix="wyrmhall-devices-")

    def run_on(self, device, *arguments, name=None, status=0, given=None):
        """Runs the client with what a device keeps; gives back what it said on both outputs."""
        command = [self.server.bin_dir / "wyrmhall", "--server", self.server.url,
                   "--data", os.path.join(self.devices, device), *(["--name", name] if name else []), *arguments]
        done = subprocess.run(command, input=given or "", capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout, done.stderr

    def files(self, device):
        return {os.path.relpath(os.path.join(folder, name), self.devices): open(os.path.join(folder, name), "rb").read()
                for folder, _, names in os.walk(os.path.join(self.devices, device)) for name in names if name != "lock"}

    def test_a_second_device_is_let_in_and_shown_out(self):
        self.run_on("desk", "matches", name="Mira")
        out, _ = self.run_on("desk", "sign-ins", name="Mira")
        self.assertEqual(len(out.splitlines()), 1)
        self.assertIn("this one", out)
        self.assertIn("wyrmhall-cli", out)

        token, note = self.run_on("desk", "new-token", name="Mira")
        self.assertRegex(token, r"^[0-9a-f]{64}\n$")
        self.assertIn("not shown again", note)
        out, _ = self.run_on("phone", "take-token", given=token)
        self.assertIn("You are Mira here too", out)
        path = os.path.join(self.devices, "phone")
        secret = next(os.path.join(folder, "token.json") for folder, _, names in os.walk(path) if "token.json" in names)
        self.assertEqual(os.stat(secret).st_mode & 0o777, 0o600)

        playing = client(self.server, "play", "duel", "--auto", "first", "--think", "600000", "--bot", "random",
                         name="Mira", state=path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # Until it is there and its match has begun.
        deadline = time.monotonic() + 30
        while True:
            out, _ = self.run_on("desk", "sign-ins", name="Mira")
            if "connected now" in out and "running" in self.run_on("desk", "matches", name="Mira")[0]:
                break
            self.assertLess(time.monotonic(), deadline, out)
            time.sleep(0.05)
        other = next(line for line in out.splitlines() if "this one" not in line).split()[0]
        before = self.files("phone")
        out, _ = self.run_on("desk", "sign-out", other, name="Mira")
        self.assertEqual(len(out.splitlines()), 1)
        _, err = playing.communicate(timeout=60)
        self.assertEqual(playing.returncode, 4)
        self.assertIn("This device was signed out", err)
        # It keeps the token and the secrets of the match.
        after = self.files("phone")
        kept = {path for path in before if path.endswith("token.json") or ("chains" in path and path.endswith(".json"))}
        self.assertEqual(kept - set(after), set())
        _, err = self.run_on("phone", "matches", name="Mira", status=4)
        self.assertIn("The token stays in", err)
        self.assertEqual(self.files("phone")[os.path.relpath(secret, self.devices)],
                         before[os.path.relpath(secret, self.devices)])

    def test_everywhere_else_and_mistakes(self):
        self.run_on("desk", "matches", name="Mira")
        for device in ("phone", "tablet"):
            self.run_on(device, "take-token", given=self.run_on("desk", "new-token", name="Mira")[0])
        _, err = self.run_on("desk", "sign-out", "zz", name="Mira", status=4)
        self.assertIn("No sign-in begins with zz", err)
        self.run_on("desk", "sign-out", name="Mira", status=2)
        out, _ = self.run_on("desk", "sign-out", "--everywhere-else", name="Mira")
        self.assertEqual(len(out.splitlines()), 1)
        for device in ("phone", "tablet"):
            self.run_on(device, "matches", name="Mira", status=4)
        for given in ("", "nothing", "ab" * 31, "ab" * 33):
            _, err = self.run_on("fresh", "take-token", given=given, status=2)
            self.assertIn("64 hexadecimal digits", err)
        _, err = self.run_on("fresh", "take-token", given="ab" * 32, status=4)
        self.assertIn("does not know this token", err)

    def test_a_token_that_is_there_is_set_aside_for_another(self):
        self.run_on("desk", "matches", name="Mira")
        token = self.run_on("desk", "new-token", name="Mira")[0]
        # Another Mira, of another time: the server that knew her is gone.
        folder = next(f for f, _, names in os.walk(os.path.join(self.devices, "desk")) if "token.json" in names)
        other = os.path.join(self.devices, "phone", os.path.relpath(folder, os.path.join(self.devices, "desk")))
        os.makedirs(other)
        text = '{"name": "Mira", "account": "%s", "token": "%s"}' % ("01" * 16, "02" * 32)
        with open(os.path.join(other, "token.json"), "w", encoding="utf-8") as file:
            file.write(text)
        self.run_on("phone", "matches", name="Mira", status=4)
        self.run_on("phone", "take-token", given=token)
        self.run_on("phone", "matches", name="Mira")
        with open(os.path.join(other, "token.before-1.json"), encoding="utf-8") as file:
            self.assertEqual(file.read(), text)

    def test_another_name_is_the_same_player(self):
        self.run_on("desk", "play", "duel", "--auto", "random", "--bot", "random", name="Mira")
        self.run_on("other", "matches", name="Bruno")
        _, err = self.run_on("desk", "rename", "Bruno", name="Mira", status=4)
        self.assertIn("Somebody has this name", err)
        out, _ = self.run_on("desk", "rename", "Nora of Ely", name="Mira")
        self.assertIn("You are Nora of Ely now.", out)
        out, _ = self.run_on("desk", "matches", name="Nora of Ely")
        self.assertIn("Mira", out)  # as the seat was called then
        # The name of before is nobody else's to take for a while.
        _, err = self.run_on("desk", "matches", name="Mira", status=4)
        self.assertIn("Somebody has this name", err)
        _, err = self.run_on("desk", "rename", "Quinn", name="Nora of Ely", status=4)
        self.assertIn("Try again in 30 days", err)

    def test_a_name_that_was_made_up_stays_who_comes_without_one(self):
        self.run_on("desk", "play", "duel", "--auto", "random", "--bot", "random")
        self.run_on("desk", "rename", "Nora")
        self.assertIn("Nora", self.run_on("desk", "--json", "sign-ins")[0])

    def test_a_server_on_an_empty_folder_costs_nobody_their_identity(self):
        self.run_on("desk", "matches", name="Mira")
        before = self.files("desk")
        self.server.kill()
        data = os.path.join(self.server.folder, "data")
        os.rename(data, data + ".right")
        self.server.start()
        _, err = self.run_on("desk", "matches", name="Mira", status=4)
        self.assertIn("The token stays in", err)
        self.assertEqual({k: v for k, v in self.files("desk").items() if "token" in k},
                         {k: v for k, v in before.items() if "token" in k})
        self.server.kill()
        os.rename(data, data + ".empty")
        os.rename(data + ".right", data)
        self.server.start()
        self.run_on("desk", "matches", name="Mira")


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
