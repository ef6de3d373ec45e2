#!/usr/bin/env python3
"""kill -9 around the ends of matches, again and again: every match that is won gives its winner one gold nugget, no more
and no less, and `wyrmhalld check-data` finds nothing wrong after any of the kills, nor beside the running server.

    nuggets.py BIN_DIR [--kills 100] [--players 8] [--seed N]
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from running import MANY_MATCHES, Server, client, run_client  # noqa: E402


def check_data(server):
    """Runs check-data; how many finished matches it folded."""
    command = [server.bin_dir / "wyrmhalld", "check-data", "--data", os.path.join(server.folder, "data")]
    done = subprocess.run(command, text=True, capture_output=True, timeout=120)
    assert done.returncode == 0, f"check-data: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr}"
    return int(done.stdout.split(" ", 1)[0])


def messages(text):
    return [json.loads(line) for line in text.splitlines()]


def seen_wins(path):
    """The matches that a client was shown to win: the ids of those that it saw end."""
    wins, match_id, seat = set(), None, -1
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            try:
                message = json.loads(line)
            except json.JSONDecodeError:
                continue  # the client was stopped in the middle of its last line
            updates = []
            if "matchOpened" in message:
                match_id = message["matchOpened"]["info"]["matchId"]
                seat = message["matchOpened"].get("seat", 0)
                updates = message["matchOpened"]["updates"]
            elif "update" in message:
                updates = [message["update"]]
            for update in updates:
                if seat in update.get("outcome", {}).get("winners", []):
                    wins.add(match_id)
    return wins


def check_player(server, name, path):
    """The tally of a player against its history, its list of matches and what its client was shown."""
    status, out, err = run_client(server, "--json", "nuggets", name=name)
    assert status == 0, f"nuggets of {name}: {status} {err}"
    pages = [message["nuggets"] for message in messages(out) if "nuggets" in message]
    lines = [line for page in pages for line in page.get("lines", [])]
    tally = int(pages[0].get("tally", 0))
    assert tally == sum(line["nuggets"] for line in lines), f"{name}: the history does not come to {tally}"
    history = {line["match"]["matchId"] for line in lines}
    assert len(history) == len(lines), f"{name}: a match is twice in the history"

    status, out, err = run_client(server, "--json", "matches", name=name)
    assert status == 0, f"matches of {name}: {status} {err}"
    who = messages(run_client(server, "--json", "sign-ins", name=name)[1])
    account = next(m["signedIn"]["player"]["accountId"] for m in who if "signedIn" in m)
    won, finished = set(), 0
    for message in messages(out):
        for match in message.get("matches", {}).get("matches", []):
            finished += "outcome" in match
            for seat in match.get("outcome", {}).get("winners", []):
                if match["seats"][seat].get("player", {}).get("accountId") == account:
                    won.add(match["matchId"])
    assert won == history, f"{name}: won {len(won)} matches, and {len(history)} gave nuggets"
    lost = seen_wins(path) - history
    assert not lost, f"{name} was shown {len(lost)} victories that gave nothing"
    return tally, finished


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    random.seed(options.seed)

    with Server(options.bin_dir, "--nuggets", "always", "--limit-connections-per-address", "1000", "--limit-commands-per-second", "1000",
                "--limit-command-burst", "1000", *MANY_MATCHES) as server:
        players, paths = {}, {}
        for i in range(options.players):
            name = f"Player {i}"
            paths[name] = os.path.join(server.folder, f"{i}.jsonl")
            # Half of them meet each other, half play against bots; all as fast as they can, one match after another.
            against = [] if i % 2 == 0 else ["--bot", "random"]
            with open(paths[name], "w", encoding="utf-8") as out, open(paths[name] + ".err", "w", encoding="utf-8") as err:
                players[name] = client(server, "--json", "play", "duel", "--auto", "random", "--seed",
                                       str(options.seed + i), "--option", "dragons=1,2", "--matches", "1000000",
                                       *against, name=name, stdout=out, stderr=err)
        checks = finished = grown = 0
        for kill in range(options.kills):
            # Long enough for clients to come back, then any moment: matches end all the time.
            time.sleep(random.uniform(0.6, 1.4))
            if kill % 10 == 5:
                check_data(server)
                checks += 1
            server.kill()
            now = check_data(server)
            checks += 1
            grown += now > finished
            finished = now
            server.start()
        time.sleep(1.5)
        failed = [name for name, player in players.items() if player.poll() is not None]
        for player in players.values():
            player.terminate()
            player.wait()
        for name in failed[:3]:
            print(name, open(paths[name] + ".err", encoding="utf-8").read()[-500:])
        assert not failed, f"{len(failed)} clients ended by themselves"
        tallies = {name: check_player(server, name, paths[name]) for name in players}
        nuggets = sum(tally for tally, _ in tallies.values())

        status, out, err = run_client(server, "--json", "richest", name="Player 0")
        assert status == 0, f"richest: {status} {err}"
        board = {line["player"]["name"]: int(line["nuggets"]) for message in messages(out)
                 for line in message.get("richest", {}).get("lines", [])}
        assert board == {name: tally for name, (tally, _) in tallies.items() if tally > 0}, board
        matches = check_data(server)
        seconds, status = server.terminate()
        assert status == 0 and seconds < 3, f"SIGTERM: status {status} after {seconds:.1f} s"
        assert check_data(server) >= matches
        assert grown * 2 > options.kills, f"matches ended between only {grown} of {options.kills} kills"
        print(f"{options.kills} kills; {matches} matches finished, some before {grown} of the kills; {nuggets} nuggets"
              f" of {len(tallies)} players, each with its match; check-data found nothing in {checks + 2} runs")


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(__file__))
    main()
