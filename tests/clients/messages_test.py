#!/usr/bin/env python3
"""The catalogues of clients/messages that both clients, or the terminal alone, say: the same in every language, nothing
missing, nothing left over.

    messages_test.py SOURCE_DIR
"""

import json
import pathlib
import re
import sys
import unittest

TOP = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
MESSAGES = TOP / "clients/messages"
# Those of the browser alone are looked at by its own tests.
SHARED = ("terminal", "match", "refusals")
GAMES = tuple(folder.name for folder in sorted(MESSAGES.iterdir())
              if (TOP / "clients/web/src/games" / folder.name).is_dir())


def read(folder, language):
    return json.loads((MESSAGES / folder / f"{language}.json").read_text(encoding="utf-8"))


def languages(folder):
    return sorted(file.stem for file in (MESSAGES / folder).glob("*.json"))


def parts(text):
    """The placeholders of an ICU message, and those inside of its plurals and selections."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        if letter == "{":
            if depth == 0:
                start = at + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                found.append(text[start:at])
            if depth < 0:
                raise ValueError(f"a brace too many in {text!r}")
    if depth:
        raise ValueError(f"a brace too few in {text!r}")
    return found


def names(text):
    """The names of the values that a message takes."""
    found = set()
    for part in parts(text):
        name, _, rest = part.partition(",")
        found.add(name.strip())
        if rest:
            _, _, branches = rest.partition(",")
            for branch in parts(branches):
                found |= names(branch)
    return found


def text_of(*patterns):
    return "\n".join(file.read_text(encoding="utf-8") for pattern in patterns for file in sorted(TOP.glob(pattern)))


def enumerators():
    return set(re.findall(r"^\s+([A-Z][A-Z0-9_]+) = \d+", text_of("protocol/wyrmhall/v1/*.proto"), re.M))


CPP = text_of("clients/cli/*.cpp", "clients/cli/*.h")
BROWSER = "\n".join(file.read_text(encoding="utf-8") for pattern in ("**/*.ts", "**/*.svelte")
                    for file in sorted((TOP / "clients/web/src").glob(pattern))
                    if "gen" not in file.parts and not file.name.endswith(".test.ts"))
# Whole keys, and what stands before a number or a word that is added to it: "ability.{}", `ability.${n}`.
LITERALS = set(re.findall(r'"([\w.]+)"', CPP)) | set(re.findall(r"'([\w.]+)'", BROWSER))
BEGINNINGS = (set(re.findall(r'"([\w.]+\.)(?:\{\}|" \+)', CPP)) | set(re.findall(r"`([\w.]+\.)\$\{", BROWSER)))


class MessagesTest(unittest.TestCase):
    def test_every_language_says_the_same_things_with_the_same_values(self):
        for folder in SHARED + GAMES:
            english = read(folder, "en")
            self.assertEqual(languages(folder), languages("terminal"), folder)
            for language in languages(folder):
                said = read(folder, language)
                self.assertEqual(set(said), set(english), f"{folder}/{language}")
                for key in english:
                    self.assertEqual(names(said[key]), names(english[key]), f"{folder}/{language}: {key}")

    def test_quotes_are_those_of_print(self):
        # A straight apostrophe also begins what ICU takes literally.
        for folder in SHARED + GAMES:
            for language in languages(folder):
                for key, text in read(folder, language).items():
                    self.assertNotIn("'", text, f"{folder}/{language}: {key}")

    def test_no_key_stands_twice(self):
        shared = [key for folder in SHARED for key in read(folder, "en")]
        self.assertEqual(len(shared), len(set(shared)))
        for game in GAMES:
            self.assertEqual(set(read(game, "en")) & set(shared), set(), game)

    def test_nothing_is_left_over(self):
        of_protocol = enumerators()
        for folder in SHARED + GAMES:
            unused = [key for key in read(folder, "en")
                      if key not in LITERALS and key.split(".")[0] not in of_protocol
                      and not any(key.startswith(beginning) for beginning in BEGINNINGS)]
            self.assertEqual(unused, [], folder)

    def test_what_stands_for_an_enumerator_has_its_name_in_the_protocol(self):
        of_protocol = enumerators()
        for folder in SHARED + GAMES:
            wrong = [key for key in read(folder, "en") if key[0].isupper() and key.split(".")[0] not in of_protocol]
            self.assertEqual(wrong, [], folder)

    def test_each_refusal_and_each_phrase_has_a_message(self):
        all_keys = {key for folder in SHARED + GAMES for key in read(folder, "en")}
        wanted = {name for name in enumerators() if re.match(r"REFUSAL_CODE_|[A-Z]+_PHRASE_", name)}
        missing = {name for name in wanted - all_keys if not name.endswith("_PHRASE_UNSPECIFIED")}
        self.assertEqual(missing, set())

    def test_whatever_the_terminal_says_is_there(self):
        shared = {key for folder in SHARED for key in read(folder, "en")}
        for call, known in {"t": shared, **{f"{game}_t": shared | set(read(game, "en")) for game in GAMES}}.items():
            said = set()
            for arguments in re.findall(rf"(?<![\w.>]){call}\(([^;]*)", CPP):
                # The key is the first argument; of a choice between two, both are.
                first = re.split(r",\s*\{", arguments)[0]
                said |= {key for key in re.findall(r'"([a-z]\w*(?:\.\w+)*)"', first.split(")")[0])}
            self.assertEqual(said - known - set(GAMES), set(), call)


if __name__ == "__main__":
    unittest.main()
