"""How long running matches stand still, as their players see it. Standard library only.

Measured is the time in which the log of a client in a running match shows no new version, read every 20 ms: from the
moment that a fault's Hit gives until the client was shown the next move. So it has in it that a player thinks (40 ms), and the
way back to the client; not how long the client waits before it connects again, as long as only those are asked for that are
connected to another server than the one that was hit. What a client waits for before its match has begun does not count.
"""

import json
import threading
import time

LOOKS_EVERY = 0.02  # seconds
SHORTEST = 0.1      # seconds, of what is a pause
STANDS_STILL = 60   # seconds in which a match must go on


class Log:
    """Of one client, as far as it was read."""

    def __init__(self, path, place):
        self.path = path
        self.place = place
        self.file = open(path, encoding="utf-8")  # pylint: disable=consider-using-with
        self.part = ""
        self.version = None  # of a running match
        self.moved = 0.0

    def read(self):
        """Notes what was added. The pause that ended with it, if any, as (place, from, until)."""
        before, began = self.version, self.moved
        *lines, self.part = (self.part + self.file.read()).split("\n")
        for line in lines:
            self.note(json.loads(line))
        ended = before is not None and self.moved > began + SHORTEST
        return (self.place, began, self.moved) if ended else None

    def note(self, message):
        if "matchOpened" in message:
            updates = message["matchOpened"]["updates"]
        else:
            updates = [message["update"]] if "update" in message else []
        for update in updates:
            version = int(update.get("version", 0))
            if self.version is None or version > self.version:
                self.version, self.moved = version, time.monotonic()
            if "outcome" in update:
                self.version, self.moved = None, time.monotonic()


class Pauses(threading.Thread):
    """Watches the logs of Players until it is told to finish."""

    def __init__(self, players):
        super().__init__(daemon=True)
        self.players = players
        self.logs = {}
        self.ended = []  # (place, from, until)
        self.lock = threading.Lock()
        self.finishing = threading.Event()
        self.start()

    def run(self):
        while not self.finishing.wait(LOOKS_EVERY):
            with self.lock:
                self.look()

    def look(self):
        running = dict(self.players.running)
        for path, place in running.items():
            if path not in self.logs:
                self.logs[path] = Log(path, place)
        for path, log in list(self.logs.items()):
            pause = log.read()
            if pause:
                self.ended.append(pause)
            if path not in running:
                log.file.close()
                del self.logs[path]

    def wait_for_moves(self):
        """Until each match that runs now has gone on, or is over."""
        asked = time.monotonic()
        while True:
            with self.lock:
                waiting = [log for log in self.logs.values() if log.version is not None and log.moved < asked]
            if not waiting:
                return
            assert not self.players.failures, self.players.failures[0]
            assert time.monotonic() < asked + STANDS_STILL, "these stand still: " + ", ".join(
                f"{log.path} at version {log.version}" for log in waiting)
            time.sleep(LOOKS_EVERY)

    def longest(self, since, places):
        """The seconds of the longest pause of matches at these places that had not ended at `since`, from there on."""
        with self.lock:
            pauses = [until - max(since, began) for place, began, until in self.ended if place in places and until > since]
        return max(pauses, default=0.0)

    def finish(self):
        self.finishing.set()
        self.join()
