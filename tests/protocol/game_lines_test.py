#!/usr/bin/env python3
"""script/game_lines.py on a copy of the contract, to which a made-up game is added.

    game_lines_test.py
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]

# Its code and number are none that a game is likely to have.
MADEUP = """syntax = "proto3";

package wyrmhall.v1;

import "wyrmhall/v1/file_options.proto";

option (game) = { code: "madeup", number: 12, title: "Heads or Tails" };

message MadeupOptions {}
message MadeupAction {}
message MadeupView {}
message MadeupEvent {}
"""
MADEUP_SENTENCE = """syntax = "proto3";

package wyrmhall.v1;

enum MadeupPhrase {
  MADEUP_PHRASE_UNSPECIFIED = 0;
}
"""


class GameLinesTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "v1"
        shutil.copytree(TOP / "protocol/wyrmhall/v1", self.folder)

    def add_madeup(self, madeup=MADEUP):
        (self.folder / "madeup.proto").write_text(madeup, encoding="utf-8")
        (self.folder / "madeup_sentence.proto").write_text(MADEUP_SENTENCE, encoding="utf-8")

    def run_it(self, *arguments):
        return subprocess.run([sys.executable, TOP / "script/game_lines.py", *arguments, self.folder],
                              capture_output=True, text=True, check=False)

    def write(self):
        result = self.run_it()
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def assert_refused(self, *words):
        before = self.texts()
        result = self.run_it()
        self.assertEqual(result.returncode, 1)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertEqual(self.texts(), before)

    def texts(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def text(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_without_a_change_every_file_stays_as_it_is(self):
        before = self.texts()
        self.assertEqual(self.run_it("--check").returncode, 0)
        self.write()
        self.assertEqual(self.texts(), before)

    def test_a_new_game_gets_its_lines_and_imports(self):
        self.add_madeup()
        self.assertEqual(self.run_it("--check").returncode, 1)
        self.write()
        self.assertEqual(self.run_it("--check").returncode, 0)
        game, sentence = self.text("game.proto"), self.text("sentence.proto")
        for name in ("Options", "Action", "View", "Event"):
            self.assertRegex(game, rf" = \d+;\n    // Heads or Tails\.\n    Madeup{name} madeup = 12;\n")
        self.assertNotIn("MadeupOdds", game)
        imports = re.findall(r'^import "wyrmhall/v1/(\w+)\.proto";$', game, re.M)
        self.assertIn("madeup", imports)
        self.assertEqual(imports, sorted(imports))
        self.assertIn("    // A sentence of Heads or Tails.\n    MadeupPhrase madeup = 12;\n  }\n", sentence)
        self.assertIn('import "wyrmhall/v1/madeup_sentence.proto";\n', sentence)
        compiled = subprocess.run(["protoc", f"-I{self.compilable()}", "--descriptor_set_out=/dev/null",
                                   "wyrmhall/v1/game.proto"], capture_output=True, text=True, check=False)
        self.assertEqual((compiled.returncode, compiled.stderr), (0, ""))

    def compilable(self):
        """A folder in which the copy is where the imports say."""
        top = self.folder.parent / "top"
        shutil.copytree(self.folder, top / "wyrmhall/v1")
        return top

    def test_a_game_that_is_gone_leaves_nothing(self):
        before = self.texts()
        self.add_madeup()
        self.write()
        for path in self.folder.glob("madeup*.proto"):
            path.unlink()
        self.write()
        self.assertEqual(self.texts(), before)

    def test_a_number_has_one_game(self):
        self.add_madeup(MADEUP.replace("number: 12", "number: 2"))
        self.assert_refused("madeup.proto: Dragons Arena (arena.proto) has the number 2")

    def test_a_number_that_another_field_has_is_refused(self):
        self.add_madeup(MADEUP.replace("number: 12", "number: 15"))
        self.assert_refused("madeup.proto: a field of GameOptions (game.proto) has the number 15")

    def test_the_code_is_the_name_of_the_file(self):
        self.add_madeup(MADEUP.replace('"madeup"', '"toss"'))
        self.assert_refused('madeup.proto: it says that its code is "toss"')

    def test_a_missing_type_is_named(self):
        self.add_madeup(MADEUP.replace("message MadeupView {}\n", ""))
        self.assert_refused("madeup.proto: ", "the message MadeupView")

    def test_an_option_in_another_form_is_not_overlooked(self):
        self.add_madeup(re.sub(r"\{ code: .* \}", '{ title: "Heads or Tails", number: 12, code: "madeup" }', MADEUP))
        self.assert_refused("madeup.proto: the option `game` does not stand on one line")


if __name__ == "__main__":
    unittest.main()
