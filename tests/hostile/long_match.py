#!/usr/bin/env python3
"""What each command costs the others where it is about the longest match that there can be.

    long_match.py BIN_DIR [--commands NAME ...] [--moves N] [--seconds 4] [--rounds 3]

Somebody plays a campaign that they flee from again and again, until the server ends it at the longest that a match may be,
and another one to shortly before that. Then the server starts again with its default limits, and while wyrmhall-load plays,
one account asks one thing about these matches on all the connections that it may have. Prints for each command: how many
answers and refusals came a second, the others' turn without and with it, and the server's memory at most. Fails where the
others' 99th percentile takes more than a quarter longer, or memory grows beyond a bound.

The server has a core of its own where there are two; who asks shares the other with the load generator and runs only while
that waits. The others play without it on a machine whose cores are as busy as that keeps them (busy_cores() says why).
"""

import argparse
import contextlib
import multiprocessing
import os
import statistics
import sys
import threading
import time

from load import busy_cores, memory_mib, others_play, take_core
from person import PROTOCOL, Gone, Person, Refused, start_match
from playing import action_of
from running import MANY_MATCHES, Server

CONNECTIONS = 20  # as many as one account may have
LONGER = 1.25  # how much longer the others' turn may take
MOST_MIB = 256
UNLIMITED = ["--limit-commands-per-second", "1000000", "--limit-command-burst", "1000000"]
CAMPAIGN = {"hunt": {"heroes": [{"class": PROTOCOL.enum("HUNT_CLASS_WARRIOR")}, {"class": PROTOCOL.enum("HUNT_CLASS_CLERIC")}],
                     "campaign": True, "defeat_rule": PROTOCOL.enum("HUNT_DEFEAT_RULE_MERCY"), "dragon_hp": [999]}}


def campaign(person, moves):
    """Plays on until there are `moves` moves, or until the server ends it; the match's id and how many moves it has."""
    opened, = start_match([person], CAMPAIGN)
    state, lost = opened["updates"][-1], False
    while state.get("version", 0) < moves and "outcome" not in state:
        flees = {"hunt": {"flee": True}}
        called = any(choice["action"] == flees for choice in state["choices"].get("choices", []))
        action = flees if called else action_of(state["choices"], state.get("version", 0))
        try:
            state = person.ask("act", channel=opened["channel"], version=state.get("version", 0), chain_lost=not lost,
                               action=action)["update"]
        except Refused as refused:
            if refused.code != "REFUSAL_CODE_MATCH_OVER":
                raise
            break  # the server has ended it
        lost = True
    return opened["info"]["match_id"], state.get("version", 0)


# What is asked again and again: a generator of (command, fields), which is sent the answer to each; None where it is refused.

def ask_story(over, _):
    opened = None
    while opened is None:
        opened = yield "open_match", {"match_id": over}
    while True:
        yield "ask_story", {"channel": opened["match_opened"]["channel"]}


def ask_story_of_now(_, running):
    opened = None
    while opened is None:
        opened = yield "open_match", {"match_id": running}
    since = int(opened["match_opened"]["updates"][-1]["version"])
    while True:
        since -= 1
        yield "ask_story", {"channel": opened["match_opened"]["channel"], "since_version": since}


def open_match(over, _):
    while True:
        yield "open_match", {"match_id": over}


def open_after_a_gap(_, running):
    while True:
        yield "open_match", {"match_id": running, "have_version": 1}


def list_matches(*_):
    while True:
        yield "list_matches", {}


def asks(name):
    def asking(over, _):
        while True:
            yield name, {"match_id": over}
    return asking


COMMANDS = {"ask_story": ask_story, "ask_story_of_now": ask_story_of_now, "open_match": open_match, "open_after_a_gap": open_after_a_gap,
            **{name: asks(name) for name in ("rematch", "export", "ask_receipt", "ask_luck")},
            "list_matches": list_matches}


def all_in_turn(over, running):
    generators = [asking(over, running) for asking in COMMANDS.values()]
    wanted = [next(generator) for generator in generators]
    while True:
        for number, generator in enumerate(generators):
            wanted[number] = generator.send((yield wanted[number]))


def ask_for_ever(port, token, source, asking, matches, answers, refusals):
    with contextlib.suppress(Gone), Person(port, source, timeout=120) as person:
        person.sign_in(token=token)
        questions = asking(*matches)
        command, fields = next(questions)
        while True:
            try:
                answer = person.ask(command, **fields)
                with answers.get_lock():
                    answers.value += 1
            except Refused as refused:
                answer = None
                with refusals.get_lock():
                    refusals.value += 1
                time.sleep(min(1, refused.refusal.get("retry_after_ms", 0) / 1000))
            person.news.clear()
            command, fields = questions.send(answer)


def attack(port, token, name, matches, answers, refusals):
    take_core(1)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    threads = [threading.Thread(target=ask_for_ever, args=(port, token, "127.0.0.40", COMMANDS[name], matches, answers, refusals))
               for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def measure(server, token, name, matches, seconds, rounds):
    calm, attacked, answered, refused = [], [], [], []
    most = 0
    for _ in range(rounds):
        with busy_cores():
            calm.append(others_play(server, seconds))
        answers, refusals = multiprocessing.Value("Q", 0), multiprocessing.Value("Q", 0)
        asking = multiprocessing.Process(target=attack, args=(server.port, token, name, matches, answers, refusals), daemon=True)
        began = time.monotonic()
        asking.start()
        time.sleep(0.5)
        attacked.append(others_play(server, seconds))
        most = max(most, memory_mib(server.process.pid))
        answered.append(answers.value / (time.monotonic() - began))
        refused.append(refusals.value / (time.monotonic() - began))
        asking.kill()
        asking.join()
        time.sleep(1)
    middle = [[statistics.median(column) / 1000 for column in zip(*phases)] for phases in (calm, attacked)]
    return *middle, statistics.median(answered), statistics.median(refused), most


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--commands", nargs="+", choices=COMMANDS, default=list(COMMANDS))
    parser.add_argument("--moves", type=int, default=10**9, help="fewer than the longest match has")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    failures = []
    with Server(options.bin_dir, *UNLIMITED) as server:
        with Person(server.port, "127.0.0.40", timeout=60) as person:
            person.sign_in("Endless")
            over, longest = campaign(person, options.moves)
            running, almost = campaign(person, min(options.moves, longest - 10))
            token = person.token
        server.terminate()
        server.options = [*MANY_MATCHES]
        server.start()
        take_core(0, server.process.pid)
        others_play(server, 1)  # what the server needs once and for all
        print(f"a match of {longest} moves that is over, one of {almost} that runs; {CONNECTIONS} connections of one account\n\n"
              "| command | answers a second | refused | others' turn, p50 / p99, ms | with it | p99 | MiB at most |\n|---|---|---|---|---|---|---|",
              flush=True)
        for name in options.commands:
            calm, attacked, answered, refused, most = measure(server, token, name, (over, running), options.seconds, options.rounds)
            print(f"| {name} | {answered:.0f} | {refused:.0f} | {calm[0]:.2f} / {calm[1]:.2f} | {attacked[0]:.2f} / {attacked[1]:.2f} "
                  f"| {attacked[1] / calm[1]:.2f} times | {most:.0f} |", flush=True)
            if attacked[1] > LONGER * calm[1]:
                failures.append(f"{name}: others' turns take {attacked[1] / calm[1]:.2f} times as long, of {LONGER} allowed")
            if most > MOST_MIB:
                failures.append(f"{name}: {most:.0f} MiB of memory, of {MOST_MIB} allowed")
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
