#!/usr/bin/env python3
"""What the real client prints with --json goes into its other commands, as scripts do it.

    scripts_test.py BIN_DIR
"""

import base64
import json
import pathlib
import re
import resource
import subprocess
import sys
import time
import unittest

from running import Server, client, run_client

BIN_DIR = None
SOME_SECONDS = 2  # in which two gigabytes would come
SCRIPTS_MEMORY = 100 * 2**20
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def messages(text):
    return [json.loads(line) for line in text.splitlines()]


def piped(server, match, *verifying):
    """wyrmhall export MATCH | wyrmhall verify -: exit status and standard output of the second."""
    exporting = client(server, "export", match, name="Mira", stdout=subprocess.PIPE)
    done = subprocess.run([server.bin_dir / "wyrmhall", "verify", *verifying, "-"], stdin=exporting.stdout,
                          capture_output=True, text=True, timeout=60)
    exporting.stdout.close()
    assert exporting.wait(timeout=60) == 0
    return done.returncode, done.stdout


def resident(process):
    """Bytes of memory."""
    pages = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


class ScriptsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(BIN_DIR).start()
        status, cls.out, err = run_client(cls.server, "--json", "play", "duel", "--bot", "greedy", "--auto", "random",
                                          "--seed", "1", name="Mira")
        assert status == 0, err
        cls.played = messages(cls.out)
        cls.info = next(m["matchOpened"]["info"] for m in cls.played if "matchOpened" in m)

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_a_match_that_was_played_can_be_exported_and_verified(self):
        match = self.info["matchId"]
        self.assertTrue(UUID.fullmatch(match), match)
        self.assertTrue(UUID.fullmatch(self.info["seats"][0]["player"]["accountId"]))
        status, out = piped(self.server, match)
        self.assertEqual(status, 0)
        self.assertIn("Every roll checked: all agree.", out)
        status, out = piped(self.server, match, "--json")
        verdict = json.loads(out)
        self.assertEqual((status, verdict["verified"], verdict["matchId"]), (0, True, match))
        key = next(m["welcome"]["receiptKey"] for m in self.played if "welcome" in m)
        self.assertEqual(verdict["endKey"], key)
        self.assertEqual(piped(self.server, match, "--key", key)[0], 0)

    def test_hashes_are_written_as_in_the_record(self):
        record = json.loads(run_client(self.server, "export", self.info["matchId"], name="Mira")[1])
        self.assertEqual(self.info["serverCommitment"], record["serverCommitment"])
        self.assertEqual(self.info["seats"][0]["x0"], record["seats"][0]["x0"])
        seeds = [m["update"]["serverSeed"] for m in self.played if "serverSeed" in m.get("update", {})]
        self.assertEqual(seeds, [record["serverSeed"]])

    def test_lists_give_ids_too(self):
        listed = messages(run_client(self.server, "--json", "matches", name="Mira")[1])
        ids = [line["matchId"] for m in listed for line in m.get("matches", {}).get("matches", [])]
        self.assertIn(self.info["matchId"], ids)

    def test_a_record_that_was_changed_has_its_verdict_too(self):
        record = run_client(self.server, "export", self.info["matchId"], name="Mira")[1]
        done = subprocess.run([self.server.bin_dir / "wyrmhall", "verify", "--json", "-"], capture_output=True, text=True,
                              input=record.replace('"milliseconds":', '"milliseconds":1', 1), timeout=60)
        verdict = json.loads(done.stdout)
        self.assertEqual((done.returncode, verdict["verified"]), (5, False))
        self.assertTrue(verdict["where"] and verdict["what"], verdict)

    def test_a_script_that_never_stops_is_read_as_fast_as_it_is_used(self):
        endless = subprocess.Popen(["yes", "1"], stdout=subprocess.PIPE)
        waiting = client(self.server, "play", "dance", name="Bruno", stdin=endless.stdout, stdout=subprocess.DEVNULL)
        endless.stdout.close()
        try:
            time.sleep(SOME_SECONDS)
            self.assertIsNone(waiting.poll())
            self.assertLess(resident(waiting.pid), SCRIPTS_MEMORY)
        finally:
            waiting.kill()
            waiting.wait()
            endless.wait()

    def test_a_script_leaves_a_table_where_nobody_else_has_come(self):
        for text in ("quit\n", ""):
            script = client(self.server, "play", "dance", name="Bruno", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            script.communicate(text, timeout=60)
            self.assertEqual(script.returncode, 0)

    def test_no_token_is_printed(self):
        token = next(json.loads(path.read_text())["token"] for path in
                     pathlib.Path(self.server.folder, "clients").rglob("token.json"))
        self.assertEqual(len(token), 64)
        self.assertNotIn(token, self.out)
        self.assertNotIn(base64.b64encode(bytes.fromhex(token)).decode(), self.out)
        status, out, err = run_client(self.server, "--json", "new-token", name="Mira")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("leave --json out", err)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
