#!/usr/bin/env python3
"""Upkeep while many matches are being played: a backup restored elsewhere, a drain, a restart after which all go on.

    upkeep_under_load.py BIN_DIR [--matches 500]

Each match has a client of its own, a process, which comes back by itself. Takes about two minutes, most of which the
players think.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time

from serving import AdminServer, client, run_client

THINK_MS = 3000  # that a player thinks about a move; a duel has some fifteen of them
DRAIN_SECONDS = 2
EARLY = 3  # matches that are over before the others begin
START_SECONDS = 120


def verify_all(server):
    """Every finished match as its record; how many."""
    matches = server.every("/admin/v1/matches?state=finished&fields=id&limit=500", "matches")
    path = os.path.join(server.folder, "record.json")
    for match in matches:
        with open(path, "wb") as file:
            file.write(server.get(f"/admin/v1/matches/{match['id']}/export").bytes)
        status, out, err = run_client(server, "verify", path)
        assert status == 0, out + err
    return len(matches)


def books_fit(server, data):
    done = subprocess.run([server.bin_dir / "wyrmhalld", "check-data", "--data", data], text=True, capture_output=True,
                          timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def restored_elsewhere(server, name):
    """The backup in another folder, under another server: how many matches run in it and how many are finished."""
    restore = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "deploy", "backup", "restore")
    folder = tempfile.mkdtemp(prefix="wyrmhall-restored-")
    try:
        data = os.path.join(folder, "data")
        subprocess.run([restore, os.path.join(server.folder, "data", "backups", name), data], check=True,
                       capture_output=True)
        books_fit(server, data)
        with AdminServer(server.bin_dir, data=folder) as other:
            check = other.finish_job(other.ask("POST", "/admin/v1/integrity-checks"))
            assert check["result"] == {"clean": True, "troubles": []}, check
            running = other.every("/admin/v1/matches?state=running&fields=id&limit=500", "matches")
            return len(running), verify_all(other)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def player(server, number):
    # With a folder of its own: what the players of one folder keep of a start is written by one after the other, which
    # takes many of them longer than the server waits where the disk is slow.
    state = os.path.join(server.folder, "clients", str(number))
    with open(os.path.join(server.folder, f"player-{number}.log"), "wb") as log:
        return client(server, "play", "duel", "--auto", "random", "--bot", "random", "--think", str(THINK_MS),
                      name=f"Player {number}", state=state, stdout=log, stderr=log)


def all_have_started(server, players):
    deadline = time.monotonic() + START_SECONDS
    while sum(game["started"] for game in server.get("/admin/v1/status").json["games"]) < len(players) + EARLY:
        for number, one in enumerate(players):
            if one.poll():
                with open(os.path.join(server.folder, f"player-{number}.log"), encoding="utf-8") as log:
                    raise AssertionError(f"player {number} ended with {one.returncode}: {log.read()[-2000:]}")
        assert time.monotonic() < deadline, "not all matches have started"
        time.sleep(0.05)


def look_after(server, count, players):
    for i in range(EARLY):  # so that something is finished
        server.play(f"Early {i}")
    players += [player(server, i) for i in range(count)]
    all_have_started(server, players)

    began = time.monotonic()
    job = server.finish_job(server.ask("POST", "/admin/v1/backups"))
    took = time.monotonic() - began
    assert job["state"] == "done", job
    playing = server.get("/admin/v1/drain").json["playing"]
    assert playing >= count * 9 // 10, f"only {playing} matches were still being played"
    began = time.monotonic()
    assert server.ask("POST", "/admin/v1/drain", body={"seconds": DRAIN_SECONDS}).status == 202
    assert server.process.wait(timeout=DRAIN_SECONDS + 10) == 0
    ended = time.monotonic() - began
    server.start()
    print(f"{playing} matches were being played; a backup took {took:.1f} s, and the server ended after {ended:.1f} s "
          f"({DRAIN_SECONDS} s were given)", flush=True)

    running, finished = restored_elsewhere(server, job["result"]["name"])
    assert running >= playing and finished >= EARLY, (running, finished)
    print(f"the backup, {job['result']['bytes'] / 1e6:.1f} MB, restored elsewhere: clean, {running} matches run in it, "
          f"{finished} are finished and verify", flush=True)

    for one in players:
        assert one.wait(timeout=300) == 0, "a player could not go on after the restart"
    books_fit(server, os.path.join(server.folder, "data"))
    finished = verify_all(server)
    assert finished == count + EARLY, f"{finished} matches are finished"
    assert not server.get("/admin/v1/matches?state=running").json["matches"]
    print(f"after the restart all went on: {finished} matches are finished, and every record verifies")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--matches", type=int, default=500)
    options = parser.parse_args()
    players = []
    with AdminServer(options.bin_dir) as server:
        try:
            look_after(server, options.matches, players)
            shutil.rmtree(server.folder)
        finally:
            for one in players:
                one.kill()
                one.wait()


if __name__ == "__main__":
    main()
