"""What tests of servers and relays share that try to bend the dice (docs/dice.md): the real client for the terminal, the
accusation that it writes, and what third persons make of it."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
VERIFY = HERE.parent / "verify.py"


class WithClient(unittest.TestCase):
    program = None  # the client
    bin_dir = None
    keep = None  # a folder for accusations, or None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="wyrmhall-dishonest-")
        self.addCleanup(self.folder.cleanup)

    def client(self, url, *arguments, stdin=subprocess.DEVNULL, text=None, timeout=40):
        command = [self.program, "--server", url, "--data", self.folder.name, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                              **({"input": text} if text is not None else {"stdin": stdin}))

    def plays(self, url, *arguments, **kwargs):
        return self.client(url, "play", "duel", "--auto", "first", *arguments, **kwargs)

    def accusation(self):
        """The one accusation that the client has written: its file and what is in it."""
        files = [file for file in pathlib.Path(self.folder.name).glob("*/_accusations/*.json")
                 if not file.name.endswith("-record.json")]
        self.assertEqual(len(files), 1, files)
        return files[0], json.loads(files[0].read_text(encoding="utf-8"))

    def judged(self, *files):
        """What a third person makes of the files; both judges must come to the same."""
        verdicts = []
        for judge in ([self.program, "verify"], [sys.executable, str(VERIFY)]):
            done = subprocess.run([*judge, "--accusation", *map(str, files)], capture_output=True, text=True, timeout=20)
            of = re.search(r"^Convicted \((\w+)\)\. The holder of the key (\w+)", done.stdout, re.MULTILINE)
            verdicts.append(((done.returncode, of and of.groups()), done.stdout + done.stderr))
        self.assertEqual(verdicts[0][0], verdicts[1][0], verdicts)
        return verdicts[0][0][0], verdicts[0][1]

    def judged_and_kept(self, file, name=None):
        status, text = self.judged(file)
        if self.keep:
            folder = self.keep / ("convicting" if status == 0 else "not_convicting")
            folder.mkdir(exist_ok=True)
            name = (name or self._testMethodName.removeprefix("test_")).replace("_", "-").replace(" ", "-")
            shutil.copyfile(file, folder / f"{name}.json")
        return status, text

    def caught(self, server, of, convicted, reveals=None):
        """The client stops, its file says so, and a third person comes to that verdict from the file alone."""
        with server:
            done = self.plays(server.url)
            shown = server.commands("reveal")
            self.assertEqual(server.troubles, [])
            self.assertEqual(server.commands("close_chain"), [])
        self.assertEqual(done.returncode, 5, done)
        if reveals is not None:
            self.assertEqual(len(shown), reveals)
        self.assertEqual(len({body["x0"] for body in shown}), len(shown), "an x_0 was shown twice")
        file, accusation = self.accusation()
        self.assertEqual(accusation["of"], of)
        status, text = self.judged_and_kept(file)
        print(f"\n  {type(server).__name__}: {len(shown)} reveals; {of}; {text.strip().splitlines()[1]}")
        self.assertEqual(status, 0 if convicted else 7, text)
        self.assertIn(f"Convicted ({of})" if convicted else "Does not convict by itself", text)
        return accusation


def main():
    """Runs the tests of the script that calls it: SCRIPT BIN_DIR [--keep FOLDER]."""
    WithClient.bin_dir = sys.argv.pop(1)
    WithClient.program = os.path.join(WithClient.bin_dir, "wyrmhall")
    if "--keep" in sys.argv:
        at = sys.argv.index("--keep")
        WithClient.keep = pathlib.Path(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    unittest.main(warnings="ignore")
