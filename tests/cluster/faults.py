"""What can happen to several servers and to what they stand on. Each fault is a generator that lets it happen to a Scene, and
yields a Hit whenever moves are to go on: whoever asks may wait there until they do. Standard library only."""

import collections
import dataclasses
import pathlib
import random
import signal
import time

TAKEN_OVER = 75            # with which a server ends that was taken for dead
DEAD_AFTER = 5             # seconds
AWAY = DEAD_AFTER + 3      # seconds, so that others have noticed
ENDS_WITHIN = 20           # seconds, of a server that was taken for dead
STOPS_WITHIN = 10          # seconds, of a server that hands over what it has
NO_JUDGEMENT = 15 + 2      # seconds after an outage of its database in which a server takes nobody for dead
BUS_AWAY = (0.5, 4)        # seconds
BUS_LONG_AWAY = 30         # seconds
CUT_FROM_BUS = 4           # seconds
CUT_FROM_BUS_LONG = 12     # seconds, longer than a link between servers waits
SLOW_FOR = 5               # seconds
SLOW_BY_MS = 50
WRONG_CLOCK_FOR = 10       # seconds
WRONG_CLOCK_HOURS = (-1, 1)
UNTIL_GONE = "frozen, until it is gone"


@dataclasses.dataclass
class Hit:
    since: float           # as time.monotonic() says it: from here on a pause counts
    server: object = None  # which it happened to, if to one alone


class Scene:
    """Servers, their bus, and for more faults a Pair as their store and the Ways to both, one of each server."""

    def __init__(self, servers, bus, pair=None, ways=(), other_build=None):
        self.servers = servers
        self.bus = bus
        self.pair = pair
        self.ways = ways
        self.builds = [servers.bin_dir, pathlib.Path(other_build) if other_build else servers.bin_dir]
        self.measured = collections.defaultdict(list)  # seconds by what was measured
        self.judged_from = 0.0

    def any_server(self):
        """Half of the time the one that runs most matches: who has just come back runs few, and few miss it."""
        if self.pair is None or random.random() < 0.5:
            return random.choice(self.servers.each)
        name = self.pair.sql("SELECT node.name FROM shard JOIN node ON node.id = shard.owner GROUP BY node.name "
                             "ORDER BY count(*) DESC LIMIT 1")
        return self.servers.named(name)

    def ways_of(self, server):
        return self.ways[self.servers.each.index(server)]

    def nobody_is_judged(self):
        """From now on, for some time: a server that has lost its database takes nobody for dead."""
        self.judged_from = time.monotonic() + NO_JUDGEMENT

    def wait_for_judges(self):
        time.sleep(max(0.0, self.judged_from - time.monotonic()))

    def runs(self):
        """The latest run of each server, unless it was declared dead."""
        return self.pair.sql("SELECT id FROM node WHERE alive AND id IN (SELECT max(id) FROM node GROUP BY name) ORDER BY id")


def stop(server):
    """As for a new release: it hands over what it has."""
    seconds, status = server.terminate()
    assert status == 0, f"status {status}: {server.read_log()[-1000:]}"
    assert seconds < STOPS_WITHIN, f"it took {seconds:.1f} s to stop"


def is_gone(server):
    """Waits until a server ends that others have taken for dead. Returns how long that took."""
    began = time.monotonic()
    status = server.process.wait(timeout=ENDS_WITHIN)
    assert status == TAKEN_OVER, f"a server that was taken for dead ended with {status}: {server.read_log()[-1000:]}"
    return time.monotonic() - began


def kill_and_restart(scene):
    """A server dies and comes back at once."""
    hit = Hit(time.monotonic(), scene.any_server())
    hit.server.kill()
    hit.server.start()
    yield hit


def kill_for_good(scene):
    """A server's machine is gone: others notice, and go on; later it comes back."""
    scene.wait_for_judges()
    hit = Hit(time.monotonic(), scene.any_server())
    hit.server.kill()
    time.sleep(AWAY)
    hit.server.start()
    yield hit


def freeze(scene):
    """A server goes on after others have taken its place, and ends."""
    scene.wait_for_judges()
    hit = Hit(time.monotonic(), scene.any_server())
    hit.server.process.send_signal(signal.SIGSTOP)
    time.sleep(AWAY)
    hit.server.process.send_signal(signal.SIGCONT)
    scene.measured[UNTIL_GONE].append(is_gone(hit.server))
    hit.server.start()
    yield hit


