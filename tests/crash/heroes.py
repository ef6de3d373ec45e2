#!/usr/bin/env python3
"""kill -9 while heroes that are kept hunt: in the middle of every hunt, in the village, and between matches. Each hero is
given back by each match exactly once, as the record of the match says.

    heroes.py BIN_DIR [--seed N]

A player makes a custom hero and a cleric. Both go on a campaign of three hunts or more; the custom hero hunts on alone
until it has reached level 3; the cleric then seeks its death in a band that is lost with it.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from hunting import Hunter  # noqa: E402
from kept import heroes_after, level_of  # noqa: E402
from nuggets import check_data, messages  # noqa: E402
from running import MANY_MATCHES, Server, client, run_client  # noqa: E402

PLAYER, KESTREL, EDRIC = "Mira", "Kestrel", "Edric"
SHEET = ["custom", "sword", "whirlwind", "fireball", "holy_wrath", "arrow_storm", "sudden_death", "mighty_strike"]
MOST_HUNTS = 60       # of a match, and
MOST_MATCHES = 8      # of these, until what is to be reached must have been
LONGEST_SECONDS = 240  # of all
REFUSED = 4           # the client's exit status


class Tally:
    def __init__(self):
        self.kills = {"hunt": 0, "village": 0, "end": 0, "between": 0}
        self.matches = {}  # by id: the names of its heroes, in their places


def asked(server, *command):
    status, out, err = run_client(server, "--json", *command, name=PLAYER)
    assert status == 0, f"{' '.join(command)}: status {status}: {out[-500:]} {err}"
    return messages(out)


def restart(server, tally, when):
    server.kill()
    server.start()
    tally.kills[when] += 1


def hero_shown(server, name):
    """A hero of the stable and its story, the first hunt first."""
    shown = asked(server, "heroes", "show", name)
    heroes = [hero for message in shown for hero in message.get("stable", {}).get("heroes", [])]
    hunts = [hunt for message in shown for hunt in message.get("heroStory", {}).get("hunts", [])]
    return next(hero for hero in heroes if hero["name"] == name), hunts[::-1]


def play(server, tally, heroes, options, is_enough, reckless=False):
    """One match, in which the server dies in each hunt, in each village, and as the match ends. What is enough ends it in
    a village, by resigning."""
    command = ["--json", "play", "hunt", "--turn-seconds", "0"]
    for option in options:
        command += ["--option", option]
    for hero in heroes:
        command += ["--hero", hero]
    player = client(server, *command, name=PLAYER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    hunter, killed_at_end = Hunter(player, reckless), False
    killed_in, villages, decisions, hunt, dies_at = set(), set(), 0, 0, 0
    try:
        for message in hunter.lines():
            if not hunter.read(message):
                continue
            assert hunter.practice in (None, "PRACTICE_REASON_UNSPECIFIED"), f"practice: {hunter.practice}"
            if hunter.hunt != hunt:
                hunt, decisions, dies_at = hunter.hunt, 0, random.randint(2, 6)
                assert hunt <= MOST_HUNTS, f"not enough after {MOST_HUNTS} hunts: {hunter.view['progress']}"
            if hunter.phase == "VILLAGE":
                if hunt not in villages:
                    villages.add(hunt)
                    restart(server, tally, "village")
                    continue  # it is shown again
                if is_enough(hunter) and not any(has.get("pending") for has in hunter.view["progress"].values()):
                    hunter.resign()
                    if not killed_at_end:
                        killed_at_end = True
                        time.sleep(random.choice([0, 0.003, 0.01, 0.03]))
                        restart(server, tally, "end")
                    continue
            decisions += 1
            hunter.decide()
            if decisions == dies_at and hunter.phase != "VILLAGE":
                # What was typed may have arrived or not.
                time.sleep(random.choice([0, 0.002, 0.01]))
                restart(server, tally, "hunt")
                killed_in.add(hunt)
        _, err = player.communicate(timeout=30)
        assert player.returncode == 0 and hunter.outcome, f"status {player.returncode}: {err[-800:]}"
    finally:
        with contextlib.suppress(ProcessLookupError):
            player.kill()
        player.wait()
    assert killed_in == set(range(1, hunt + 1)), f"of {hunt} hunts the server died in {sorted(killed_in)} alone"
    places = sorted(hunter.table_heroes, key=lambda hero: hero.get("place", 0))
    tally.matches[hunter.match_id] = [hero["name"] for hero in places]
    assert sorted(tally.matches[hunter.match_id]) == sorted(heroes), hunter.table_heroes
    print(f"match {len(tally.matches)}: {', '.join(heroes)}: {hunt} hunts", flush=True)
    return hunter


def record_of(server, match_id):
    path = os.path.join(server.folder, match_id + ".json")
    status, out, err = run_client(server, "export", match_id, "-o", path, name=PLAYER)
    assert status == 0, f"export: {status} {out} {err}"
    status, out, err = run_client(server, "verify", path, name=PLAYER)
    assert status == 0, f"verify: {status} {out} {err}"
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def word(enumerator, of):
    return enumerator.removeprefix(of).lower()


def check_hero(server, tally, name):
    """The hero as it is kept, and its story, against the records of all matches that it was in."""
    hero, hunts = hero_shown(server, name)
    values, story, chapter, slain, after = hero["values"], [], 0, 0, None
    for match_id, names in tally.matches.items():
        if name not in names:
            continue
        after = heroes_after(record_of(server, match_id))[names.index(name)]
        story += [(match_id, line) for line in after.story]
        chapter, slain = max(chapter, after.chapter), slain + after.slain
    assert "matchId" not in hero, f"{name} is still in a match: {hero}"
    kept = (values["level"], values["xp"], values["gold"], values["hpMax"], values["baseAc"], values["alive"],
            hero.get("chapter", 0), hero.get("slain", 0))
    expected = (after.level, after.xp, after.gold, after.hp_max, after.base_ac, after.alive, chapter, slain)
    assert kept == expected, f"{name}: {kept}, and the records say {expected}"
    assert values["level"] == level_of(values["xp"]), values
    skills = {word(s["id"], "HUNT_SKILL_"): word(s["part"], "HUNT_PART_") if "part" in s else None
              for s in values["skills"]}
    assert skills == after.skills, f"{name}: {skills}, and the records say {after.skills}"
    assert [word(item, "HUNT_ITEM_") for item in values.get("items", [])] == after.items, f"{name}: {values}"
    told = [(hunt["matchId"], {"chapter": hunt["chapter"],
                               "dragons": [word(kind, "HUNT_DRAGON_KIND_") for kind in hunt["dragons"]],
                               "outcome": word(hunt["outcome"], "HUNT_OUTCOME_"), "rounds": hunt["rounds"],
                               "xp": hunt.get("xp", 0), "gold": hunt.get("gold", 0), "level": hunt["level"],
                               "dead": hunt.get("dead", False)}) for hunt in hunts]
    assert told == story, f"{name}: the story\n{told}\nand the records\n{story}"
    assert [hunt["number"] for hunt in hunts] == list(range(1, len(hunts) + 1)), hunts
    return hero, len(hunts)


def check_given_back(server, tally):
    """Each match took each of its heroes once, at the revision that the match before left, and gave it back once."""
    database = next(pathlib.Path(server.folder, "data").glob("*.db"))
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as rows:
        for name in (KESTREL, EDRIC):
            uses = rows.execute("SELECT u.revision, u.body_before, u.body_after FROM match_heroes u JOIN heroes h ON"
                                " h.id = u.hero WHERE h.name = ? ORDER BY u.match", (name,)).fetchall()
            revision, body = rows.execute("SELECT revision, body FROM heroes WHERE name = ?", (name,)).fetchone()
            assert len(uses) == sum(name in names for names in tally.matches.values()), f"{name}: {len(uses)} uses"
            for (first, _, left), (then, came, _) in zip(uses, uses[1:] + [(revision, body, None)]):
                assert left is not None and then == first + 1 and came == left, f"{name}: revision {first}, then {then}"


def check_fallen(server, hero):
    fallen = [each for message in asked(server, "heroes", "fallen")
              for each in message.get("famousHeroes", {}).get("heroes", [])]
    assert [each["name"] for each in fallen] == [EDRIC] and fallen[0]["heroId"] == hero["heroId"], fallen
    assert fallen[0]["player"] == PLAYER and int(fallen[0]["fallenAtUs"]) > 0, fallen
    status, _, _ = run_client(server, "--json", "play", "hunt", "--hero", EDRIC, name=PLAYER)
    assert status == REFUSED, f"who has fallen was taken along: status {status}"


def too_long(*_):
    raise AssertionError(f"nothing came of it in {LONGEST_SECONDS} seconds")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of when the server dies; not of the dice")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    began = time.monotonic()
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONGEST_SECONDS)

    tally = Tally()
    with Server(options.bin_dir, "--limit-commands-per-second", "1000", "--limit-command-burst", "1000",
                *MANY_MATCHES) as server:
        asked(server, "heroes", "make", KESTREL, *SHEET)
        asked(server, "heroes", "make", EDRIC, "cleric")
        play(server, tally, [KESTREL, EDRIC], ["campaign=on", "defeat_rule=mercy"],
             lambda hunter: hunter.hunt >= 3 and all(hero.get("alive") for hero in hunter.view["heroes"].values()))
        restart(server, tally, "between")
        hero, _ = check_hero(server, tally, KESTREL)
        check_hero(server, tally, EDRIC)
        while hero["values"]["level"] < 3:
            assert len(tally.matches) < MOST_MATCHES, f"{KESTREL} is not yet at level 3: {hero}"
            play(server, tally, [KESTREL], ["heroes=custom:sword:" + "+".join(SHEET[2:]), "campaign=on", "defeat_rule=mercy"],
                 lambda hunter: hunter.view["progress"]["0"]["level"] >= 3)
            restart(server, tally, "between")
            hero, _ = check_hero(server, tally, KESTREL)
        edric, _ = hero_shown(server, EDRIC)
        while "fallenAtUs" not in edric:
            assert len(tally.matches) < 2 * MOST_MATCHES, f"{EDRIC} does not die"
            play(server, tally, [EDRIC], ["heroes=cleric"], lambda hunter: False, reckless=True)
            restart(server, tally, "between")
            edric, _ = check_hero(server, tally, EDRIC)
        told = [check_hero(server, tally, name)[1] for name in (KESTREL, EDRIC)]
        check_fallen(server, edric)
        folded = check_data(server)
        seconds, status = server.terminate()
        assert status == 0 and seconds < 3, f"SIGTERM: status {status} after {seconds:.1f} s"
        assert check_data(server) == folded == len(tally.matches), f"{folded} of {len(tally.matches)} matches"
        check_given_back(server, tally)
    kills = tally.kills
    print(f"{kills['hunt']} kills in hunts, {kills['village']} in villages, {kills['end']} as a match ended,"
          f" {kills['between']} between matches; {len(tally.matches)} matches; {KESTREL} has hunted {told[0]} times, level"
          f" {hero['values']['level']}; {EDRIC} {told[1]} times, and has fallen; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
