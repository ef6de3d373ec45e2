#!/usr/bin/env python3
"""The man pages and the completion: man finds nothing wrong, every command is there, and the shells offer what is right.

    manual_test.py BIN_DIR MADE     MADE: the folder that wyrmhall-manual has written
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
import unittest

BIN_DIR = MADE = None
PAGES = {"wyrmhall": 1, "wyrmhalld": 8}
SHELL_SECONDS = 20


def needs(tool):
    return unittest.skipIf(shutil.which(tool) is None, f"SKIPPED: {tool} is not there")


def run(*command, **settings):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **settings})
    return done.stdout, done.stderr


def made(*path):
    return os.path.join(MADE, *path)


def commands_of(*call):
    """The names of commands that --help lists."""
    said = run(os.path.join(BIN_DIR, call[0]), *call[1:], "--help")[0]
    listed = re.search(r"^Subcommands:\n((?:  .*\n?)*)", said, re.M)
    return re.findall(r"^  (\S+)", listed[1], re.M) if listed else []


class ManPageTest(unittest.TestCase):
    @needs("man")
    def test_man_finds_nothing_wrong(self):
        for program, section in PAGES.items():
            page = made(f"{program}.{section}")
            shown, warnings = run("man", "--warnings", "-E", "UTF-8", "-l", page, MANWIDTH="80", MANPAGER="cat", LC_ALL="C.UTF-8")
            self.assertEqual(warnings, "", page)
            for heading in ("NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"):
                self.assertRegex(shown, rf"(?m)^{heading}$", page)
            self.assertIn("--help", shown)

    def test_every_command_has_its_part(self):
        found = 0
        for call in (("wyrmhall",), ("wyrmhall", "heroes"), ("wyrmhall", "admin"), ("wyrmhall", "admin", "tokens"),
                     ("wyrmhall", "admin", "invitation"), ("wyrmhalld",)):
            with open(made(f"{call[0]}.{PAGES[call[0]]}"), encoding="utf-8") as file:
                page = file.read().replace("\\-", "-")
            for command in commands_of(*call):
                found += 1
                self.assertRegex(page, rf"(?m)^\.SS \\fB{' '.join(call)} {command}\\fR", call)
        self.assertGreater(found, 50)

    def test_nothing_of_the_builder(self):
        for program, section in PAGES.items():
            with open(made(f"{program}.{section}"), encoding="utf-8") as file:
                self.assertNotIn(os.path.expanduser("~"), file.read().replace("\\-", "-"))


# Words on the command line, of which the last is being typed; and what must be offered, what not.
OFFERED = [
    (("wyrmhall", "pl"), {"play"}, {"join"}),
    (("wyrmhall", "--name", "play", "jo"), {"join"}, set()),
    (("wyrmhall", "play", ""), {"duel", "hunt"}, {"play"}),
    (("wyrmhall", "play", "duel", "--bot", ""), {"easy", "hard", "perfect"}, {"duel"}),
    (("wyrmhall", "play", "duel", "--auto", "r"), {"random"}, {"first"}),
    (("wyrmhall", "play", "--col"), {"--colour"}, {"--bot"}),
    (("wyrmhall", "--colour", ""), {"auto", "always", "never"}, {"play"}),
    (("wyrmhall", "watch", "--colour", "n"), {"never"}, {"always"}),
    (("wyrmhall", "heroes", ""), {"make", "fallen"}, {"play"}),
    (("wyrmhall", "heroes", "board", ""), {"chapter", "slain"}, {"make"}),
    (("wyrmhall", "admin", "tok"), {"tokens"}, {"tables"}),
    (("wyrmhall", "admin", "tokens", "new", "mira", "op"), {"operate"}, {"read"}),
    (("wyrmhall", "admin", "--"), {"--admin"}, {"--colour"}),
    (("wyrmhalld", "--log-level", ""), {"debug", "error"}, {"text"}),
    (("wyrmhalld", "check-"), {"check-data", "check-upgrade"}, {"limits"}),
]


class BashTest(unittest.TestCase):
    def offered(self, words):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_$1"; printf "%s\\n" "${COMPREPLY[@]}"')
        said, wrong = run("bash", "-uc", script, "bash", made("bash", words[0]), *words)
        self.assertEqual(wrong, "", words)
        return set(said.split())

    def test_it_is_bash(self):
        for program in PAGES:
            self.assertEqual(run("bash", "-n", made("bash", program)), ("", ""))

    def test_offers(self):
        for words, wanted, unwanted in OFFERED:
            offered = self.offered(words)
            self.assertLessEqual(wanted, offered, words)
            self.assertFalse(unwanted & offered, words)

    def test_what_bash_takes_apart(self):
        address = ("wyrmhall", "--server", "ws", ":", "//127.0.0.1", ":", "7420")
        self.assertEqual(self.offered((*address, "ver")), {"verify"})
        self.assertEqual(self.offered((*address, "play", "due")), {"duel"})
        self.assertEqual(self.offered(("wyrmhall", "play", "duel", "--bot", "=", "per")), {"perfect"})
        self.assertIn("hard", self.offered(("wyrmhall", "play", "duel", "--bot", "=")))
        self.assertEqual(self.offered(("wyrmhall", "--colour", "=", "always", "ver")), {"verify"})

    def test_files(self):
        self.assertIn(made("wyrmhall.1"), self.offered(("wyrmhall", "verify", made("wyrmhall"))))
        self.assertIn(made("wyrmhalld.8"), self.offered(("wyrmhalld", "--config", made("wyrmhalld."))))


class FishTest(unittest.TestCase):
    @needs("fish")
    def test_offers(self):
        for words, wanted, unwanted in OFFERED:
            line = " ".join(words)
            said, wrong = run("fish", "--no-config", "-c", f"source {made('fish', words[0] + '.fish')}; complete -C '{line}'")
            self.assertEqual(wrong, "", words)
            offered = {found.split("\t")[0] for found in said.splitlines()}
            self.assertLessEqual(wanted, offered, words)
            self.assertFalse(unwanted & offered, words)


class ZshTest(unittest.TestCase):
    """zsh completes only where it is typed to."""

    def setUp(self):
        if shutil.which("zsh") is None:
            self.skipTest("SKIPPED: zsh is not there")
        process, self.terminal = pty.fork()
        if process == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb", "PS1": "> ", "COLUMNS": "200"})
        self.addCleanup(os.waitpid, process, 0)
        self.addCleanup(os.close, self.terminal)
        self.type(f"stty columns 200; fpath=({made('zsh')} $fpath); autoload -U compinit; compinit -u -D; LISTMAX=9999; echo re''ady\n", "ready")

    def type(self, text, until):
        os.write(self.terminal, text.encode())
        said = ""
        end = time.monotonic() + SHELL_SECONDS
        while until not in said:
            self.assertTrue(select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0], said)
            said += os.read(self.terminal, 65536).decode(errors="replace")
        return said

    def test_offers(self):
        for words, wanted, unwanted in OFFERED:
            # Ctrl-D lists what could come, or says it where it is only one; then the line is taken back.
            said = self.type(" ".join(words) + "\t\x04\x01echo an''swered #\n", "answered")
            said = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
            offered = set(re.findall(r"[\w-]+", said.replace(" ".join(words), "", 1)))
            self.assertLessEqual({word for word in wanted}, offered | set(said.split()), (words, said))
            self.assertFalse(unwanted & (offered - set(words)), (words, said))


if __name__ == "__main__":
    MADE = sys.argv.pop(2)
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
