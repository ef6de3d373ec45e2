#!/usr/bin/env python3
"""People who misuse tables, against the real server: those who go without a word, who keep others waiting, who take all
tables for themselves.

    tables_test.py BIN_DIR
"""

import signal
import subprocess
import sys
import threading
import time
import unittest

from guest import Guest, sits_with
from running import Server, client

BIN_DIR = None
WAITS_FOR = 20  # seconds: longer than a reveal may take


class TablesTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(BIN_DIR).start()
        self.guests = []

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), self.server.read_log()[-2000:])
        for guest in self.guests:
            guest.close()
        self.server.__exit__()

    def guest(self, name, source="127.0.0.1"):
        self.guests.append(Guest(self.server.port, name, source))
        return self.guests[-1]

    def goes_while_it_waits(self, how):
        """The terminal's client waits at a table and goes; its exit status, and with how many people the next one sits."""
        process = client(self.server, "play", "duel", name="Early", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        too_long = threading.Timer(15, process.kill)
        too_long.start()
        waits = any("Waiting for one more" in line for line in process.stdout)
        self.assertTrue(waits, "the client does not wait")
        process.send_signal(how)
        status = process.wait(timeout=10)
        too_long.cancel()
        process.stdout.close()
        time.sleep(0.5)
        table = self.guest("Late").find()
        return status, sum("player" in seat for seat in table["seats"])

    def test_ctrl_c_leaves_no_table(self):
        status, people = self.goes_while_it_waits(signal.SIGINT)
        self.assertEqual(people, 1, "seated with somebody who has gone")
        self.assertEqual(status, 130)

    def test_nobody_is_seated_with_who_vanished(self):
        _, people = self.goes_while_it_waits(signal.SIGKILL)
        self.assertEqual(people, 1, "seated with somebody who has gone")

    def test_who_withholds_the_reveal_is_not_met_again(self):
        griefer = self.guest("Griefer", "127.0.0.2")
        met_again = 0
        trap = griefer.find()
        for number in range(3):
            victim = self.guest(f"Victim {number}", f"127.0.0.{10 + number}")
            table = victim.find()
            if not sits_with(table, griefer):
                continue  # nobody can be kept waiting who is not met
            griefer.news.clear()
            for one in (griefer, victim):
                self.assertIsNotNone(one.ready(table), one.refused)
            self.assertIsNotNone(victim.reveal(table), victim.refused)
            called_off = time.monotonic() + WAITS_FOR
            while not (victim.latest(table) or {}).get("called_off") and time.monotonic() < called_off:
                victim.read(0.5)
            victim.leave(table)
            # The griefer wants to be there for the next, in whatever way there is.
            trap = griefer.find() or griefer.open(turn_seconds=120)
            self.assertIsNotNone(trap, griefer.refused)
            again = victim.find()
            met_again += sits_with(again, griefer)
            victim.leave(again)
        self.assertEqual(met_again, 0, "victims were seated with the griefer again")

    def test_one_address_does_not_hold_all_tables(self):
        ends = time.monotonic() + 8
        opened, number = 0, 0
        held = []
        while time.monotonic() < ends:
            number += 1
            try:
                held.append(Guest(self.server.port, f"Crowd {number}", "127.0.0.3"))
            except ConnectionError:
                time.sleep(0.1)
                continue
            while held[-1].open() is not None:
                opened += 1
            if len(held) == 20:
                held.pop(0).close()  # its tables outlive it for a while
        other = self.guest("Other", "127.0.0.4")
        tables, after = 0, b""
        while True:
            page = other.ask(list_tables={"after": after})["tables"]
            tables += len(page.get("tables", []))
            after = page.get("next", b"")
            if not after:
                break
        print(f"\none address, 8 s: {number} guests, {opened} tables opened, {tables} held")
        self.assertIsNotNone(other.open())
        for guest in held:
            guest.close()
        self.assertLessEqual(tables, 40)


if __name__ == "__main__":
    BIN_DIR = sys.argv.pop(1)
    unittest.main()
