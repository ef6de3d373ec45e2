"""People with scripts who do whatever they like, each in a process of its own, all from the same few addresses."""

import collections
import contextlib
import dataclasses
import multiprocessing
import os
import random
import threading
import time

from bots import think_for_me
from load import Attacker, Counts, take_core
from long_match import all_in_turn, ask_for_ever, campaign
from person import DUEL, PROTOCOL, Gone, Person, Refused, address, start_match

THINKING_MATCHES = 12  # of each game, against the bots that think longest
ASKING = 4  # connections, about the longest match; an address has twenty
HEAD_START_SECONDS = 3


class Busybody:
    """One process of the attack that speaks the protocol. It never gives up, and takes a new address when it likes."""

    def __init__(self, port, sources, tally):
        self.port, self.sources, self.tally = port, sources, tally
        self.people = []

    def arrive(self):
        person = Person(self.port, random.choice(self.sources), timeout=5)
        try:
            return person.sign_in(f"X{time.monotonic_ns() % 10**15:015d}")
        except (Refused, Gone):
            person.close()
            raise

    def keep_doing(self, deed):
        while True:
            try:
                deed()
            except Refused as refused:
                self.tally[refused.code] += 1
                time.sleep(min(refused.refusal.get("retry_after_ms", 0) / 1000, 0.5))
            except (Gone, OSError):
                self.tally["connection refused or closed"] += 1
                time.sleep(0.02)

    def done(self, what):
        self.tally[what] += 1

    def with_person(self, deed):
        """Does it again and again as the same guest; another one when the connection is gone."""
        def once():
            if not self.people:
                self.people.append(self.arrive())
                self.done("guests made")
            try:
                deed(self.people[0])
            except Gone:
                self.people.pop().close()
                raise
            except Refused as refused:
                # A person who has all tables or matches that are allowed is of no more use.
                if refused.code == "REFUSAL_CODE_LIMIT_REACHED":
                    self.people.pop().close()
                raise
        self.keep_doing(once)

    # --- What they do ---

    def guests(self):
        def deed():
            self.arrive().close()
            self.done("guests made")
        self.keep_doing(deed)

    def tables(self):
        def deed(person):
            person.open_table(hidden=bool(random.getrandbits(1)))
            self.done("tables opened")
        self.with_person(deed)

    def seekers(self):
        """Sits down with somebody and never gets ready, or leaves."""
        def deed(person):
            table = person.ask("find_table", options=DUEL)["table_state"]
            self.done("seats taken")
            if random.random() < 0.5:
                person.ask("leave_table", table_id=table["table_id"])
        self.with_person(deed)

    def matches(self):
        """Starts matches with a week for each decision, against itself, and goes away."""
        def deed():
            with contextlib.ExitStack() as stack:
                people = [stack.enter_context(self.arrive()) for _ in range(2)]
                while True:
                    start_match(people, turn_seconds=604_800)
                    self.done("matches started")
        self.keep_doing(deed)

    def viewers(self):
        def deed(person):
            running = person.ask("list_tables")["tables"].get("running", [])
            if not running:
                time.sleep(0.05)
            for line in running:
                person.ask("open_match", match_id=line["match_id"])
                self.done("matches watched")
        self.with_person(deed)

    def exports(self):
        def deed():
            with contextlib.ExitStack() as stack:
                people = [stack.enter_context(self.arrive()) for _ in range(2)]
                opened = start_match(people)
                people[0].ask("resign", channel=opened[0]["channel"])
                while True:
                    for _ in range(10):
                        people[1].say("export", match_id=opened[0]["info"]["match_id"])
                    people[1].ask("export", match_id=opened[0]["info"]["match_id"])
                    self.done("records asked for")
        self.keep_doing(deed)


    def heroes(self):
        def deed(person):
            name = f"Hero {random.getrandbits(40):x}"
            stable = person.ask("make_hero", name=name, hero_class=PROTOCOL.enum("HUNT_CLASS_WARRIOR"))["stable"]
            made = next(hero["hero_id"] for hero in stable["heroes"] if hero["name"] == name)
            person.ask("retire_hero", hero_id=made)
            self.done("heroes made and retired")
        self.with_person(deed)


