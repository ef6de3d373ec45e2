#!/usr/bin/env python3
"""Writes each game's lines in game.proto and sentence.proto, from what the games' own files say of themselves.

    game_lines.py [--check] [FOLDER]

--check writes nothing, and fails where something would be written. FOLDER has the .proto files; default
protocol/wyrmhall/v1. A game is a file with the option `game` (file_options.proto). Its types are found by their names: of the
game with the code duel they begin with Duel, and stand in any file of the folder. Whatever else is in the two files is written
by hand and stays.
"""

import argparse
import os
import pathlib
import re
import sys
from typing import NamedTuple

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "protocol" / "wyrmhall" / "v1"
FORM = 'option (game) = { code: "duel", number: 1, title: "Dragon Duel" };'
OPTION = re.compile(r'^option \(game\) = \{ code: "(\w+)", number: ([1-9]\d*), title: "([^"\\]+)" \};$', re.M)


class Place(NamedTuple):
    """A oneof with a field for each game."""

    file: str
    message: str
    kind: str  # of the games' types, message or enum
    ending: str  # of their names
    comment: str = "{}."
    optional: bool = False  # whether a game may be without


PLACES = (
    Place("game.proto", "GameOptions", "message", "Options"),
    Place("game.proto", "GameAction", "message", "Action"),
    Place("game.proto", "GameView", "message", "View"),
    Place("game.proto", "GameEvent", "message", "Event"),
    Place("game.proto", "GameOdds", "message", "Odds", optional=True),
    Place("game.proto", "SeatPart", "message", "SeatPart", optional=True),
    Place("sentence.proto", "Sentence", "enum", "Phrase", comment="A sentence of {}."),
)


class Game(NamedTuple):
    file: str
    code: str
    number: int
    title: str


class Refused(Exception):
    """The file that is wrong, and what is wrong with it."""


def games_in(texts):
    """The games, by their numbers."""
    games = {}
    for file, text in texts.items():
        if not re.search(r"^\s*option\s*\(\s*game\s*\)", text, re.M):
            continue
        if not (match := OPTION.search(text)):
            raise Refused(file, f"the option `game` does not stand on one line in this form: {FORM}")
        game = Game(file, match[1], int(match[2]), match[3])
        if file != f"{game.code}.proto":
            raise Refused(file, f'it says that its code is "{game.code}"; the code is the name of the file without .proto')
        if not re.fullmatch("[a-z][a-z0-9]*", game.code):
            raise Refused(file, f'the code "{game.code}" is not made of lower-case letters and digits alone')
        if game.number in games:
            other = games[game.number]
            raise Refused(file, f"{other.title} ({other.file}) has the number {game.number}; take another")
        games[game.number] = game
    return [game for _, game in sorted(games.items())]


def type_of(game, place, defined):
    """The name of the game's type for a place; None if it may lack one and does."""
    name = game.code.capitalize() + place.ending
    if (place.kind, name) in defined:
        return name
    if place.optional:
        return None
    raise Refused(game.file, f"it is the file of a game, and no file beside it has the {place.kind} {name}")


def written(file, text, games, defined):
    """The text of a file with its games' lines as they should be."""
    imports, codes = set(), {game.code for game in games}
    for place in PLACES:
        if place.file == file:
            text = with_fields(text, place, games, defined, imports, codes)
    return with_imports(file, text, imports, codes)


def with_fields(text, place, games, defined, imports, codes):
    """The text in which one oneof has the fields of the games. Adds the files that these need to `imports`, and the codes of
    the games that had a field to `codes`."""
    # Up to where the oneof opens; what is in it; and what follows in the message.
    found = re.search(
        rf"^(message {place.message} \{{\n(?:  .*\n)*?  oneof \w+ \{{\n)((?:    .*\n)*)(  \}}\n(?:  .*\n|\n)*\}}\n)",
        text, re.M)
    if not found:
        raise Refused(place.file, f"there is no message {place.message} with a oneof for the games")
    before, inside, after = found.groups()
    field = re.compile(rf"^(?:    //.*\n)*    \w+{place.ending} (\w+) = \d+;\n", re.M)
    codes.update(field.findall(inside))
    inside = field.sub("", inside)
    by_hand = re.findall(r"^ +\w[^/\n]* = (\d+)", before + inside + after, re.M)
    fields = ""
    for game in games:
        name = type_of(game, place, defined)
        if not name:
            continue
        if str(game.number) in by_hand:
            raise Refused(game.file, f"a field of {place.message} ({place.file}) has the number {game.number}; take another")
        imports.add(defined[place.kind, name])
        fields += f"    // {place.comment.format(game.title)}\n    {name} {game.code} = {game.number};\n"
    return text[:found.start()] + before + fields + inside + after + text[found.end():]


def with_imports(file, text, imports, codes):
    """The text that imports these of the games' files, and no others of theirs; its other imports stay."""
    block = re.search(r'(?:^import ".*";\n)+', text, re.M)
    if not block:
        raise Refused(file, "there are no imports, beside which those of the games' files would stand")
    of_a_game = re.compile(rf"wyrmhall/v1/(?:{'|'.join(sorted(codes))})(?:_\w+)?\.proto")
    kept = {path for path in re.findall('"(.*)"', block[0]) if not of_a_game.fullmatch(path)}
    lines = (f'import "{path}";\n' for path in sorted(kept | {f"wyrmhall/v1/{name}" for name in imports}))
    return text[:block.start()] + "".join(lines) + text[block.end():]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--check", action="store_true")
    options.add_argument("folder", nargs="?", type=pathlib.Path, default=FOLDER)
    options = options.parse_args()
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(options.folder.glob("*.proto"))}
    shown = os.path.relpath(options.folder)
    defined = {kind_and_name: file for file, text in texts.items()
               for kind_and_name in re.findall(r"^(message|enum) (\w+) \{", text, re.M)}
    try:
        games = games_in(texts)
        files = dict.fromkeys(place.file for place in PLACES)
        changed = {file: text for file in files if (text := written(file, texts[file], games, defined)) != texts[file]}
    except Refused as refused:
        file, why = refused.args
        sys.exit(f"{shown}/{file}: {why}.")
    if options.check and changed:
        sys.exit("\n".join(f"{shown}/{file}: the lines of the games are not what the games' own files say; script/protocol "
                           "writes them." for file in changed))
    for file, text in changed.items():
        (options.folder / file).write_text(text, encoding="utf-8")
        print(f"{shown}/{file}: wrote the lines of the games anew; commit it.")


if __name__ == "__main__":
    main()
