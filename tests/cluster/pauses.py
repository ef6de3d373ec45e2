"""How long running matches stand still, as their players see it. Standard library only.

Measured is the time in which the log of a client in a running match shows no new version, read every 20 ms: from the
moment that a fault yields until the client was shown the next move. So it is what a player notices. In it is how long a client
waits whose server is gone, before it connects again by way of the balancer (a quarter of a second, and twice as long with each
time that it does not succeed; a server that says that it goes away is left at once) or until it notices that a server is silent;
and that a player thinks, 40 ms. What a client waits
for before its match has begun does not count.
"""

import json
import threading
import time

LOOKS_EVERY = 0.02  # seconds
SHORTEST = 0.1      # seconds, of what is a pause
STANDS_STILL = 60   # seconds in which a match must go on


class Log:
    """Of one client, as far as it was read."""

    def __init__(self, path):
        self.path = path
        self.file = open(path, encoding="utf-8")  # pylint: disable=consider-using-with
        self.part = ""
        self.version = None  # of a running match
        self.moved = 0.0
        self.timed_out = False

    def read(self):
        """Notes what was added. The pause that ended with it, if any, as (from, until)."""
        before, began = self.version, self.moved
        *lines, self.part = (self.part + self.file.read()).split("\n")
        for line in lines:
            self.note(json.loads(line))
        ended = before is not None and self.moved > began + SHORTEST
        return (began, self.moved) if ended else None

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
                self.timed_out = update["outcome"].get("reason") == "OUTCOME_REASON_TIME"


class Pauses(threading.Thread):
    """Watches the logs of Players until it is told to finish."""

    def __init__(self, players):
        super().__init__(daemon=True)
        self.players = players
        self.logs = {}
        self.ended = []  # (from, until)
        self.timed_out = []  # paths
        self.lock = threading.Lock()
        self.finishing = threading.Event()
        self.start()

    def run(self):
        while not self.finishing.wait(LOOKS_EVERY):
            with self.lock:
                self.look()

    def look(self):
        running = set(self.players.running)
        for path in running - self.logs.keys():
            self.logs[path] = Log(path)
        for path, log in list(self.logs.items()):
            pause = log.read()
            if pause:
                self.ended.append(pause)
            if path not in running:
                log.file.close()
                self.timed_out += [path] if log.timed_out else []
                del self.logs[path]

    def playing(self):
        """How many clients are in a match now: nothing stands still where nothing runs."""
        with self.lock:
            return sum(log.version is not None for log in self.logs.values())

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

    def since(self, moment, clients=1):
        """The seconds of the pauses that had not ended then, from there on; and nothing for each further client that had none."""
        with self.lock:
            seconds = [until - max(moment, began) for began, until in self.ended if until > moment]
        return seconds + [0.0] * max(0, clients - len(seconds))

    def finish(self):
        self.finishing.set()
        self.join()
