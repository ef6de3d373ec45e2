#!/usr/bin/env python3
"""The rulebooks in docs/rules against the rules: each number that the code names a rule by stands in the game's rulebook, and
a translation has the same rules, rulings, sections and tables as the English one.

    rulebooks_test.py SOURCE_DIR
"""

import pathlib
import re
import sys
import unittest

TOP = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
BOOKS = TOP / "docs/rules"
RULE = r"\*\*((?:[A-Z]+-)*[A-Z]+-?\d+)\*\*"
RULING = r"R-[A-Z]+-\d+"
CITED = r'"((?:R-)?[A-Z]{1,5}-?\d+)"'  # a whole string


def without_authors(text):
    """Up to the end of the section with the rulings."""
    sections = re.split(r"(?m)^(?=## )", text)
    last = next((i for i, section in enumerate(sections) if re.search(rf"(?m)^\| {RULING}", section)), len(sections))
    return "".join(sections[: last + 1])


def tables(text):
    """The number of cells of each row; a line that is no row is a break."""
    return [line.count("|") if line.startswith("|") else 0 for line in text.split("\n") if line.startswith("|") or not line]


def shape(text):
    """Of each table how many rows it has, and of how many cells."""
    rows = "".join(f"{cells}," if cells else ";" for cells in tables(text))
    return [table for table in rows.split(";") if table]


class RulebooksTest(unittest.TestCase):
    def test_every_rule_that_the_code_names_is_in_the_rulebook(self):
        games = sorted(folder.name for folder in (TOP / "rules").iterdir() if (folder / "rules.h").is_file())
        self.assertGreater(len(games), 0)
        for game in games:
            text = (BOOKS / f"{game}.md").read_text(encoding="utf-8")
            known = set(re.findall(RULE, text)) | set(re.findall(RULING, text))
            cited = {number for file in (TOP / "rules" / game).iterdir()
                     for number in re.findall(CITED, file.read_text(encoding="utf-8"))}
            self.assertTrue(cited, game)
            self.assertEqual(cited - known, set(), f"{game}: refused by rules that its rulebook does not have")

    def test_translations_have_the_same_rules(self):
        for book in sorted(BOOKS.glob("*/*.md")):
            with self.subTest(book=str(book.relative_to(TOP))):
                english = without_authors((BOOKS / book.name).read_text(encoding="utf-8"))
                translated = without_authors(book.read_text(encoding="utf-8"))
                for what in (RULE, RULING, r"(?m)^## \d+", r"(?m)^###"):
                    self.assertEqual(re.findall(what, translated), re.findall(what, english))
                self.assertEqual(shape(translated), shape(english))

    def test_french_spaces(self):
        for book in sorted(BOOKS.glob("fr/*.md")):
            for number, line in enumerate(book.read_text(encoding="utf-8").split("\n"), 1):
                if line.startswith("|-"):
                    continue
                self.assertNotRegex(re.sub(r"`[^`]*`", "", line), r"[^ ] [:;?!»]|« |[a-zà-ÿ)][;?!]", f"{book.name}:{number}")


if __name__ == "__main__":
    unittest.main()
