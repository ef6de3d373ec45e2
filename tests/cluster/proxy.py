#!/usr/bin/env python3
"""A TCP proxy between a server and its database or bus, a process of its own so that it can be treated as a network is:
while it stands still (SIGSTOP) all that is sent is lost sight of, and when it is killed all connections are reset.

    proxy.py [--delay-ms N] PORT:PORT_OF_TARGET ...

SIGUSR1 begins to hold back what goes to the target, for --delay-ms a piece; SIGUSR2 ends that. While nobody listens at the
target nobody does here, so that whoever has several places to try goes on to the next. Standard library only.
"""

import argparse
import asyncio
import contextlib
import pathlib
import signal
import subprocess
import sys

PIECE_BYTES = 65536
LOOKS_EVERY = 0.05  # seconds, while nobody listens at the target


class Proxy:
    """The process, as tests see it: `ways` are pairs of its ports and its targets'."""

    def __init__(self, ways, delay_ms=0):
        self.command = [sys.executable, pathlib.Path(__file__).resolve(), "--delay-ms", str(delay_ms),
                        *(f"{port}:{target}" for port, target in ways)]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "listening\n", "a proxy does not start"
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def slow_down(self):
        self.process.send_signal(signal.SIGUSR1)

    def speed_up(self):
        self.process.send_signal(signal.SIGUSR2)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Slowness:
    def __init__(self, delay):
        self.delay = delay  # seconds
        self.on = False

    def set(self, on):
        self.on = on


class Way:
    """From one port to one target."""

    def __init__(self, port, target, slowness):
        self.port = port
        self.target = target
        self.slowness = slowness
        self.gone = asyncio.Event()

    async def answers(self):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return False
        writer.close()
        return True

    async def open(self):
        return await asyncio.start_server(self.carry, "127.0.0.1", self.port)

    async def keep_open(self, server):
        while True:
            await self.gone.wait()
            server.close()
            while not await self.answers():
                await asyncio.sleep(LOOKS_EVERY)
            self.gone.clear()
            server = await self.open()

    async def carry(self, reader, writer):
        """One connection, until either side ends it."""
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            self.gone.set()
            writer.transport.abort()
            return
        there = asyncio.create_task(self.pump(reader, far_writer, self.slowness))
        back = asyncio.create_task(self.pump(far_reader, writer, None))
        await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
        ended_there = back.done()
        for task in (there, back):
            task.cancel()
        for end in (writer, far_writer):
            end.close()
        if ended_there and not await self.answers():
            self.gone.set()

    @staticmethod
    async def pump(reader, writer, slowness):
        with contextlib.suppress(OSError):
            while piece := await reader.read(PIECE_BYTES):
                if slowness is not None and slowness.on:
                    await asyncio.sleep(slowness.delay)
                writer.write(piece)
                await writer.drain()


async def run(ways, slowness):
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, slowness.set, True)
    loop.add_signal_handler(signal.SIGUSR2, slowness.set, False)
    ways = [Way(int(port), int(target), slowness) for port, target in ways]
    opened = [await way.open() for way in ways]
    print("listening", flush=True)
    await asyncio.gather(*(way.keep_open(server) for way, server in zip(ways, opened)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ways", nargs="+", metavar="PORT:PORT_OF_TARGET")
    parser.add_argument("--delay-ms", type=int, default=0)
    options = parser.parse_args()
    asyncio.run(run([way.split(":") for way in options.ways], Slowness(options.delay_ms / 1000)))


if __name__ == "__main__":
    main()
