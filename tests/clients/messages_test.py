#!/usr/bin/env python3
"""The keys of clients/messages against the sources of the terminal: nothing missing, nothing left over. That all languages
have the same keys and values, messages_test.cpp looks at.

    messages_test.py SOURCE_DIR
"""

import json
import pathlib
import re
import sys
import unittest

TOP = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
MESSAGES = TOP / "clients/messages"
SHARED = ("terminal", "match", "refusals", "heroes", "friends")
CARD = ("title",)  # what the terminal says of a game's card
# Those that the terminal has no words of its own for are told by their messages all the same.
GAMES = tuple(folder.name for folder in sorted(MESSAGES.iterdir()) if (TOP / "rules" / folder.name / "rules.h").is_file())


def read(folder):
    """What lies in a folder, and of a game in the folders in it, but for its card."""
    messages = {}
    for file in [MESSAGES / folder / "en.json", *sorted((MESSAGES / folder).glob("*/en.json"))]:
        if file.parent.name != "card" or file.parent.name == pathlib.PurePath(folder).name:
            messages.update(json.loads(file.read_text(encoding="utf-8")))
    return messages


def text_of(*patterns):
    return "\n".join(file.read_text(encoding="utf-8") for pattern in patterns for file in sorted(TOP.glob(pattern)))


def enumerators():
    return set(re.findall(r"^\s+([A-Z][A-Z0-9_]+) = \d+", text_of("protocol/wyrmhall/v1/*.proto"), re.M))


CPP = text_of("clients/cli/**/*.cpp", "clients/cli/**/*.h", "clients/model/*.cpp", "clients/model/*.h")
# Whole keys, and what stands before a number or a word that is added to it: "ability.{}", "help." + word.
LITERALS = set(re.findall(r'"([\w.]+)"', CPP))
BEGINNINGS = set(re.findall(r'"([\w.]+\.)(?:\{\}|" \+)', CPP))


class MessagesTest(unittest.TestCase):
    def test_no_key_stands_twice(self):
        shared = [key for folder in SHARED for key in read(folder)]
        self.assertEqual(len(shared), len(set(shared)))
        for game in GAMES:
            self.assertEqual(set(read(game)) & set(shared), set(), game)
        # Where a card lacks one of its own, none of these must be taken for it.
        self.assertEqual(set(CARD) & set(shared), set())

    def test_each_game_has_what_the_terminal_says_of_its_card(self):
        for game in GAMES:
            self.assertEqual(set(CARD) - set(read(f"{game}/card")), set(), game)

    def test_nothing_is_left_over(self):
        # What the browser says as well, its own tests look at.
        of_protocol = enumerators()
        unused = [key for key in read("terminal")
                  if key not in LITERALS and key.split(".")[0] not in of_protocol
                  and not any(key.startswith(beginning) for beginning in BEGINNINGS)]
        self.assertEqual(unused, [])

    def test_what_stands_for_an_enumerator_has_its_name_in_the_protocol(self):
        of_protocol = enumerators()
        for folder in SHARED + GAMES:
            wrong = [key for key in read(folder) if key[0].isupper() and key.split(".")[0] not in of_protocol]
            self.assertEqual(wrong, [], folder)

    def test_each_refusal_and_each_phrase_has_a_message(self):
        all_keys = {key for folder in SHARED + GAMES for key in read(folder)}
        wanted = {name for name in enumerators() if re.match(r"REFUSAL_CODE_|[A-Z]+_PHRASE_", name)}
        missing = {name for name in wanted - all_keys if not name.endswith("_PHRASE_UNSPECIFIED")}
        self.assertEqual(missing, set())

    def test_whatever_the_terminal_says_is_there(self):
        shared = {key for folder in SHARED for key in read(folder)}
        for call, known in {"t": shared | set(CARD), **{f"{game}_t": shared | set(read(game)) for game in GAMES}}.items():
            said = set()
            for arguments in re.findall(rf"(?<![\w.>]){call}\(([^;]*)", CPP):
                # The key is the first argument; of a choice between two, both are.
                first = re.split(r",\s*\{", arguments)[0]
                said |= {key for key in re.findall(r'"([a-z]\w*(?:\.\w+)*)"', first.split(")")[0])}
            self.assertEqual(said - known - set(GAMES), set(), call)


if __name__ == "__main__":
    unittest.main()
