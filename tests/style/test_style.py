#!/usr/bin/env python3
"""Shows that each rule of style.py can fail: plants violations, and their innocent neighbours."""

import sys

import style

# Of the project in which violations are planted.
GAMES = ["duel", "arena", "dance", "hunt"]
HEADER = "// What this is.\n#pragma once\n"
PROJECT = {**{f"rules/{game}/rules.h": HEADER for game in GAMES}, "tests/uses.cpp": '#include "server/core/used.h"\n',
           "tests/built/CMakeLists.txt": "wyrmhall_executable(a SOURCES a.cpp)\nwyrmhall_library(b FOLDERS parts LINKS c)\n"
                                         "wyrmhall_python_test(a a_test.py)\n",
           "script/check/steps.py": "tests/style/in_check_test.py\n"}

# (rule, path, text, the lines at which it is violated)
PLANTED = [
    ("include_arrows", "rules/a.cpp", '#include "rules/dice/dice.h"\n', []),
    ("include_arrows", "rules/a.cpp", '#include <vector>\n#include "server/a.h"\n', [2]),
    ("include_arrows", "rules/a.cpp", '#include "wyrmhall/v1/duel.pb.h"\n', [1]),
    ("include_arrows", "rules/a.cpp", '#include "dice.h"\n', [1]),
    ("include_arrows", "persistence/a.h", '#include "wyrmhall/v1/duel.pb.h"\n', [1]),
    ("include_arrows", "server/a.h", '#include "wyrmhall/v1/duel.pb.h"\n', []),
    ("server_rooms_include_downwards", "server/match/a.h", '#include "server/lobby/b.h"\n#include "server/match/c.h"\n', []),
    ("server_rooms_include_downwards", "server/lobby/a.h", '#include "server/match/b.h"\n', [1]),
    ("server_rooms_include_downwards", "server/core/a.h", '#include "server/core.h"\n', [1]),
    ("server_rooms_include_downwards", "server/core.h", '#include "server/connections/a.h"\n#include "server/core/b.h"\n', []),
    ("server_rooms_include_downwards", "server/core_admin.cpp", '#include "server/admin/a.h"\n', [1]),
    ("server_rooms_include_downwards", "server/shell/net/a.h", '#include "server/shell/b.h"\n', [1]),
    ("server_rooms_include_downwards", "server/shell/a.h", '#include "server/shell/net/b.h"\n', []),
    ("server_rooms_include_downwards", "server/games/chess/a.h", '#include "server/games/b.h"\n', []),
    ("server_rooms_include_downwards", "server/attic/a.h", "", [1]),
    ("server_rooms_include_downwards", "server/shell/a.h", '#include "server/attic/b.h"\n', [1]),
    ("include_arrows", "server/a.h", "#include <wyrmhall/v1/duel.pb.h>\n", []),
    ("include_arrows", "persistence/a.h", "#include <wyrmhall/v1/duel.pb.h>\n", [1]),
    ("include_arrows", "clients/cli/a.h", '#include "common/hex.h"\n', []),
    ("include_arrows", "rules/a.h", '#include "common/described.h"\n#include "common/hex.h"\n', [2]),
    ("include_arrows", "common/a.h", '#include "rules/seat.h"\n', [1]),
    ("include_arrows", "persistence/a.h", '#include "rules/seat.h"\n', [1]),
    ("include_arrows", "record/a.h", '#include "rules/seat.h"\n', []),
    ("include_arrows", "record/a.h", '#include "persistence/store.h"\n', [1]),
    ("include_arrows", "server/a.h", '#include "persistence/store.h"\n#include "record/a.h"\n', []),
    ("include_arrows", "server/a.h", '#include "clients/cli/a.h"\n', [1]),
    ("include_arrows", "clients/cli/a.h", '#include "clients/model/a.h"\n', []),
    ("include_arrows", "clients/cli/a.h", '#include "generated/clients/cli/texts.h"\n', []),
    ("include_arrows", "clients/cli/a.h", '#include "generated/rules/games.h"\n', [1]),
    ("include_arrows", "clients/model/a.h", '#include "clients/model/b.h"\n#include "clients/cli/a.h"\n', [2]),
    ("include_arrows", "clients/model/a.h", '#include "clients/connection/a.h"\n#include "rules/a.h"\n', [1, 2]),
    ("include_arrows", "server/a.h", '#include "tests/a.h"\n', [1]),
    ("include_arrows", "clients/cli/play.cpp", '  #  include "rules/seat.h"\n', [1]),
    ("include_arrows", "clients/cli/commands/verify/command.cpp", '#include "rules/seat.h"\n#include "record/a.h"\n', [1]),
    ("include_arrows", "clients/cli/commands/verify/command.cpp", '#include "server/a.h"\n', [1]),
    ("include_arrows", "clients/web/verify.cpp", '#include "rules/seat.h"\n', [1]),
    ("include_arrows", "tests/server/a.cpp", '#include "clients/cli/a.h"\n', []),
    ("rules_use_the_standard_library_only", "rules/a.h", "#include <vector>\n#include <immintrin.h>\n", []),
    ("rules_use_the_standard_library_only", "rules/a.h", "#include <cstdint>\n#include <boost/asio.hpp>\n", [2]),
    ("rules_use_the_standard_library_only", "rules/a.h", "#include <sodium.h>\n", [1]),
    ("rules_use_the_standard_library_only", "common/a.h", "#include <fmt/format.h>\n", [1]),
    ("rules_use_the_standard_library_only", "server/a.h", "#include <sodium.h>\n", []),
    ("rules_are_pure", "rules/a.cpp", "int overtime(int lifetime);  // time(0)\n", []),
    ("rules_are_pure", "rules/a.cpp", 'auto text = "a new mutex";\nint million = 1\'000\'000;  // \'new\'\n', []),
    ("rules_are_pure", "rules/a.cpp", "/*\nnew */\nint x = time(nullptr);\n", [3]),
    ("rules_are_pure", "rules/a.cpp", "auto x = std::chrono::steady_clock::now();\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "std::random_device seed;\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "int x = rand();\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "std::uniform_real_distribution<> d;\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "std::shuffle(a, b, c);\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "std::thread t;\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "std::shared_mutex m;\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "thread_local int t;\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "std::fprintf(stderr, 0);\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "int* x = new int;\n", [1]),
    ("rules_are_pure", "rules/a.cpp", "void* x = malloc(1);\n", [1]),
    ("rules_are_pure", "rules/a.cpp", 'auto x = R"(new)" + ")";\nint* y = new int;\n', [2]),
    ("rules_are_pure", "server/a.cpp", "std::thread t;\n", []),
    ("no_standard_distributions", "tests/a.cpp", "std::uniform_int_distribution<int> d(1, 6);\n", [1]),
    ("no_standard_distributions", "tests/a.cpp", "// not std::uniform_int_distribution\n", []),
    ("server_names_no_game", "server/table.cpp", "\n// as in a Duel\n", [2]),
    ("server_names_no_game", "server/table.cpp", "view.mutable_duel();\n", [1]),
    ("server_names_no_game", "server/table.cpp", "google::protobuf::Arena arena;\n", []),
    ("server_names_no_game", "server/heroes/a.cpp", "pb::HuntHeroOption a;\nhero_hunts += hunting;\npb::HeroHunt b;\n", [1]),
    ("server_names_no_game", "server/games/duel/wire.cpp", "// Dragon Duel\n", []),
    ("only_a_game_names_itself", "record/games.cpp", '#include "rules/duel/rules.h"\n', [1]),
    ("only_a_game_names_itself", "clients/cli/a.cpp", '#include "clients/cli/games/duel/text.h"\n', [1]),
    ("only_a_game_names_itself", "clients/cli/a.cpp", "#include <wyrmhall/v1/duel_sentence.pb.h>\n", [1]),
    ("only_a_game_names_itself", "clients/cli/a.cpp", '// as in "duel"\n#include "rules/dice/dice.h"\n', []),
    ("only_a_game_names_itself", "clients/web/src/a.ts", "import { card } from './games/duel/card';\n", [1]),
    ("only_a_game_names_itself", "clients/web/src/a.ts", "import { DuelView } from './gen/wyrmhall/v1/duel_pb';\n", [1]),
    ("only_a_game_names_itself", "clients/web/src/a.test.ts", "import { card } from './games/duel/card';\n", []),
    ("only_a_game_names_itself", "server/games/duel/wire.cpp", '#include "rules/duel/rules.h"\n', []),
    ("adapters_are_alike", "server/games/duel/wire.cpp", "", [1]),
    ("adapters_are_alike", "server/games/duel/odds.h", HEADER, [1]),
    ("adapters_are_alike", "script/game_template/server/games/coin/odds.h", HEADER, [1]),
    ("adapters_are_alike", "server/games/duel/figures.h", HEADER, []),
    ("adapters_are_alike", "server/games/described.h", HEADER, []),
    ("only_a_game_names_itself", "tests/clients/duel_text_test.cpp", "".join(map(repr, GAMES)), []),
    ("only_a_game_names_itself", "tests/a.py", repr(GAMES[:3]), []),
    ("only_a_game_names_itself", "tests/a.py", repr(GAMES), [1]),
    ("only_a_game_names_itself", "tests/a.cpp", "".join(f"{game}::Options {game};\n" for game in GAMES), [1]),
    ("only_a_game_names_itself", "docs/a.md", repr(GAMES), []),
    ("only_a_game_names_itself", "protocol/wyrmhall/v1/game.proto", 'import "wyrmhall/v1/duel.proto";\n', []),
    ("only_a_game_names_itself", "protocol/wyrmhall/v1/game.proto", "\n", [1]),
    ("files_are_short", "server/a.cpp", "\n" * 500, []),
    ("files_are_short", "server/a.cpp", "\n" * 501, [501]),
    ("classes_are_small", "server/core/used.h", "// A.\n#pragma once\nclass A {\n" + "  int f(int a = g()) const;\n" * 40 + "};\n", []),
    ("classes_are_small", "server/core/used.h", "// A.\n#pragma once\nclass A {\n" + "  int f() { return g(); }\n" * 41 + "};\n", [3]),
    ("classes_are_small", "tests/a.h", "// A.\n#pragma once\nclass A {\n" + "  int f();\n" * 41 + "};\n", []),
    ("functions_are_short", "server/a.cpp", "namespace a {\nint f(int x) {\n" + "  g();\n" * 68 + "}\n}\n", []),
    ("functions_are_short", "server/a.cpp", "namespace a {\nint f(int x) {\n  if (x) {\n" + "  g();\n" * 67 + "  }\n}\n}\n", [2]),
    ("functions_are_short", "server/core/used.h", "// A.\n#pragma once\nclass A {\n" + "  int f() { return g(); }\n" * 71 + "};\n", []),
    ("functions_are_short", "tests/a.cpp", "int f() {\n" + "  g();\n" * 70 + "}\n", []),
    ("iostream_in_programs_only", "server/a.cpp", "#include <iostream>\n", [1]),
    ("iostream_in_programs_only", "server/main.cpp", "#include <iostream>\n", []),
    ("iostream_in_programs_only", "server/domain.cpp", "#include <iostream>\n", [1]),
    ("iostream_in_programs_only", "clients/cli/screen.cpp", "#include <iostream>\n", []),
    ("no_promises", "docs/a.txt", "mktemp -d a.XX" + "XXXX\n", []),
    ("no_promises", "server/a.cpp", "\n// TO" + "DO: later\n", [2]),
    ("no_promises", "tests/a.py", "# FIX" + "ME\n# XX" + "X\n", [1, 2]),
    ("headers_are_the_manual", "rules/a.h", HEADER, []),
    ("headers_are_the_manual", "rules/a.h", "#pragma once\n", [1]),
    ("headers_are_the_manual", "rules/a.h", "// What this is.\n// #pragma once\n", [1]),
    ("standard_names", "server/a.h", "class Hall {};\nconstexpr int kMostLines = 3;\nconstexpr int kNameLongest = 4;\n", [1, 2, 3]),
    ("standard_names", "tests/a.cpp", "using persistence::Micros;\nclass PlayErrand {};\n// a Door\n", [1, 2, 3]),
    ("standard_names", "server/a.h", "class Core {};\nconstexpr int kMaxLines = 3;\nconstexpr int kAlmostNone = 4;\n", []),
    ("sources_are_built", "tests/bench/a.cpp", "int main() {}\n", [1]),
    ("sources_are_built", "tests/built/a.cpp", "int main() {}\n", []),
    ("sources_are_built", "tests/built/left/a.cpp", "", [1]),
    ("sources_are_built", "tests/built/parts/a.cpp", "", []),
    ("sources_are_built", "tests/built/parts/deep/a.cpp", "", [1]),
    ("sources_are_built", "tests/built/a_test.py", "", []),
    ("sources_are_built", "tests/built/z_test.py", "", [1]),
    ("sources_are_built", "tests/style/in_check_test.py", "", []),
    ("exceptions_are_needed", "tests/style/style.py", "", [1]),
    ("limits_have_units", "server/core/limits.h", "inline constexpr std::size_t kMessageBytes = 16 * 1024;\n", []),
    ("limits_have_units", "server/core/limits.h", "inline constexpr std::chrono::seconds kPing{15};\n", []),
    ("limits_have_units", "server/core/limits.h", "inline constexpr Duration kGone = 2 * kPing;\ninline constexpr auto kLong = 2 * kPing;\n", [2]),
    ("named_files_exist", "server/core/a.cpp", "// See rules/duel/rules.h and rules.h (docs/none.md).\nint a;  // gone.cpp\n", [1, 2]),
    ("named_files_exist", "server/core/a.cpp", "// Of https://example.org/gone.cpp, <game>.md and *_test.cpp.\n", []),
    ("named_files_exist", "docs/a.md", "In `rules/duel/rules.h`.\nIn `rules/duel/gone.h`.\n", [2]),
    ("headers_are_used", "server/core/a.h", HEADER, [1]),
    ("headers_are_used", "server/core/used.h", HEADER, []),
    ("limits_have_units", "server/core/limits.h", "// Of an address, in connections.\ninline constexpr int kOpen = 20;\n", []),
    ("limits_have_units", "server/core/limits.h", "inline constexpr int kOpen = 20;\ninline constexpr int kBurst{40};\n", [1, 2]),
    ("limits_have_units", "server/core/limits.h", "inline constexpr int kOpen = 20;  // connections\ninline constexpr auto kPing = 15s;\n", []),
    ("limits_have_units", "server/core/limits.h", "inline constexpr int kConnectionsPerAddress = 20;\n", []),
    ("limits_have_units", "server/core/limits.h", "// --- Names ---\ninline constexpr int kBytesize = 20;\n", [2]),
    ("limits_have_units", "server/table.h", "inline constexpr int kOpen = 20;\n", []),
    ("lock_files_name_no_addresses", "clients/web/package-lock.json", '{\n"resolved": "https://a/b.tgz"}\n', [2]),
    ("lock_files_name_no_addresses", "clients/web/package.json", '{\n"resolved": ""}\n', []),
    ("plain_words", "docs/a.md", "One\nAn option that there is not.\nThis is no id.\nSay «yes».\n", [2, 3, 4]),
    ("plain_words", "docs/a.md", "There is no id that there would be.\n", []),
    ("plain_words", "docs/rules/a.md", "A dragon that there is not.\n", []),
    ("plain_words", "clients/cli/a.cpp", 'say("Random numbers are not to be had.");\nsay("--a must be such as 1");\n', [1, 2]),
    ("plain_words", "clients/messages/page/en.json", '{\n  "a": "This is no name.",\n  "b": "A name."\n}\n', [2]),
    ("plain_words", "clients/web/src/games/duel/card/en.json", '{ "title": "«Duel»" }\n', [1]),
    ("plain_words", "clients/messages/page/fr.json", '{ "a": "« oui »" }\n', []),
    ("plain_words", "server/shell/a.cpp", '// What is none of ours, «so».\nlog("it listens");\n', []),
]


def main():
    failures = []
    for name, path, text, expected in PLANTED:
        found = {checked.__name__: violations for checked, violations in style.check({**PROJECT, path: text})}[name]
        lines = sorted({violation.line for violation in found if violation.path == path})
        if lines != expected:
            failures.append(f"{name} on {path} {text[:60]!r}: found at lines {lines}, planted at {expected}")
    caught = {name for name, _, _, expected in PLANTED if expected}
    for checked in style.RULES:
        if checked.__name__ not in caught:
            failures.append(f"{checked.__name__}: no violation is planted for it")
    print("\n".join(failures), end="\n" if failures else "")
    print(f"{len(PLANTED) + len(style.RULES) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
