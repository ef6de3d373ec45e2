#!/usr/bin/env python3
"""Style is a test: include arrows, forbidden calls, sizes. Only the standard library.

    python3 tests/style/style.py [FOLDER]

Prints each violation as path:line: what is wrong, and closes with "N passed, N failed", one test per rule.
To add a rule: a function with @rule below, and a planted violation in test_style.py.
"""

import os
import re
import subprocess
import sys
from typing import NamedTuple

MAX_LINES = 500

# Who may include whom. Tests may include anything.
MAY_INCLUDE = {
    "rules": {"rules", "common/described.h"},
    "common": {"common"},
    "protocol": {"protocol"},
    "persistence": {"persistence", "receipts", "common"},
    "receipts": {"receipts", "common"},
    "record": {"record", "rules", "receipts", "common"},
    "server": {"server", "rules", "protocol", "persistence", "record", "receipts", "common"},
    "clients": {"clients", "protocol", "receipts", "common"},
    # Man pages and completion are written from what both programs say of themselves.
    "manual": {"manual", "server", "clients", "rules", "common"},
}
# The rooms of the server, from the ground up: each may include those before it. docs/architecture.md says what is in them.
SERVER_ROOMS = ("wire", "core", "cluster", "games", "lobby", "heroes", "match", "accounts", "connections", "nodes", "core.h", "admin/rest", "admin",
                "admin/operations", "offline", "shell/net", "shell/http", "shell")
# What clients share stands below each of them.
CLIENT_MODEL = "clients/model/"
# `wyrmhall verify` is the one part of a client that plays records again.
VERIFIER = "clients/cli/commands/verify/"
VERIFIER_TOO = {"record"}
PRODUCT = tuple(f"{folder}/" for folder in MAY_INCLUDE)


class Project(frozenset):
    """The paths of all files. `tails` has each also without its first folders, `included` what C++ includes, `arrows`
    who includes which file, and something of which folder, `built` what a CMakeLists.txt takes, as patterns of paths, and
    `run` what the check and each folder's CMakeLists.txt say that they run."""

    def __new__(cls, files):
        self = super().__new__(cls, files)
        self.tails = {"/".join(path.split("/")[first:]) for path in files for first in range(path.count("/") + 1)}
        # As they are named, and beside the file that names them; also precompiled headers, and those of copies that CMake writes.
        found = [(path, name) for path, text in files.items()
                 for name in re.findall(r'#\s*include\s*["<]([^">]+)[">]' if path.endswith((".cpp", ".h")) else r"[\w/]+\.h\b", text)
                 if path.endswith((".cpp", ".h", "CMakeLists.txt", ".cmake"))]
        self.included = {name for _, name in found}
        self.included |= {os.path.normpath(os.path.join(os.path.dirname(path), name)) for path, name in found}
        self.arrows = {(path, of) for path, name in found for of in (name, name.removeprefix("generated/").split("/")[0])}
        lists = {os.path.dirname(path): text for path, text in files.items() if os.path.basename(path) == "CMakeLists.txt"}
        self.built = re.compile("|".join(as_regex(os.path.normpath(os.path.join(folder, source)))
                                         for folder, text in lists.items() for source in sources_in(text)) or "(?!)")
        self.run = {**lists, "": files.get("script/check/steps.py", "")}
        return self


def sources_in(lists):
    """What a CMakeLists.txt names as sources, and all that is in the folders of its libraries; with patterns."""
    yield from re.findall(r"[^\s()\"]+\.cpp\b", lists)
    for folders in re.findall(r"\bFOLDERS\s+([^A-Z)]+)", lists):
        yield from (f"{folder}/*.cpp" for folder in folders.split())


def as_regex(pattern):
    """A pattern of CMake's, in which a variable may be any name, as a regular expression."""
    return re.sub(r"\\\*|\\\$\\\{.*?\\\}", "[^/]*", re.escape(pattern))