def stop_and_start(scene):
    """A server is told to stop, and started again."""
    hit = Hit(time.monotonic(), scene.any_server())
    stop(hit.server)
    hit.server.start()
    yield hit


def kill_bus(scene):
    """What servers tell each other is lost for some seconds."""
    hit = Hit(time.monotonic())
    scene.bus.kill()
    time.sleep(random.uniform(*BUS_AWAY))
    scene.bus.start()
    yield hit


def kill_bus_for_long(scene):
    """For so long that servers give up what they had to tell each other; the pause counts from its return."""
    scene.bus.kill()
    time.sleep(BUS_LONG_AWAY)
    scene.bus.start()
    yield Hit(time.monotonic())


def cut_from_database(scene):
    """A server's network to the database swallows everything, while its players and the others reach it: others take it for
    dead, and once it learns of that it ends."""
    scene.wait_for_judges()
    hit = Hit(time.monotonic(), scene.any_server())
    database = scene.ways_of(hit.server).database
    database.freeze()
    time.sleep(AWAY)
    database.thaw()
    is_gone(hit.server)
    hit.server.start()
    yield hit


def reset_from_database(scene):
    """A server loses its connections to the database, and gets new ones."""
    hit = Hit(time.monotonic(), scene.any_server())
    database = scene.ways_of(hit.server).database
    database.kill()
    scene.nobody_is_judged()
    database.start()
    yield hit


def cut_from_bus(scene, seconds=CUT_FROM_BUS):
    """A server neither hears the others nor is heard."""
    hit = Hit(time.monotonic(), scene.any_server())
    bus = scene.ways_of(hit.server).bus
    bus.freeze()
    time.sleep(seconds)
    bus.thaw()
    yield hit


def cut_from_bus_for_long(scene):
    """For so long that the others give up what they had to tell it."""
    yield from cut_from_bus(scene, CUT_FROM_BUS_LONG)


def slow_database(scene):
    """What a server asks the database comes there late."""
    hit = Hit(time.monotonic(), scene.any_server())
    database = scene.ways_of(hit.server).database
    database.slow_down()
    time.sleep(SLOW_FOR)
    database.speed_up()
    yield hit


def lose_primary(scene):
    """The primary is killed and its standby promoted; the pause counts from there. Nobody is taken for dead because of it, not
    even once servers judge each other again."""
    runs = scene.runs()
    yield Hit(scene.pair.fail_over())
    scene.nobody_is_judged()
    scene.pair.rebuild_standby()
    scene.wait_for_judges()
    assert scene.runs() == runs, f"a server was taken for dead because the primary was lost: of {runs} there is {scene.runs()}"


def rolling_deploy(scene):
    """Server after server is stopped and started, each with the programs of the other build."""
    for server in scene.servers.each:
        hit = Hit(time.monotonic(), server)
        stop(server)
        server.bin_dir = scene.builds[1] if server.bin_dir == scene.builds[0] else scene.builds[0]
        server.start()
        yield hit


def clock_library():
    """What gives a program another clock, of Debian's faketime; nothing where that is not installed."""
    return next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


def wrong_clock(scene):
    """A server runs for some time with a clock that is an hour off."""
    hit = Hit(time.monotonic(), scene.any_server())
    stop(hit.server)
    hit.server.start(environment={"LD_PRELOAD": str(clock_library()), "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                                  "FAKETIME": f"{random.choice(WRONG_CLOCK_HOURS):+d}h"})
    time.sleep(WRONG_CLOCK_FOR)
    yield hit
    hit = Hit(time.monotonic(), hit.server)
    stop(hit.server)
    hit.server.start()
    yield hit


# These need nothing but servers and a bus.
WITHOUT_WAYS = [kill_and_restart, stop_and_start, kill_bus, kill_for_good, freeze]
ALL = [*WITHOUT_WAYS, cut_from_database, reset_from_database, cut_from_bus, cut_from_bus_for_long, slow_database, lose_primary,
       rolling_deploy]
LONG = [kill_bus_for_long]
