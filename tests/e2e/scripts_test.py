#!/usr/bin/env python3
"""What the real client prints with --json goes into its other commands, as scripts do it.

    scripts_test.py BIN_DIR
"""

import base64
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
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

    def test_in_lines_a_decision_of_a_dance_takes_few_lines(self):
        """On the average, what happened, the board as far as it changed, and the choices together."""
        most, decisions, said = 14, 60, ""
        with Server(BIN_DIR) as server:
            player = client(server, "play", "dance", "--bot", "random", "--plain", name="Mira", stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, bufsize=0)
            asked = 0
            while asked <= decisions and "(y/n)" not in said[-10:]:
                letter = player.stdout.read(1)
                if not letter:
                    break
                said += letter
                if said.endswith("help): "):
                    choices = int(re.search(r"(\d+), or help\): $", said)[1])
                    if asked == 0:
                        said = ""  # the first shows the whole board
                    player.stdin.write(f"{asked % choices + 1}\n")
                    player.stdin.flush()
                    asked += 1
            player.kill()
            player.wait(timeout=60)
            player.stdin.close()
            player.stdout.close()
        self.assertGreater(asked, decisions // 2)
        self.assertLess(said.count("\n") / (asked - 1), most)

    def test_with_json_a_number_is_the_place_in_the_choices_that_were_sent(self):
        """Also where the list for people shows equal dice once: the last number there is would be none of its."""
        enough = 20  # decisions
        with Server(BIN_DIR) as server:
            player = client(server, "--json", "play", "dance", "--bot", "random", name="Mira", stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, bufsize=1)
            self.addCleanup(player.stdout.close)
            self.addCleanup(player.stdin.close)
            watchdog = threading.Timer(60, player.kill)
            watchdog.start()
            versions, equal = set(), 0
            for line in player.stdout:
                message = json.loads(line)
                updates = [message.get("update", {}), *message.get("matchOpened", {}).get("updates", [])]
                for update in updates:
                    offered = update.get("choices", {}).get("choices", [])
                    if not offered or update.get("version", "0") in versions:
                        continue
                    versions.add(update.get("version", "0"))
                    dice = [choice["sentence"].get("arguments", [])[1:] for choice in offered
                            if choice["sentence"].get("dance") == "DANCE_PHRASE_DIE"]
                    equal += len({tuple(each) for each in dice}) < len(dice)
                    player.stdin.write(f"{len(offered)}\n")
                    player.stdin.flush()
                if len(versions) >= enough or any("outcome" in update for update in updates):
                    break
            watchdog.cancel()
            player.kill()
            player.wait(timeout=60)
        self.assertGreater(equal, 0)
        self.assertGreaterEqual(len(versions), 10)

    def test_ids_are_found_by_how_they_begin_and_words_by_what_was_meant(self):
        with Server(BIN_DIR) as server:
            def ran(*arguments):
                status, out, err = run_client(server, *arguments, name="Mira")
                return status, out + err

            self.assertIn("There is no last one yet.", ran("export", "last")[1])
            self.assertEqual(ran("play", "duel", "--bot", "random", "--auto", "random")[0], 0)
            status, record = ran("export", "last")
            self.assertEqual(status, 0)
            match = json.loads(record)["matchId"]
            self.assertEqual(ran("export", match[:13]), (0, record))
            self.assertEqual(ran("export", f"http://127.0.0.1:{server.port}/m/{match}"), (0, record))
            self.assertIn("begins with ffff", ran("export", "ffff")[1])
            self.assertIn("is not an id.", ran("export", "12")[1])
            self.assertIn('There is no command "pla". Did you mean play?', ran("pla", "duel")[1])
            self.assertIn("`wyrmhall games hunt` asks the server", ran("play", "hunt", "--help")[1])
            self.assertIn("`wyrmhall games GAME` asks the server", ran("play", "--help")[1])
            self.assertNotIn("asks the server", ran("join", "--help")[1])
            self.assertIn("chapter=1 to 10", ran("games", "hunt")[1])
            self.assertNotIn("mode=", ran("games", "hunt")[1])
            status, wrong = ran("games", "hnut")
            self.assertEqual(status, 2)
            self.assertIn('There is no game "hnut". Games: ', wrong)
            self.assertIn("You sit at no table.", ran("leave")[1])
            # Lists for programs begin with what was asked for.
            first = messages(ran("--json", "matches")[1])[0]
            self.assertIn("matches", first)
            # What was looked through for the last one is not told.
            self.assertEqual(ran("--json", "watch", "ffff")[1], ran("watch", "ffff")[1])

    def test_the_server_and_the_name_come_from_the_environment_and_from_a_file(self):
        with Server(BIN_DIR) as server, tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder) / "config.toml"
            config.write_text(f'server = "127.0.0.1:{server.port}"\nname = "Robin"\n', encoding="utf-8")
            command = [server.bin_dir / "wyrmhall", "--data", folder, "matches"]

            def said(environment, *options):
                done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=60,
                                      env={**os.environ, "LC_ALL": "C.UTF-8", **environment})
                return done.stdout + done.stderr

            here = {"WYRMHALL_SERVER": f"http://127.0.0.1:{server.port}/", "WYRMHALL_NAME": "Mira"}
            self.assertIn("Mira has played no match", said(here))
            self.assertIn("Robin has played no match", said({}, "--config", str(config)))
            self.assertIn("Anna has played no match", said(here, "--name", "Anna"))
            config.write_text('[play]\nauto = "first"\n', encoding="utf-8")
            self.assertIn("Mira has played no match", said(here, "--config", str(config)))
            for line, wrong in (('sevrer = "127.0.0.1"', 'there is no option "sevrer". Did you mean server?'),
                                ('auto = "first"', 'there is no option "auto". It belongs below a line [play] or [join].'),
                                ('[play]\nbott = "easy"', 'there is no option "play.bott".'),
                                ('[pray]\nbot = "easy"', 'there is no command "pray".')):
                config.write_text(line + "\n", encoding="utf-8")
                done = subprocess.run([*command, "--config", str(config)], capture_output=True, text=True, timeout=60)
                self.assertEqual((done.returncode, done.stdout), (2, ""), line)
                self.assertIn(f"{config}: {wrong}", done.stderr)

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

    def test_the_list_of_matches_is_a_table(self):
        title, *rows = run_client(self.server, "matches", name="Mira")[1].splitlines()
        self.assertEqual(title.split(), ["match", "started", "game", "players"])
        self.assertTrue(rows)
        for row in rows:
            self.assertRegex(row, rf"^{UUID.pattern}  ")
            self.assertRegex(row[title.index("started"):], r"^\d{4}-\d\d-\d\d \d\d:\d\d  ")
            self.assertTrue(row[title.index("game"):].startswith("Dragon Duel  "), row)
            self.assertRegex(row[title.index("players"):], r"^Mira and Greedy bot: (won by|nobody won)")

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

    def test_whoever_waits_finds_the_table_again(self):
        script = client(self.server, "--plain", "play", "dance", name="Anna", stdout=subprocess.PIPE)
        try:
            table = next(UUID.search(line)[0] for line in script.stdout if UUID.search(line))
            status, listed, err = run_client(self.server, "tables", "--mine", name="Anna")
            self.assertEqual((status, listed[:len(table)]), (0, table), err)
            greeted = messages(run_client(self.server, "--json", "tables", "--mine", name="Anna")[1])
            self.assertEqual([t["tableId"] for m in greeted for t in m.get("signedIn", {}).get("tables", [])], [table])
            self.assertIn("You sit at no table.", run_client(self.server, "tables", "--mine", name="Mira")[2])
        finally:
            script.communicate("quit\n", timeout=60)

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