RAW = ["connects", "slow_upgrades", "silence", "never_reads", "valid_flood", "invalid_flood", "ping_flood", "empty_fragments"]
BUSY = ["guests", "tables", "seekers", "matches", "viewers", "exports", "heroes"]


def give_way():
    take_core(1)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def keep_reporting(tallies, name, number, tally_now):
    while True:
        time.sleep(1)
        tallies.put((name, number, tally_now()))


def in_background(run, *args):
    threading.Thread(target=run, args=args, daemon=True).start()


def attack(name, port, sources, number, tallies):
    give_way()
    if name in RAW:
        attacker = Attacker(port, number, Counts())
        attacker.source = sources[number % len(sources)]
        getattr(attacker, name)()
    tally = collections.Counter()
    busybody = Busybody(port, sources, tally)
    in_background(keep_reporting, tallies, name, number, lambda: dict(tally))
    getattr(busybody, name)()


def think(port, source, number, game, level, tallies):
    """Plays as many matches of a game as THINKING_MATCHES against the bots that think longest."""
    give_way()
    begun = multiprocessing.Value("Q", 0)
    in_background(keep_reporting, tallies, "bots", number, lambda: {f"matches of {game} with bots": begun.value})
    while True:
        with contextlib.suppress(Refused):
            think_for_me(port, source, random.getrandbits(32), {game: {}}, level, THINKING_MATCHES, begun)
        time.sleep(1)


def ask_about_longest(port, source, longest, tallies):
    """Every command that is about a long match, again and again, from one account."""
    give_way()
    answers, refusals = multiprocessing.Value("Q", 0), multiprocessing.Value("Q", 0)
    in_background(keep_reporting, tallies, "longest", 0, lambda: {"questions about the longest match": answers.value,
                                                                  "refusals about the longest match": refusals.value})

    def ask():
        while True:
            ask_for_ever(port, longest.token, source, all_in_turn, (longest.over, longest.running), answers, refusals)
            time.sleep(1)
    for _ in range(ASKING):
        in_background(ask)
    threading.Event().wait()


@dataclasses.dataclass
class Longest:
    """Two matches of one account: one that was played until the server ended it, and one that runs and is almost as long."""
    token: str
    over: str
    running: str


def play_longest(port, source, moves):
    """The matches that ask_about_longest() asks about, of at most `moves` moves. The server must not limit commands."""
    with Person(port, source, timeout=60) as person:
        person.sign_in("Endless")
        over, longest = campaign(person, moves)
        running, _ = campaign(person, min(moves, longest - 10))
        return Longest(person.token, over, running)


class Attack:
    """All of it at once, until it is told to stop. `games`: each game that bots are to think about, and their level."""

    def __init__(self, port, addresses, longest, games):
        sources = [address(number, "127.5") for number in range(addresses)]
        each = 1 if addresses == 1 else 4
        self.tallies = multiprocessing.Queue()
        self.processes = []
        # First who needs room for matches: the rest fills their address up.
        for number, (game, level) in enumerate(games.items()):
            self.start(think, port, sources[number % len(sources)], number, game, level)
        self.start(ask_about_longest, port, sources[0], longest)
        time.sleep(HEAD_START_SECONDS)
        for number in range(each):
            for place, name in enumerate(RAW + BUSY):
                self.start(attack, name, port, sources, number * len(RAW + BUSY) + place)

    def start(self, what, *args):
        self.processes.append(multiprocessing.Process(target=what, args=(*args, self.tallies), daemon=True))
        self.processes[-1].start()

    def end(self):
        """What was done and what was refused, all together."""
        latest = {}
        while not self.tallies.empty():
            name, number, tally = self.tallies.get()
            latest[name, number] = tally
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.join()
        return sum((collections.Counter(tally) for tally in latest.values()), collections.Counter())


