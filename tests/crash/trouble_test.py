#!/usr/bin/env python3
"""The real server when the operating system and the disk do what they should not: SIGTERM and SIGSTOP in mid-play, a
full disk, a database that may only be read, a log that lost its end.

    trouble_test.py BIN_DIR
"""

import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import HELLO, RawSocket, Server, client, run_client, sign_in  # noqa: E402
from told import read_log  # noqa: E402

BIN_DIR = None
GONE_AFTER = 40  # seconds of silence after which the server lets a client go (server/core/limits.h)


def play(server, name, *options, think=150):
    """A client in a match against a bot; its log is for told.py."""
    path = os.path.join(server.folder, name)
    with open(path + ".jsonl", "w", encoding="utf-8") as out, open(path + ".err", "w", encoding="utf-8") as err:
        process = client(server, "--json", "play", "duel", "--bot", "random", "--auto", "random", "--think", str(think),
                         "--option", "match_games=5", *options, name=name, stdout=out, stderr=err)
    process.log = path + ".jsonl"
    return process


def wait_for_a_move(player):
    """Until a client was shown that something happened in its match."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with open(player.log, encoding="utf-8") as log:
            if '"diff"' in log.read():
                return
        time.sleep(0.02)
    raise AssertionError(f"{player.log} shows no move within 30 seconds")


class StopTest(unittest.TestCase):
    def test_sigterm_tells_clients_and_ends_within_three_seconds(self):
        with Server(BIN_DIR) as server:
            raw = RawSocket(server.port)
            raw.send(HELLO)
            raw.send(sign_in("Mira"))
            raw.receive()
            raw.receive()
            player = play(server, "Player", "--option", "round_cap=100", think=500)
            time.sleep(0.5)
            seconds, status = server.terminate()
            self.assertEqual(status, 0)
            self.assertLess(seconds, 3)
            opcode, payload = raw.receive()
            self.assertEqual(opcode, 2)
            self.assertIn(b"\x08\x01", payload)  # Notice{kind: GOING_DOWN}
            self.assertEqual(raw.close_code(), 1001)
            server.start()  # and the match goes on
            self.assertEqual(player.wait(timeout=60), 0)

    def test_stopped_for_longer_than_the_ping_limit(self):
        with Server(BIN_DIR) as stopped, Server(BIN_DIR) as running:
            # In one the server stands still, in the other a client; both players have a clock of 10 seconds.
            clocked = ["--turn-seconds", "10"]
            players = [play(stopped, "Mira", *clocked, think=400), play(running, "Bruno", think=400)]
            time.sleep(1.5)
            stopped.process.send_signal(signal.SIGSTOP)
            players[1].send_signal(signal.SIGSTOP)
            time.sleep(GONE_AFTER + 5)
            stopped.process.send_signal(signal.SIGCONT)
            players[1].send_signal(signal.SIGCONT)
            for server, player in zip((stopped, running), players):
                self.assertEqual(player.wait(timeout=60), 0)
                matches = {}
                told = matches[read_log(player.log, matches)]
                self.assertEqual(told.outcome["reason"], "OUTCOME_REASON_PLAYED", "the time was charged to the player")
                self.assertEqual(server.terminate()[1], 0)


class DiskTest(unittest.TestCase):
    def test_moves_wait_while_the_disk_refuses_and_go_on_after(self):
        with Server(BIN_DIR) as server:
            player = play(server, "Mira")
            time.sleep(1)
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            time.sleep(3)
            self.assertIsNone(server.process.poll())
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            self.assertEqual(player.wait(timeout=60), 0)
            read_log(player.log, {})
            log = server.read_log()
            self.assertIn("the store refuses", log)
            self.assertIn("takes writes again", log)
            self.assertEqual(server.terminate()[1], 0)

    def test_a_database_that_may_only_be_read(self):
        with Server(BIN_DIR) as server:
            self.assertEqual(play(server, "Mira", think=0).wait(timeout=60), 0)
            server.terminate()
            if os.getuid() != 0:
                os.chmod(os.path.join(server.folder, "data", "wyrmhall.db"), 0o400)
                nobody = {}
            else:  # root may write anything, so it is somebody else who tries
                os.chmod(server.folder, 0o755)
                os.chmod(os.path.join(server.folder, "data"), 0o777)
                os.chmod(os.path.join(server.folder, "data", "lock"), 0o666)
                os.chmod(os.path.join(server.folder, "data", "wyrmhall.db"), 0o444)
                nobody = dict(user=65534, group=65534, extra_groups=[])
            try:
                tried = subprocess.run([os.path.join(BIN_DIR, "wyrmhalld"), "--data", os.path.join(server.folder, "data"),
                                        "--listen", "127.0.0.1:0"], capture_output=True, text=True, timeout=30, **nobody)
            except PermissionError:
                self.skipTest("nobody may not run the programs of this build")
            self.assertEqual(tried.returncode, 1)
            self.assertIn("cannot be written", tried.stderr)

    def test_a_log_that_lost_its_end(self):
        """What the disk itself lost is lost. What is left is whole, is played on, and no client comes to grief."""
        for attempt in range(2):
            with self.subTest(attempt), Server(BIN_DIR) as server:
                players = [play(server, f"Player {i}", think=100) for i in range(4)]
                log = os.path.join(server.folder, "data", "wyrmhall.db-wal")
                # Not before the players' accounts and matches: without them there is nobody to come back.
                for player in players:
                    wait_for_a_move(player)
                earliest = os.path.getsize(log)
                time.sleep(1)
                server.kill()
                cut = random.randint(earliest, os.path.getsize(log))
                if attempt % 2 == 0:
                    os.truncate(log, cut)
                else:
                    with open(log, "r+b") as file:
                        file.seek(cut - 1)
                        file.write(os.urandom(64))
                server.start()
                for player in players:
                    status = player.wait(timeout=90)
                    with open(player.log[:-6] + ".err", encoding="utf-8") as err:
                        said = err.read()
                    # It plays on, or its match is gone, or it says that it was shown more than there is.
                    expected = {0: "", 4: "no such match", 5: "something is lost"}
                    self.assertIn(expected.get(status, "another status"), said)
                # A player who comes now plays as always.
                self.assertEqual(play(server, "Newcomer", think=0).wait(timeout=60), 0)
                self.assertEqual(server.terminate()[1], 0)
                self.assertNotIn("does not fit", server.read_log())


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main(warnings="ignore")
