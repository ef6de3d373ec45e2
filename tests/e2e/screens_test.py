#!/usr/bin/env python3
"""The client's screen in a real terminal: each game, in each language, in small, usual and wide windows.

    screens_test.py BIN_DIR
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

from running import MANY_MATCHES, Server

BIN_DIR = None
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GAMES = sorted(rules.stem for rules in (ROOT / "docs/rules").glob("*.md"))
LANGUAGES = {"en": ("Your choice", "help"), "fr": ("Votre choix", "aide")}
WINDOWS = [(60, 20), (80, 24), (120, 40)]
DECISIONS = 4  # in each window
PATIENCE_SECONDS = 60
SETTLED_SECONDS = 0.15  # without a change


def messages(language):
    for path in (ROOT / "clients/messages").rglob(f"{language}.json"):
        yield from json.loads(path.read_text(encoding="utf-8")).values()


def vocabulary(language):
    """Every word that the client may write, in lower case."""
    words = set()
    for text in messages(language):
        words.update(re.findall(r"[^\W\d_]+", str(text).lower()))
    return words


class Terminal:
    """A window of tmux, by a server of its own."""

    def __init__(self, socket, name, command, width, height):
        self.socket, self.name = socket, name
        # A player who leaves the client is left with what it said, not with a window that has gone.
        self.tmux("new-session", "-d", "-s", name, "-x", str(width), "-y", str(height), f"{command}; sleep 600")

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-u", "-L", self.socket, "-f", "/dev/null", *arguments], text=True, timeout=60,
                              check=True, stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout

    def type(self, *keys):
        self.tmux("send-keys", "-t", self.name, *keys)

    def resize(self, width, height):
        self.tmux("resize-window", "-t", self.name, "-x", str(width), "-y", str(height))

    def lines(self):
        return self.tmux("capture-pane", "-t", self.name, "-p").split("\n")[:-1]

    def settled(self, until=lambda lines: True):
        """The lines once they no longer change and are what is waited for; those at the end of patience otherwise."""
        began = time.monotonic()
        before, since = self.lines(), time.monotonic()
        while time.monotonic() - began < PATIENCE_SECONDS:
            time.sleep(0.05)
            now = self.lines()
            if now != before:
                before, since = now, time.monotonic()
            elif time.monotonic() - since >= SETTLED_SECONDS and until(now):
                return now
        return before


class ScreensTest(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server(BIN_DIR, *MANY_MATCHES))
        self.data = self.enterContext(tempfile.TemporaryDirectory(prefix="wyrmhall-screens-"))
        # One for each test: a tmux that is about to end may still answer at the last one's.
        self.socket = f"wyrmhall-{os.getpid()}-{time.monotonic_ns()}"
        self.addCleanup(lambda: subprocess.run(["tmux", "-L", self.socket, "kill-server"], check=False,
                                               stderr=subprocess.DEVNULL))

    def open(self, game, language, width, height, *options):
        command = " ".join(map(str, [BIN_DIR / "wyrmhall", "play", game, "--bot", "random", "--language", language,
                                     "--name", f"{game}-{language}", "--server", self.server.url, "--data", self.data, *options]))
        return Terminal(self.socket, f"{game}-{language}", command, width, height)

    def look_at(self, lines, width, height, prompt, words):
        self.assertEqual(len(lines), height)
        # The headline of a board begins at the edge, and the prompt stands in the last line.
        self.assertRegex(lines[0], r"^\S")
        self.assertIn(prompt, lines[-1])
        for line, after in zip(lines, lines[1:]):
            self.assertLessEqual(len(line), width)
            # A word that is cut fills its line, goes on in the next, and is none by itself.
            last = re.search(r"([^\W\d_]+)$", line) if len(line) == width else None
            if last and re.match(r" *[^\W\d_]", after):
                self.assertIn(last.group(1).lower(), words, f"{line}\n{after}")

    def test_headline_and_prompt_are_in_sight_and_no_word_is_cut(self):
        # Side by side: most of the time each waits for its screen to come to rest.
        with concurrent.futures.ThreadPoolExecutor(len(GAMES) * len(LANGUAGES)) as threads:
            played = {(game, language): threads.submit(self.play, game, language, *LANGUAGES[language],
                                                       vocabulary(language))
                      for game in GAMES for language in LANGUAGES}
        for (game, language), result in played.items():
            with self.subTest(game=game, language=language):
                result.result()

    def play(self, game, language, prompt, helping, words):
        terminal = self.open(game, language, *WINDOWS[0])

        def asks(lines):
            if re.search(r"\((y|o)/n\)", lines[-1]):
                terminal.type("y", "Enter")  # the match is over; another one begins
            return prompt in lines[-1]

        looked = 0
        for width, height in WINDOWS:
            terminal.resize(width, height)
            terminal.settled(lambda lines: len(lines) == height and asks(lines))
            for _ in range(DECISIONS):
                lines = terminal.settled(asks)
                self.look_at(lines, width, height, prompt, words)
                looked += 1
                terminal.type("Down", "Enter")
            # A page of its own, and back.
            terminal.type("C-u", helping, "Enter")
            page = terminal.settled(lambda lines: "Esc" in lines[-1] or "Échap" in lines[-1] or asks(lines))
            for line in page:
                self.assertLessEqual(len(line), width)
            terminal.type("Escape")
            self.look_at(terminal.settled(asks), width, height, prompt, words)
        self.assertEqual(looked, DECISIONS * len(WINDOWS))
        terminal.type("C-u", "quit", "Enter")
        # The terminal is given back, with how to come back to the match.
        left = "\n".join(terminal.settled(lambda lines: "wyrmhall join" in "\n".join(lines)))
        self.assertIn("wyrmhall join", left)

    def test_arrows_choose_and_tab_completes(self):
        terminal = self.open("dance", "en", 80, 24)
        asks = lambda lines: "Your choice" in lines[-1]
        terminal.settled(asks)
        # The first choice is to use no die, and then cards are asked for.
        terminal.type("Down", "Enter")
        lines = terminal.settled(lambda lines: asks(lines) and any("not decided" in line for line in lines) and
                                 "card" in lines[0])
        self.assertIn("both choose a card", lines[0])
        terminal.type("ret", "Tab")
        lines = terminal.settled(lambda lines: lines[-1].rstrip().endswith("retreat"))
        self.assertTrue(lines[-1].rstrip().endswith("retreat"), lines[-1])
        # What was typed comes back by the arrow, once something else stands there than nothing.
        terminal.type("C-u", "odds retreat", "Enter")
        terminal.settled(lambda lines: any(line.startswith("> odds retreat") for line in lines))
        terminal.type("C-p")
        lines = terminal.settled(lambda lines: lines[-1].rstrip().endswith("odds retreat"))
        self.assertTrue(lines[-1].rstrip().endswith("odds retreat"), lines[-1])

    def test_whoever_types_no_command_finds_the_hall(self):
        command = " ".join(map(str, [BIN_DIR / "wyrmhall", "--server", self.server.url, "--data", self.data]))
        terminal = Terminal(self.socket, "hall", command, 80, 24)
        at_hall = lambda lines: "quit" in lines[-1] and any(line == "  Play" for line in lines)
        lines = terminal.settled(at_hall)
        self.assertTrue(any("Dragon Duel" in line for line in lines), lines)
        terminal.type("Down", "Enter")
        lines = terminal.settled(lambda lines: any("against whom?" in line for line in lines))
        self.assertTrue(any("Random bot" in line for line in lines), lines)
        terminal.type("Down", "Enter")
        terminal.settled(lambda lines: "Your choice" in lines[-1] and "help" in lines[-1])
        # Back in the hall the match can be gone on with.
        terminal.type("quit", "Enter")
        lines = terminal.settled(at_hall)
        self.assertIn("  Go on", lines)
        terminal.type("quit", "Enter")
        left = "\n".join(terminal.settled(lambda lines: not at_hall(lines)))
        self.assertNotIn("  Play", left)

    def test_a_rulebook_is_read_in_pages(self):
        terminal = self.open("duel", "en", 80, 24)
        terminal.settled(lambda lines: "Your choice" in lines[-1])
        terminal.type("rules", "Enter")
        lines = terminal.settled(lambda lines: "Esc goes back" in lines[-1])
        self.assertRegex(lines[-1], r"^23 of \d+")
        terminal.type("NPage")
        lines = terminal.settled(lambda lines: lines[-1].startswith("46 of"))
        self.assertRegex(lines[-1], r"^46 of \d+")
        terminal.type("Escape")
        self.assertIn("Your choice", terminal.settled(lambda lines: "Your choice" in lines[-1])[-1])

    def test_without_a_screen_what_has_changed_is_printed(self):
        terminal = self.open("dance", "en", 80, 60, "--plain")
        asks = lambda lines: any("Your choice" in line for line in lines)
        lines = terminal.settled(asks)
        self.assertTrue(any("Dragon Dance" in line for line in lines))
        terminal.type("1", "Enter")
        lines = terminal.settled(lambda lines: sum("Your choice" in line for line in lines) == 2)
        second = lines[[i for i, line in enumerate(lines) if "Your choice" in line][0] + 1:]
        self.assertFalse(any("Dragon ◄" in line or "► Dragon" in line for line in second), second)


if __name__ == "__main__":
    BIN_DIR = pathlib.Path(sys.argv.pop(1)).absolute()
    unittest.main()