class File:
    """A file, its lines, and for C++ also the lines without comments and without what literals hold. `project` has the paths
    of all files, `games` the code names of the games."""

    def __init__(self, path, text, project):
        self.path = path
        self.project = project
        self.games = sorted(match[1] for match in map(re.compile(r"rules/(\w+)/rules\.h").fullmatch, project) if match)
        self.text = text
        self.lines = text.split("\n")
        self.is_cpp = path.endswith((".cpp", ".h"))
        self.code = strip(text).split("\n") if self.is_cpp else self.lines

    def find(self, pattern, lines=None):
        """Each match of a pattern, with the number of its line; in the code unless told otherwise."""
        for number, line in enumerate(self.code if lines is None else lines, 1):
            for match in re.finditer(pattern, line):
                yield number, match

    def includes(self):
        return self.find(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', self.lines)


class Violation(NamedTuple):
    path: str
    line: int
    message: str


LITERAL = re.compile(
    r"""(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)"""
    r"""|(?P<raw>\bR"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")"""
    r"""|(?P<string>"(?:\\.|[^"\\\n])*")"""
    r"""|(?P<char>(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+')""",
    re.DOTALL,
)


def strip(text):
    """C++ without comments and what its literals hold; every line stays where it is."""

    def blank(match):
        return ("" if match["comment"] else '""') + "\n" * match[0].count("\n")

    return LITERAL.sub(blank, text)


RULES = []


def rule(function):
    """A rule takes a file and yields (line, message) for each violation; its docstring says what it holds."""
    RULES.append(function)
    return function


@rule
def include_arrows(file):
    """who includes whom"""
    folder = file.path.split("/")[0]
    if not file.is_cpp or folder not in MAY_INCLUDE:
        return
    allowed = MAY_INCLUDE[folder] | (VERIFIER_TOO if file.path.startswith(VERIFIER) else set())
    for line, match in file.includes():
        mark, name = match.groups()
        if file.path.startswith(CLIENT_MODEL) and name.startswith("clients/") and not name.startswith(CLIENT_MODEL):
            yield line, f"{CLIENT_MODEL} may not include the rest of clients/ ({name})"
        # What cmake/Games.cmake makes belongs to the folder that it is made for.
        folder_of_name = name.removeprefix("generated/").split("/")[0]
        target = "protocol" if re.match(r"wyrmhall/v\d+/\w+\.pb\.h$", name) else folder_of_name
        if target not in MAY_INCLUDE and target != "tests":
            if mark == '"':
                yield line, f'"{name}": quotes are for our own headers, named from the top of the project'
        elif target not in allowed and name not in allowed:
            yield line, f"{folder}/ may not include {target}/ ({name})"


def room_of(path):
    """Of a file of the server. What stands in no room is the core, put together."""
    parts = path.split("/")[1:]
    within = "/".join(parts[:2])
    return within if within in SERVER_ROOMS else "core.h" if len(parts) == 1 else parts[0]


@rule
def server_rooms_include_downwards(file):
    """each room of the server includes those below it alone, so that no two include each other"""
    if not file.is_cpp or not file.path.startswith("server/"):
        return
    room = room_of(file.path)
    if room not in SERVER_ROOMS:
        yield 1, f"server/{room}/ has no place among the rooms of the server: SERVER_ROOMS in tests/style/style.py"
        return
    for line, match in file.includes():
        name = match[2]
        if not name.startswith("server/"):
            continue
        other = room_of(name)
        if other not in SERVER_ROOMS or SERVER_ROOMS.index(other) > SERVER_ROOMS.index(room):
            yield line, f"{room} stands below {other} and may not include it ({name})"


@rule
def rules_use_the_standard_library_only(file):
    """rules/ and common/ stand on the standard library alone"""
    if not file.is_cpp or not file.path.startswith(("rules/", "common/")):
        return
    for line, match in file.includes():
        mark, name = match.groups()
        if mark == "<" and not re.fullmatch(r"[a-z_0-9]+|immintrin\.h|cpuid\.h", name):
            yield line, f"<{name}> is not of the standard library"


FORBIDDEN_IN_RULES = [
    (r"\b(time|rand|srand)\s*\(", "clocks and hidden randomness"),
    (r"\bclock\b|\b(system|steady|high_resolution)_clock\b", "clocks"),
    (r"\brandom_device\b|\bmt19937\w*|\bstd::uniform_\w+|\bstd::(shuffle|sample)\b", "randomness but the dice handed in"),
    (r"\bj?thread(_local)?\b|\b\w*mutex\b|\bstd::atomic\b", "threads"),
    (r"\b\w*printf\b|\bstd::(cout|cerr|clog)\b", "output"),
    (r"\bnew\b|\b[cm]alloc\b|\brealloc\b", "owning memory by hand"),
]


@rule
def rules_are_pure(file):
    """rules/ knows no clock, thread, output or randomness but its dice"""
    if file.is_cpp and file.path.startswith("rules/"):
        for pattern, what in FORBIDDEN_IN_RULES:
            for line, match in file.find(pattern):
                yield line, f"`{match[0]}`: no {what} in rules/"


@rule
def no_standard_distributions(file):
    """no distribution of the standard library: each library gives other numbers"""
    if file.is_cpp:
        for line, match in file.find(r"\bstd::\w+_distribution\b"):
            yield line, f"{match[0]} gives other numbers with each standard library"


@rule
def server_names_no_game(file):
    """in server/, only server/games/ names a game"""
    if file.is_cpp and file.path.startswith("server/") and not file.path.startswith("server/games/"):
        # `arena` is left out: Protobuf's memory is called so too.
        for line, match in file.find(r"(?i:duel|dragon_?dice|\bdance\b|\bhunts?\b|\bhunt_)|\bHunt[A-Z]\w*", file.lines):
            yield line, f"`{match[0]}`: only server/games/ names a game"


# Files that name games although they belong to none, and why a new game need not be written into them by hand.
NAMES_GAMES = {
    "protocol/wyrmhall/v1/game.proto": "its lines of the games are written by script/protocol",
    "protocol/wyrmhall/v1/sentence.proto": "its lines of the games are written by script/protocol",
    "tests/fuzz/make_corpus.cpp": "says more of some games; a game that it does not name has a corpus too",
    "tests/load/games.cpp": "chooses options for some games; the others are played as they come",
    **dict.fromkeys((
        "protocol/wyrmhall/v1/client.proto", "protocol/wyrmhall/v1/hero.proto", "clients/cli/commands/heroes/bringer.cpp",
        "clients/cli/commands/heroes/commands.cpp", "clients/cli/commands/heroes/commands.h", "clients/cli/commands/heroes/names.cpp",
    ), "the heroes that players keep are those of one game"),
}
# A test may take one game or another as its example; what names more than a few is a list that the next one would have to be added to.
MAX_EXAMPLES = 3  # games


def names_game(file, game, by_heart):
    """Whether a file includes or imports something of a game's own; with `by_heart` also whether it has the name as a word of
    its own in quotes, in a C++ name, or as a field."""
    own = (rf"^\s*#\s*include [\"<](rules|server/games|clients/cli/games|tests/rules)/{game}/"
           rf"|[\"</]({game}|{game}_\w+)\.(pb\.h|proto)\b|games/{game}/|messages/{game}/|/({game}|{game}_\w+)_pb\b")
    word = rf"|[\"'`]{game}[\"'`]|\b{game}(::|_game\b|_options\b)|\b(mutable|has)_{game}\b|\b{game} = \d"
    return game in file.text and re.search(own + (word if by_heart else ""), file.text, re.M)


@rule
def only_a_game_names_itself(file):
    """no file but a game's own names it: none of the product includes or imports what is its own, and no other names more than
    three games; the exceptions, each with its reason, are in NAMES_GAMES"""
    if file.path.endswith(".md") or file.path.startswith(("tests/style/", "script/game_template/")):
        return
    product = file.path.startswith(PRODUCT) and not re.search(r"\.test\.ts$|^clients/web/(e2e|pictures)/", file.path)
    named = [game for game in file.games
             # A game's own files have its name in their path: duel/state.h, duel_test.cpp.
             if not re.search(rf"(^|[/_-]){game}([/_.-]|$)", file.path) and names_game(file, game, not product)]
    names = named if product else named[MAX_EXAMPLES:]
    if names and file.path not in NAMES_GAMES:
        yield 1, f"names {', '.join(named)}: a new game would have to be added here"
    if not names and file.path in NAMES_GAMES:
        yield 1, "is in NAMES_GAMES and names no games any more: take it out"


# What each game's adapter is put together from, and what only some have.
ADAPTER = {"wire.cpp", *(f"{part}.{kind}" for part in ("options", "actions", "view", "sentences") for kind in ("h", "cpp"))}
SOME_ADAPTERS = {"wire.h", *(f"{part}.{kind}" for part in ("figures", "heroes", "seat_part", "solutions") for kind in ("h", "cpp"))}


@rule
def adapters_are_alike(file):
    """the adapters of all games in server/games/, and that of a new game, have files of the same names"""
    match = re.fullmatch(r"((?:script/game_template/)?server/games/\w+/)([^/]+)", file.path)
    if not match:
        return
    folder, name = match.groups()
    if name not in ADAPTER | SOME_ADAPTERS:
        yield 1, f"an adapter has {', '.join(sorted(ADAPTER))}, and perhaps {', '.join(sorted(SOME_ADAPTERS))}"
    if name == "wire.cpp":
        for part in sorted(ADAPTER):
            if folder + part not in file.project:
                yield 1, f"there is no {part} beside it"


@rule
def files_are_short(file):
    """no source of more than 500 lines"""
    length = file.text.count("\n")
    if file.is_cpp and length > MAX_LINES:
        yield MAX_LINES + 1, f"{length} lines; at most {MAX_LINES}"


MAX_FUNCTIONS = 40  # of a class
DECLARED = re.compile(r"[~\w]+\s*\((?:[^()]|\([^()]*\))*\)")


def functions_of_classes(code):
    """(line, name, how many functions it declares) of each class in a header; `code` is without comments and literals."""
    for match in re.finditer(r"\b(?:class|struct)\s+(\w+)(?:\s+final)?(?:\s*:[^;{]*)?\s*\{", code):
        depth, body = 1, []
        for character in code[match.end():]:
            depth += (character == "{") - (character == "}")
            if depth == 0:
                break
            # What functions hold is left out; a declaration ends where that does.
            if depth == 1:
                body.append(";" if character == "}" else character)
        declarations = re.split(r";|public:|private:|protected:", "".join(body))
        functions = [one for one in declarations if DECLARED.search(one)
                     and not re.match(r"\s*(using|friend|static_assert|#)|\s*(const )?[\w:<>]+ \w+ = ", one)]
        yield code.count("\n", 0, match.start()) + 1, match[1], len(functions)


@rule
def classes_are_small(file):
    """no class of the product has more than 40 functions"""
    if not file.path.endswith(".h") or not file.path.startswith(PRODUCT):
        return
    for line, name, count in functions_of_classes("\n".join(file.code)):
        if count > MAX_FUNCTIONS:
            yield line, f"{name} has {count} functions, of {MAX_FUNCTIONS} allowed: take it apart by what it does"


MAX_FUNCTION_LINES = 70
NO_FUNCTION = re.compile(r"\s*(template\s*<[^{]*>\s*)?(inline\s+)?(namespace|class|struct|union|enum|extern)\b")


def functions_of(code):
    """(line, lines) of each function's body; `code` is without comments and literals. What a function holds is part of it."""
    head, opened, function = 0, [], None  # since when a declaration goes on; where braces opened; of them the function's
    for at, character in enumerate(code):
        if character == "{":
            declaration = re.sub(r"(?m)^#.*$", "", code[head:at])
            if function is None and ")" in declaration and not NO_FUNCTION.match(declaration):
                function = len(opened)
            opened.append(at)
        elif character == "}" and opened:
            start = opened.pop()
            if function == len(opened):
                function = None
                yield code.count("\n", 0, start) + 1, code.count("\n", start, at) + 1
        if character in "{};":
            head = at + 1


@rule
def functions_are_short(file):
    """no function of the product has more than 70 lines"""
    if not file.is_cpp or not file.path.startswith(PRODUCT):
        return
    for line, lines in functions_of("\n".join(file.code)):
        if lines > MAX_FUNCTION_LINES:
            yield line, f"{lines} lines, of {MAX_FUNCTION_LINES} allowed: take it apart by what it does"


@rule
def iostream_in_programs_only(file):
    """<iostream> only in clients and in main files"""
    if file.is_cpp and not file.path.startswith("clients/") and not re.search(r"(^|[/_])main\.cpp$", file.path):
        for line, match in file.includes():
            if match[2] == "iostream":
                yield line, "<iostream> belongs to clients and main files"


@rule
def no_promises(file):
    """nothing is left for later in a comment"""
    for line, match in file.find(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b", file.lines):
        yield line, f"{match[0]}: do it, or write it where work is planned"


@rule
def headers_are_the_manual(file):
    """each header opens with a comment and has #pragma once"""
    if file.path.endswith(".h"):
        if not file.text.startswith(("//", "/*")):
            yield 1, "a header opens with a comment that says what it is"
        if "#pragma once" not in file.code:
            yield 1, "a header has #pragma once"


# What a limit's name counts in: kMessageBytes, kConnectionsPerAddress.
UNITS = re.compile(
    r"(Bytes|Microseconds|Milliseconds|Seconds|Minutes|Hours|Days|Characters|Messages|Commands|Connections|Channels|"
    r"Sessions|Tables|Matches|Viewers|Seats|Moves|Accounts|Attempts|Percent)(?![a-z])"
)


# In what is commented on: a file by its name, with as much of its path as its reader needs.
NAMED_FILE = re.compile(r"(?<![\w*<{$./-])([A-Za-z_][\w./-]*\.(?:h|cpp|py|ts|svelte|proto|md))\b(?![\w(*])")


@rule
def named_files_exist(file):
    """a file that a comment or a document names is there"""
    if file.path.startswith(("tests/style/", "script/game_template/")):
        return
    if file.path.endswith(".md"):
        # Inside `…`, from the top; what is in <…> or has a * stands for many.
        named = ((line, match) for line, match in file.find(r"`((?:[a-z_]+/)+[\w.-]+\.(?:h|cpp|py|ts|svelte|proto|md))`", file.lines))
    elif file.path.endswith((".cpp", ".h", ".proto", ".ts", ".svelte")):
        named = ((line, name) for line, comment in file.find(r"//.*", file.lines) if "http" not in comment[0]
                 for name in NAMED_FILE.finditer(comment[0]))
    else:
        return
    for line, match in named:
        name = match[1]
        beside = os.path.normpath(os.path.join(os.path.dirname(file.path), name))
        # Those of vectors/ are not read here, and the walk-through's game is its reader's.
        elsewhere = name.startswith(("generated/", "tests/vectors/")) or "penny" in name
        if not elsewhere and name not in file.project.tails and beside not in file.project:
            yield line, f"there is no {name}"


@rule
def headers_are_used(file):
    """each header is included somewhere"""
    if file.path.endswith(".h") and not file.path.startswith("script/game_template/") and file.path not in file.project.included:
        yield 1, "nobody includes it"


@rule
def sources_are_built(file):
    """each source belongs to something that is built, and each test in Python is run"""
    if file.path.startswith("script/game_template/"):
        return
    if file.path.endswith(".cpp") and not file.project.built.fullmatch(file.path):
        yield 1, "no CMakeLists.txt takes it"
    test = re.fullmatch(r"(tests/[\w/]+)/(\w+)_test\.py", file.path)
    if test:
        named = rf"\b{test[2]}(_test\.py)?\b"
        if not re.search(named, file.project.run.get(test[1], "")) and file.path not in file.project.run[""]:
            yield 1, "neither its folder's CMakeLists.txt nor script/check/steps.py runs it"


@rule
def limits_have_units(file):
    """each limit in server/core/limits.h says its unit: in its name, type or value, or in a comment beside or above it"""
    if file.path != "server/core/limits.h":
        return
    for line, match in file.find(r"\bconstexpr\s+([\w:<>, ]+?)\s*\b(k[A-Z]\w*)\s*[={(](.*)"):
        unit = UNITS.search(match[2]) or re.search(r"chrono::|\bDuration\b", match[1])
        unit = unit or re.search(r"\d(us|ms|s|min|h)\b", match[3])
        above = file.lines[line - 2].strip() if line > 1 else ""
        # A heading («// --- Names ---») is about all that follow it, and no unit of any.
        above_says = above.startswith("//") and not above.startswith("// ---")
        if not unit and not above_says and "//" not in file.lines[line - 1]:
            yield line, f"{match[2]}: a limit says its unit in its name, type or value, or in a comment beside or above it"


@rule
def lock_files_name_no_addresses(file):
    """lock files carry no download addresses"""
    if os.path.basename(file.path) == "package-lock.json":
        for line, _ in file.find(r'"resolved"'):
            yield line, "a download address; npm's omit-lockfile-registry-resolved leaves it out"


# Phrasings that a reader stumbles over, each with what to write instead.
RETIRED = [
    (r"\bthat there (?:is|are) not\b", "an unknown ..., or one that does not exist"),
    (r"\bis none (?:of|that)\b", "is not one of, is not a, is unknown"),
    (r"(?<![Tt]here )\b(?:is|are|be) no (?:id|name|number|token|record|match|HTTP|JSON|UTF-8|Wyrmhall)\b", "is not a"),
    (r"\bto be had\b", "is available"),
    (r"\bmust be such as\b", "needs a ... like"),
    (r"\bas (?:it|they) must be\b", "is invalid"),
    (r"\bsays what there is\b", "lists"),
    (r"\bis said of\b", "is reported"),
    (r"\bone's own\b", "your own"),
    (r"[«»]", "straight quotes"),
]


def printed(file):
    """The lines of a page, and those of a program's literals."""
    for number, line in enumerate(file.lines, 1):
        if not file.is_cpp:
            yield number, line
            continue
        for match in LITERAL.finditer(line):
            if match["string"]:
                yield number, match["string"]


@rule
def plain_words(file):
    """no retired phrasing in the docs, and in what the server and the clients say to players and hosts"""
    page = file.path.endswith(".md") and "/rules/" not in file.path and not file.path.startswith("tests/")
    program = file.is_cpp and file.path.startswith(("clients/cli/", "server/admin/", "server/shell/"))
    messages = re.fullmatch(r"clients/(messages/\w+|web/src/games/\w+/\w+)/en\.json", file.path)
    if not page and not program and not messages:
        return
    for number, line in printed(file):
        for pattern, better in RETIRED:
            for match in re.finditer(pattern, line):
                yield number, f"`{match[0]}`: write: {better}"


RETIRED_NAMES = [
    (r"\bk(Most|Least|Longest|Shortest|Lowest|Highest)\w*|\bk\w*[a-z](Most|Least|Longest|Shortest|Lowest|Highest)\b", "kMax… or kMin…"),
    (r"\b\w*Errand\b", "Command"),
    (r"\b\w*Teller\b", "MatchPrinter"),
    (r"\b\w*Letter\b(?<!PerLetter)", "QueuedCommand"),
    (r"\b\w*[Mm]ailbox\w*", "a queue"),
    (r"\bDeed\b", "ActionKind"),
    (r"\bHall\b", "Core"),
    (r"\bDoor\w*", "Acceptor, or AccessLog"),
    (r"\bMicros\b", "Timestamp or Duration"),
    (r"\b(Trouble|Taken|Books|Temper|Surroundings)\b", "Flaw, Conflict, SeatNotes, ClientProfile, Context"),
]


@rule
def standard_names(file):
    """no retired name in the code, nor in its comments"""
    if file.is_cpp:
        comments = [re.sub(r"^((?!(^|\s)//).)*", "", line) for line in file.lines]
        for pattern, better in RETIRED_NAMES:
            for line, match in [*file.find(pattern), *file.find(pattern, comments)]:
                yield line, f"`{match[0]}` is now called: {better}"


@rule
def exceptions_are_needed(file):
    """what a rule above allows or excepts is there, so that no exception outlives its reason"""
    if file.path != "tests/style/style.py":
        return
    for path in sorted(NAMES_GAMES.keys() - file.project):
        yield 1, f"NAMES_GAMES: there is no {path}"
    for part in sorted(SOME_ADAPTERS):
        if not any(f"server/games/{game}/{part}" in file.project for game in file.games):
            yield 1, f"SOME_ADAPTERS: no adapter has {part}"
    for room in SERVER_ROOMS:
        if not any(path.startswith("server/") and room_of(path) == room for path in file.project):
            yield 1, f"SERVER_ROOMS: there is no server/{room}"
    allowed = [(f"{folder}/", target) for folder, targets in MAY_INCLUDE.items() for target in targets - {folder, "protocol"}]
    for folder, target in [*allowed, *((VERIFIER, target) for target in sorted(VERIFIER_TOO))]:
        if not any(target == other and re.match(folder, path) for path, other in file.project.arrows):
            yield 1, f"nothing in {folder} includes anything of {target}: it need not be allowed"


def check(files):
    """The violations of each rule over {path: text}: a list of (rule, [Violation])."""
    project = Project(files)
    opened = [File(path, text, project) for path, text in sorted(files.items())]
    return [(r, [Violation(f.path, *found) for f in opened for found in r(f)]) for r in RULES]


CHECKED = (".cpp", ".h", ".md", ".py", ".sh", ".ts", ".svelte", ".js", ".proto", ".cmake", ".txt", ".json")
# Texts and data of others, and what a build leaves.
SKIPPED = {".git", "build", "node_modules", "data", "vectors", "golden"}


def read(top):
    """{path: text} of the project's files: git's when this is a checkout, otherwise those in the folder."""
    listed = subprocess.run(
        ["git", "-C", top, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True, text=True, check=False,
    )
    if listed.returncode == 0:
        paths = [path for path in listed.stdout.split("\0") if path]
    else:
        paths = [
            os.path.relpath(os.path.join(folder, name), top)
            for folder, _, names in os.walk(top)
            for name in names
        ]
    files = {}
    for path in paths:
        full = os.path.join(top, path)
        if path.endswith(CHECKED) and not SKIPPED & set(path.split("/")[:-1]) and os.path.isfile(full):
            with open(full, encoding="utf-8") as opened:
                files[path] = opened.read()
    return files


def main():
    top = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    files = read(top)
    if not any(path.startswith(PRODUCT) for path in files):
        sys.exit(f"{top}: no sources of the project here")
    results = check(files)
    for checked, violations in results:
        print(f"{'FAILED' if violations else 'ok':7}{checked.__doc__}")
        for violation in violations:
            print(f"  {violation.path}:{violation.line}: {violation.message}")
    failed = sum(1 for _, violations in results if violations)
    print(f"{len(results) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
