#!/usr/bin/env python3
"""kill -9 in the middle of many running matches: all of them finish, nobody is shown a state older than one before,
each acknowledged action is in its record exactly once, and every record verifies.

    crash.py BIN_DIR [--matches 200] [--kills 3] [--seed N]
"""

import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import time

from running import Server, client, run_client


def check_client(path, name):
    """What one client was shown: its match, and the ids of its actions that were acknowledged."""
    match_id, version, acknowledged, ended = None, -1, set(), False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            message = json.loads(line)
            updates = []
            if "matchOpened" in message:
                match_id = message["matchOpened"]["info"]["matchId"]
                updates = message["matchOpened"]["updates"]
            elif "update" in message:
                updates = [message["update"]]
            for update in updates:
                shown = int(update.get("version", 0))
                answer = int(message.get("answerTo", 0))
                is_repeat = answer and "update" in message and "diff" not in update and "snapshot" not in update
                assert is_repeat or shown >= version, f"{name} was shown version {shown} after {version}"
                version = max(version, shown)
                if answer and "update" in message:
                    acknowledged.add(answer)
                ended = ended or "outcome" in update
    assert ended, f"{name} never saw its match end"
    return match_id, acknowledged


def text_id(base64_id):
    import base64

    digits = base64.b64decode(base64_id).hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def check_record(server, match_id, name, acknowledged, folder):
    path = os.path.join(folder, match_id + ".json")
    status, _, err = run_client(server, "export", match_id, "-o", path, name=name)
    assert status == 0, f"export {match_id}: {status} {err}"
    status, out, err = run_client(server, "verify", path)
    assert status == 0, f"verify {match_id}: {status} {out} {err}"
    with open(path, encoding="utf-8") as file:
        ids = [int(move["actionId"]) for move in json.load(file)["moves"] if "actionId" in move]
    assert len(ids) == len(set(ids)), f"{match_id}: an action is recorded twice"
    missing = acknowledged - set(ids)
    assert not missing, f"{match_id}: {len(missing)} acknowledged actions are not in the record"
    return len(ids)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    random.seed(options.seed)

    with Server(options.bin_dir, "--limit-connections-per-address", "5000") as server:
        players, logs = {}, []
        # Half of the matches are between two people, half against a bot.
        for i in range(options.matches):
            against_bot = i % 2 == 1
            for side in range(1 if against_bot else 2):
                name = f"P{i} {'ab'[side]}"
                extra = ["--bot", "greedy"] if against_bot else ["--option", f"round_cap={100 + i // 2}"]
                extra += ["--option", "match_games=5"]
                out = open(os.path.join(server.folder, f"{name}.jsonl"), "w", encoding="utf-8")
                err = open(os.path.join(server.folder, f"{name}.err"), "w", encoding="utf-8")
                logs += [out, err]
                players[name] = client(server, "--json", "play", "duel", "--auto", "random", "--seed",
                                       str(options.seed + 2 * i + side), "--think", "250", *extra, name=name,
                                       stdout=out, stderr=err)
        for kill in range(options.kills):
            # The first when most of them have begun.
            time.sleep(random.uniform(4.0, 5.0) if kill == 0 else random.uniform(1.0, 3.0))
            running = sum(player.poll() is None for player in players.values())
            server.kill()
            time.sleep(random.uniform(0, 0.5))
            server.start()
            print(f"kill {kill + 1}: {running} clients were playing")
        deadline = time.monotonic() + 240
        for name, player in players.items():
            try:
                player.wait(timeout=max(1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                player.kill()
        for log in logs:
            log.close()
        failed = {name: player.returncode for name, player in players.items() if player.returncode != 0}
        for name in list(failed)[:5]:
            print(name, failed[name], open(os.path.join(server.folder, f"{name}.err"), encoding="utf-8").read()[-500:])
        assert not failed, f"{len(failed)} of {len(players)} clients did not finish"

        matches, owner, actions = {}, {}, 0
        for name in players:
            match_id, acknowledged = check_client(os.path.join(server.folder, f"{name}.jsonl"), name)
            match_id = text_id(match_id)
            matches.setdefault(match_id, set()).update(acknowledged)
            owner[match_id] = name
            actions += len(acknowledged)
        assert len(matches) == options.matches, f"{len(matches)} matches instead of {options.matches}"
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            recorded = sum(pool.map(lambda m: check_record(server, m, owner[m], matches[m], server.folder), matches))
        seconds, status = server.terminate()
        assert status == 0 and seconds < 3, f"SIGTERM: status {status} after {seconds:.1f} s"
        print(f"{len(matches)} matches finished over {options.kills} kills; {actions} acknowledged actions, none lost,"
              f" {recorded} recorded, none twice; every record verifies")


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(__file__))
    main()
