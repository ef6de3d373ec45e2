#!/usr/bin/env python3
"""script/new-game makes a game that is found, built, played and verified, and touches next to nothing else.

    new_game_test.py [BIN_DIR]

Works in a copy of the checkout, uncommitted work included. The game is built in build/new_game, which takes many minutes the
first time, and is kept for the next. BIN_DIR: takes the programs from there instead, for somebody who changes this test.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "e2e"))
from running import Server, run_client  # noqa: E402

NAME, TITLE = "penny", "Penny Flip"
# The files outside the game's own that a new game may touch: the protocol's two, whose lines are written by a script.
MAY_TOUCH = {"protocol/wyrmhall/v1/game.proto", "protocol/wyrmhall/v1/sentence.proto"}
RULES_TESTS = (f"rules_{NAME}", f"rules_{NAME}_walks")
PROGRAMS = ("wyrmhalld", "wyrmhall", *RULES_TESTS)
KEPT = TOP / "build" / "new_game"
BUILD_SECONDS = 40 * 60
BIN_DIR = None


def run(*command, seconds=120, **kwargs):
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, **kwargs)


def files_of(folder):
    """{path: content} of what git would take of a checkout: what is committed, and what could be."""
    listed = run("git", "-C", folder, "ls-files", "--cached", "--others", "--exclude-standard", "-z").stdout
    paths = {path for path in listed.split("\0") if path and (folder / path).is_file()}
    return {path: (folder / path).read_bytes() for path in paths}


class NewGameTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(tempfile.mkdtemp(prefix="wyrmhall-new-game-"))
        cls.addClassCleanup(shutil.rmtree, cls.scratch, ignore_errors=True)
        cls.before = files_of(TOP)
        for path in cls.before:
            (cls.scratch / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / path, cls.scratch / path)
        run("git", "init", "--quiet", cls.scratch)
        cls.made = run("script/new-game", NAME, TITLE, cwd=cls.scratch)
        if cls.made.returncode != 0:
            raise AssertionError(cls.made.stdout + cls.made.stderr)

    def in_scratch(self, *command, **kwargs):
        done = run(*command, cwd=self.scratch, **kwargs)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:] + done.stderr[-4000:])
        return done.stdout

    def test_1_it_touches_next_to_nothing_else(self):
        after = files_of(self.scratch)
        touched = {path for path in after | self.before if after.get(path) != self.before.get(path)}
        others = {path for path in touched if NAME not in path}
        self.assertEqual(others, MAY_TOUCH)
        self.assertTrue(touched - others)
        # Whatever was touched, it says so.
        self.assertEqual([path for path in sorted(touched) if path not in self.made.stdout], [])
        # Nothing is left of what the template was called.
        left = [path for path in touched - others if b"coin" in after[path].lower() or b"Heads or Tails" in after[path]]
        self.assertEqual(left, [])

    def test_2_it_keeps_to_the_style(self):
        self.in_scratch("python3", "tests/style/style.py")
        self.in_scratch("script/game_lines.py", "--check")
        self.in_scratch("python3", "tests/protocol/game_lines_test.py")
        self.in_scratch("script/format", "--check")
        self.in_scratch("python3", "tests/clients/messages_test.py")

    def test_3_names_that_cannot_be_taken(self):
        for name, why in {"Penny": "lower-case", "1penny": "lower-case", "penny2x": "lower-case", NAME: "taken", "duel": "taken",
                          "hero": "taken", "command": "command_options.proto", "state": "word", "namespace": "word",
                          "x" * 100: "at most"}.items():
            done = run("script/new-game", name, cwd=self.scratch)
            self.assertNotEqual(done.returncode, 0, name)
            self.assertIn(why, done.stderr, name)
        self.assertIn("title", run("script/new-game", "othergame", 'Say "so"', cwd=self.scratch).stderr)
        self.assertFalse((self.scratch / "rules" / "othergame").exists())

    def test_4_it_is_built_played_and_verified(self):
        programs = pathlib.Path(BIN_DIR) if BIN_DIR else self.build()
        for program in RULES_TESTS:
            self.assertIn("0 failed", self.in_scratch(programs / program))
        with Server(programs) as server:
            self.addCleanup(shutil.rmtree, server.folder, ignore_errors=True)
            status, out, err = run_client(server, "games", name="Mira")
            self.assertEqual(status, 0, err)
            self.assertIn(f"{NAME}  {TITLE}\n  points=1 to 9 (default 3)", out)
            self.play(server)
            self.play(server, "--language", "fr")

    def play(self, server, *options):
        """A match against a bot, and its record."""
        play = ("play", NAME, "--bot", "greedy", "--option", "points=2", "--auto", "first", *options)
        status, out, err = run_client(server, *play, name="Mira")
        self.assertEqual(status, 0, out + err)
        self.assertIn(TITLE, out)
        status, out, err = run_client(server, "--json", *play, name="Mira")
        self.assertEqual(status, 0, out + err)
        played = [json.loads(line) for line in out.splitlines()]
        match = next(message["matchOpened"]["info"]["matchId"] for message in played if "matchOpened" in message)
        status, record, err = run_client(server, "export", match, name="Mira")
        self.assertEqual(status, 0, err)
        verdict = json.loads(self.in_scratch(server.bin_dir / "wyrmhall", "verify", "--json", "-", input=record))
        self.assertEqual((verdict["verified"], verdict["game"]), (True, NAME))

    def build(self):
        """Builds in KEPT, where a file that has not changed since the last time is not compiled again."""
        KEPT.mkdir(parents=True, exist_ok=True)
        run("git", "init", "--quiet", KEPT)
        kept, made = files_of(KEPT), files_of(self.scratch)
        for path in kept.keys() - made.keys():
            (KEPT / path).unlink()
        for path in (path for path in made if kept.get(path) != made[path]):
            (KEPT / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.scratch / path, KEPT / path)
        # It gives way to tests that run beside it (script/check/steps.py).
        done = run("chrt", "--idle", "0", "script/build", "once", *PROGRAMS, cwd=KEPT, seconds=BUILD_SECONDS)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:] + done.stderr[-4000:])
        return KEPT / "build" / "once" / "bin"


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None
    program = unittest.main(exit=False, verbosity=2, warnings="ignore")
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
