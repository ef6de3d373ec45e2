#!/usr/bin/env python3
"""examples/bot.py plays matches of every game to their end against the real server, and their records verify.

    example_test.py BIN_DIR
"""

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from running import Server

BIN_DIR = None
TOP = pathlib.Path(__file__).resolve().parents[2]
BOT = TOP / "examples" / "bot.py"
SMALL_BOT = TOP / "examples" / "small_bot.py"
GAMES = sorted(folder.name for folder in (TOP / "rules").iterdir() if (folder / "rules.h").is_file())
MATCHES = 2
# Debian's own has Debian's packages; CMake may have found another.
PYTHONS = [sys.executable, "/usr/bin/python3"]


def has_packages(python):
    return subprocess.run([python, "-c", "import google.protobuf, websockets"], capture_output=True).returncode == 0


def python_with_packages():
    python = next((python for python in PYTHONS if has_packages(python)), None)
    assert python, "python3-protobuf or python3-websockets is missing: script/install-dependencies check"
    return python


def run_bot(server, *arguments):
    return subprocess.run([python_with_packages(), BOT, "--server", f"{server.url}/ws", *arguments], capture_output=True, text=True,
                          timeout=100)


class ExampleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(BIN_DIR).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_a_bot_of_less_than_80_lines_plays_every_game(self):
        self.assertLess(len(SMALL_BOT.read_text().splitlines()), 80)
        for game in GAMES:
            with self.subTest(game=game):
                done = subprocess.run([python_with_packages(), SMALL_BOT, game, f"{self.server.url}/ws"], capture_output=True,
                                      text=True, timeout=100)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, r"^(won|not won)\n$")

    def test_it_plays_every_game_to_its_end(self):
        self.assertGreater(len(GAMES), 0)
        for number, game in enumerate(GAMES):
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                done = run_bot(self.server, game, "--matches", str(MATCHES), "--seed", str(number), "--records", folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                lines = re.findall(rf"(?m)^[0-9a-f-]{{36}} {game}: (?:won|not won), [1-9]\d* decisions$", done.stdout)
                self.assertEqual(len(lines), MATCHES, done.stdout)
                records = sorted(pathlib.Path(folder).iterdir())
                self.assertEqual(len(records), MATCHES)
                for record in records:
                    verified = subprocess.run([self.server.bin_dir / "wyrmhall", "verify", record], capture_output=True, text=True,
                                              timeout=60)
                    self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_people_sit_down_with_it(self):
        with subprocess.Popen([python_with_packages(), BOT, "--server", f"{self.server.url}/ws", "dance", "--against", "people"],
                              stdout=subprocess.PIPE, text=True) as bot:
            self.addCleanup(bot.kill)
            table = re.match(r"([0-9a-f-]{36}) dance: waiting for people$", bot.stdout.readline())
            self.assertTrue(table)
            with tempfile.TemporaryDirectory() as profile:
                listed = self.wyrmhall(profile, "tables", "--json")
                self.assertIn('"name":"Bot Example', listed.stdout)
                joined = self.wyrmhall(profile, "join", table[1], "--auto", "random", "--json")
            self.assertEqual(joined.returncode, 0, joined.stderr)
            self.assertRegex(bot.stdout.readline(), rf"^{table[1]} dance: (won|not won), [1-9]\d* decisions$")
            self.assertEqual(bot.wait(timeout=20), 0)

    def wyrmhall(self, profile, *arguments):
        return subprocess.run([self.server.bin_dir / "wyrmhall", "--server", self.server.url, "--name", "Mira", *arguments],
                              capture_output=True, text=True, timeout=60, env={**os.environ, "XDG_STATE_HOME": profile})

    def test_it_says_which_games_and_bots_there_are(self):
        done = run_bot(self.server, "chess")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"Games: {', '.join(GAMES)}.", done.stderr)

    def test_it_waits_for_nobody_where_people_have_no_seat(self):
        done = run_bot(self.server, "hunt", "--against", "people")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("there is no seat for people", done.stderr)

    def test_it_says_in_a_sentence_that_there_is_no_server(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))  # nobody listens there, and nobody else can
            nowhere = f"ws://127.0.0.1:{unused.getsockname()[1]}/ws"
            for server, said in ((nowhere, f"Nobody answers at {nowhere} "), (f"{self.server.url}/w", "addresses end in /ws"),
                                 ("here", "here is not the address of a server")):
                with self.subTest(server=server):
                    done = run_bot(self.server, GAMES[0], "--server", server)
                    self.assertEqual((done.returncode, done.stdout), (1, ""))
                    self.assertIn(said, done.stderr)
                    self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_it_ends_by_a_sentence_when_it_is_interrupted(self):
        with subprocess.Popen([python_with_packages(), BOT, "--server", f"{self.server.url}/ws", "dance", "--against", "people"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
            self.addCleanup(bot.kill)
            self.assertIn("waiting for people", bot.stdout.readline())
            bot.send_signal(signal.SIGINT)
            _, said = bot.communicate(timeout=20)
            self.assertEqual((bot.returncode, said), (130, "Interrupted.\n"))

    def test_many_guests_of_one_address_prove_their_work(self):
        strict = Server(BIN_DIR).start(environment={"WYRMHALL_LIMIT_FREE_GUESTS_PER_HOUR": "0"})
        self.addCleanup(strict.__exit__)
        done = run_bot(strict, GAMES[0])
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
