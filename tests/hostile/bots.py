#!/usr/bin/env python3
"""How long a person waits for a bot while one address plays as many matches with bots as it may.

    bots.py BIN_DIR [--games NAME ...] [--matches 60] [--seconds 10]

For each game: five accounts at one address start matches against the bots that think longest, and decide at once whenever
they are asked, while a person at another address plays against easy bots. Prints that person's wait for a bot without and with
it. Fails where the 99th percentile is more than twice as long.
"""

import argparse
import contextlib
import multiprocessing
import os
import sys
import time

from load import take_core
from person import PROTOCOL, Gone, Person, Refused
from playing import action_of
from running import Server

ACCOUNTS = 5
PAUSE_SECONDS = 0.2  # before a decision, so that the limit of commands is never met
LONGER = 2
LEVELS = {number: name.removeprefix("BOT_LEVEL_").lower() for name, number in PROTOCOL.enums["BotLevel"].items()}


def start_with_bots(person, options, level):
    """A match of this person against bots in all other seats; its opening."""
    time.sleep(PAUSE_SECONDS)
    table = person.open_table(options)
    for seat in range(1, len(table["seats"])):
        table = person.ask("seat_bot", table_id=table["table_id"], seat=seat, level=level)["table_state"]
    secret = person.get_ready(table)
    person.ask("reveal", table_id=table["table_id"], x0=secret)
    return person.wait_for("match_opened", lambda one: one["info"]["match_id"] == table["table_id"])


class Playing:
    """The matches of one connection: decides at once wherever its seat is asked."""

    def __init__(self, person):
        self.person = person
        self.matches = {}  # by channel: whether the chain was given up

    def add(self, opened):
        self.matches[opened["channel"]] = False
        self.decide(opened["channel"], opened["updates"][-1])

    def decide(self, channel, update):
        if "outcome" in update:
            self.matches.pop(channel, None)
        elif "choices" in update and channel in self.matches:
            version = update.get("version", 0)
            self.person.say("act", channel=channel, version=version, chain_lost=not self.matches[channel],
                            action=action_of(update["choices"], version))
            self.matches[channel] = True

    def heed(self, message):
        if "update" in message:
            self.decide(message["update"].get("channel"), message["update"])


def think_for_me(port, source, number, options, level, matches, begun):
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with contextlib.suppress(Gone), Person(port, source, timeout=120) as person:
        person.sign_in(f"Thinker{number}")
        playing = Playing(person)
        while True:
            try:
                if len(playing.matches) < matches:
                    playing.add(start_with_bots(person, options, level))
                    begun.value += 1
                    continue
            except Refused as refused:
                time.sleep(min(1, refused.refusal.get("retry_after_ms", 200) / 1000))
            while person.news:
                playing.heed(person.news.pop(0))
            if len(playing.matches) >= matches or not playing.matches:
                playing.heed(person.hear())


def games_of(port):
    """Each game with the level of its bots that thinks longest."""
    with Person(port, "127.0.0.60") as person:
        return {offer["game"]: max(offer["bots"]) for offer in person.hello()["games"]}


def waits(port, name, game, seconds):
    """How long this person waited for each move of a bot, in seconds, shortest first."""
    times, ends = [], time.monotonic() + seconds
    with Person(port, "127.0.0.60", timeout=60) as person:
        person.sign_in(name)
        while time.monotonic() < ends:
            opened = start_with_bots(person, {game: {}}, PROTOCOL.enum("BOT_LEVEL_EASY"))
            channel, update, lost = opened["channel"], opened["updates"][-1], False
            while "outcome" not in update and time.monotonic() < ends:
                if "choices" in update:
                    time.sleep(PAUSE_SECONDS)
                    update = person.ask("act", channel=channel, version=update.get("version", 0), chain_lost=not lost,
                                        action=action_of(update["choices"], update.get("version", 0)))["update"]
                    lost = True
                    continue
                asked = time.monotonic()
                update = person.wait_for("update", lambda one: one.get("channel") == channel)  # noqa: B023
                times.append(time.monotonic() - asked)
            person.news.clear()
    return sorted(times)


def at(times, share):
    return times[min(len(times) - 1, int(share * len(times)))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--games", nargs="+", help="default: all")
    parser.add_argument("--matches", type=int, default=60, help="of the address")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with Server(options.bin_dir) as server:
        games = games_of(server.port)
    waits_in = min(games)
    failures = []
    print(f"A person's wait for a bot (easy, {waits_in}), p50 / p99 / longest, ms\n\n"
          "| one address plays | matches begun | without it | with it |\n|---|---|---|---|", flush=True)
    for name in options.games or games:
        with Server(options.bin_dir) as server:
            take_core(0, server.process.pid)
            calm = waits(server.port, "Calm", waits_in, options.seconds)
            begun = multiprocessing.Value("Q", 0)
            thinkers = [multiprocessing.Process(target=think_for_me, daemon=True,
                                                args=(server.port, "127.0.0.50", number, {name: {}}, games[name],
                                                      options.matches // ACCOUNTS, begun)) for number in range(ACCOUNTS)]
            for thinker in thinkers:
                thinker.start()
            time.sleep(3)
            with_it = waits(server.port, "Waiting", waits_in, options.seconds)
            for thinker in thinkers:
                thinker.kill()
                thinker.join()
        figures = [" / ".join(f"{value * 1000:.1f}" for value in (at(times, 0.5), at(times, 0.99), times[-1]))
                   for times in (calm, with_it)]
        print(f"| {name}, {LEVELS[games[name]]} | {begun.value} | {figures[0]} | {figures[1]} |", flush=True)
        if at(with_it, 0.99) > LONGER * at(calm, 0.99):
            failures.append(f"{name}: a person waits {at(with_it, 0.99) * 1000:.0f} ms, of twice {at(calm, 0.99) * 1000:.0f}")
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
