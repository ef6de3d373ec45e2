#!/usr/bin/env python3
"""A bot that plays any game of a Wyrmhall server. It knows the protocol and the hand-shake of the dice, and no rules.

    apt-get install protobuf-compiler python3-protobuf python3-websockets
    examples/bot.py duel --against greedy --matches 2

It opens a table of its own, seats one of the server's bots in each other seat or waits for people, and chooses at random
among what it is offered. docs/protocol.md explains each step. It keeps no token: each run is a new guest, and a match that
it leaves cannot be taken up again. A client for people keeps both token and chain on its disk.
"""

import argparse
import asyncio
import hashlib
import importlib
import itertools
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import uuid

import websockets

PROTOCOL = pathlib.Path(__file__).resolve().parent.parent / "protocol"
CHAIN_LENGTH = 4096  # links, as many decisions as a chain serves
ANSWER_SECONDS = 60  # after which the server is given up
TURN_SECONDS = 120  # that each decision may take against people
INTERRUPTED = 130  # the exit status after Ctrl-C, as shells have it
PEOPLE = "people"
BOTS = ("random", "greedy", "easy", "normal", "hard", "perfect")


def load_contract(generated):
    """Generates the messages with protoc, and imports them."""
    files = sorted(str(path) for path in PROTOCOL.glob("wyrmhall/v1/*.proto"))
    subprocess.run(["protoc", f"--proto_path={PROTOCOL}", f"--python_out={generated}", *files], check=True)
    sys.path.insert(0, generated)
    return [importlib.import_module(f"wyrmhall.v1.{name}_pb2") for name in ("client", "server", "table", "game")]


# --- The dice (docs/dice.md) ---


def link(secret):
    return hashlib.sha256(b"wyrmhall link v1" + secret).digest()[:16]


def new_chain():
    """x_0 to x_N: each link is the hash of the next, so it is made from its end."""
    chain = [os.urandom(16)]
    while len(chain) <= CHAIN_LENGTH:
        chain.append(link(chain[-1]))
    return chain[::-1]


def prove(task):
    """The work that a server asks for before it takes one more guest from an address."""
    for nonce in itertools.count():
        found = hashlib.sha256(task.challenge + nonce.to_bytes(8, "big")).digest()
        if int.from_bytes(found, "big") >> (256 - task.zero_bits) == 0:
            return nonce.to_bytes(8, "big")


# --- Choosing ---


def fill(form):
    """A value for each part of a form, at random, with a sum within its bounds."""
    least = form.sum_least if form.HasField("sum_least") else 0
    most = form.sum_most if form.HasField("sum_most") else sum(max(part.values) for part in form.parts)
    # The sums that the last parts can have: none of them, the last one, the last two, and so on.
    sums = [{0}]
    for part in reversed(form.parts):
        sums.append({value + rest for value in part.values for rest in sums[-1] if value + rest <= most})
    left = random.choice(sorted(total for total in sums.pop() if total >= least))
    values = []
    for part in form.parts:
        rests = sums.pop()
        values.append(random.choice([value for value in part.values if left - value in rests]))
        left -= values[-1]
    return values


def decide(action, choices):
    """Writes one of the offered choices, or a filling of one of the forms, into an action."""
    chosen = random.choice([*choices.choices, *choices.forms])
    if hasattr(chosen, "parts"):
        action.form.number = chosen.number
        action.form.values.extend(fill(chosen))
    else:
        action.CopyFrom(chosen.action)


# --- The connection ---


class Refused(Exception):
    def __init__(self, refusal):
        known = refusal.DESCRIPTOR.fields_by_name["code"].enum_type.values_by_number.get(refusal.code)
        self.refusal, self.code = refusal, known.name.removeprefix("REFUSAL_CODE_") if known else str(refusal.code)
        super().__init__(f"{self.code}: {refusal.detail}")


class Connection:
    """One WebSocket. Each command is answered by one message; what comes by itself is kept in `news`, in order."""

    def __init__(self, socket, contract):
        self.socket = socket
        self.client, self.server, self.table, self.game = contract
        self.command_id = int.from_bytes(os.urandom(5), "big") + 1  # never 0, and not that of an earlier run
        self.news = []

    async def hear(self, seconds=ANSWER_SECONDS):
        frame = await asyncio.wait_for(self.socket.recv(), seconds)
        return self.server.ServerMessage.FromString(frame)

    async def ask(self, name, command):
        """Sends a command, and again when it came too fast; the message that answers it."""
        self.command_id += 1
        message = self.client.ClientMessage(command_id=self.command_id, **{name: command})
        while True:
            await self.socket.send(message.SerializeToString())
            answer = await self.hear()
            while answer.answer_to != self.command_id:
                self.news.append(answer)
                answer = await self.hear()
            if answer.WhichOneof("message") != "refusal":
                return answer
            refused = Refused(answer.refusal)
            if refused.code != "TOO_FAST":
                raise refused
            await asyncio.sleep(answer.refusal.retry_after_ms / 1000)

    async def next_news(self, seconds=ANSWER_SECONDS):
        return self.news.pop(0) if self.news else await self.hear(seconds)

    async def sign_in(self, name):
        """The games that the server offers, by name."""
        hello = self.client.Hello(protocol_version=1, client="example-bot 1")
        welcome = (await self.ask("hello", hello)).welcome
        # A program says that it is one. The server puts "Bot " before its name, so that people see whom they play.
        guest = self.client.SignIn(new_guest=name, bot=True)
        try:
            signed_in = await self.ask("sign_in", guest)
        except Refused as refused:
            if refused.code != "PROOF_NEEDED":
                raise
            guest.proof.challenge = refused.refusal.proof.challenge
            guest.proof.nonce = prove(refused.refusal.proof)
            signed_in = await self.ask("sign_in", guest)
        self.account = signed_in.signed_in.player.account_id
        return {offer.game: offer for offer in welcome.games}

    async def open_table(self, game, level):
        """A table with the game's own defaults, and a bot in each seat that is still free. The server says how many
        there are: one where a game is played alone unless its options say otherwise. Without a level the seats stay free, and the
        table is listed, so that people who want to play a bot sit down."""
        options = self.game.GameOptions()
        getattr(options, game).SetInParent()
        opening = self.client.OpenTable(options=options, hidden=level is not None)
        if level is None:
            opening.turn_seconds = TURN_SECONDS
        table = (await self.ask("open_table", opening)).table_state
        if level is None and all(sitting.WhichOneof("occupant") for sitting in table.seats):
            sys.exit(f"{game} is played alone unless its options say otherwise: there is no seat for people.")
        if level is None:
            print(f"{uuid.UUID(bytes=table.table_id)} {game}: waiting for people", flush=True)
            return table
        for seat, sitting in enumerate(table.seats):
            if sitting.WhichOneof("occupant") is None:
                bot = self.client.SeatBot(table_id=table.table_id, seat=seat, level=level)
                table = (await self.ask("seat_bot", bot)).table_state
        return table

    async def shake_hands(self, table, chain):
        """Commits to the chain, and shows its first secret once everybody has committed; the match as it opens."""
        state = table
        while state.phase != self.table.TABLE_PHASE_REVEALING:
            full = all(seat.WhichOneof("occupant") for seat in state.seats)
            mine = next((seat for seat in state.seats if seat.player.account_id == self.account), None)
            if mine is None or state.aborted_count:
                sys.exit("The start was called off. A client for people tries again, with a new chain.")
            # When somebody sits down or gets up it is another table, and everybody gets ready again.
            if full and not mine.commitment:
                ready = self.client.Ready(table_id=table.table_id, commitment=link(chain[0]),
                                          server_commitment=state.server_commitment)
                state = (await self.ask("ready", ready)).table_state
                continue
            message = await self.next_news(seconds=None)  # people sit down when they like
            if message.table_state.table_id == table.table_id:
                state = message.table_state
        # Here a client for people first checks the server's signature below state.start.
        await self.ask("reveal", self.client.Reveal(table_id=table.table_id, x0=chain[0]))
        while True:
            message = await self.next_news()
            if message.match_opened.info.match_id == table.table_id:
                return message.match_opened

    async def play(self, opened, chain):
        """Plays to the end: the last update, and how many links were shown."""
        shown = 0
        view = self.game.GameView()
        pending = list(opened.updates)
        while True:
            while not pending:
                message = await self.next_news(seconds=None)  # the server ends it when somebody takes too long
                if message.update.channel == opened.channel:
                    pending.append(message.update)
            update = pending.pop(0)
            # How the match stands. A bot that thinks would look at it; protobuf's own merge keeps it up to date.
            if update.HasField("snapshot"):
                view.CopyFrom(update.snapshot)
            view.MergeFrom(update.diff)
            if update.HasField("outcome"):
                return update, shown
            if pending or not update.HasField("choices"):
                continue
            act = self.client.Act(channel=opened.channel, version=update.version)
            decide(act.action, update.choices)
            # The first decision carries x_1, the next one x_2, and so on. A chain that is used up is given up, once.
            if shown < CHAIN_LENGTH:
                act.link = chain[shown + 1]
            elif shown == CHAIN_LENGTH:
                act.chain_lost = True
            try:
                self.news.append(await self.ask("act", act))  # behind the updates that came before it
                shown += 1
            except Refused as refused:
                # The match has gone on since, as other seats may decide too. The update is on its way, the link not used up.
                if refused.code not in ("STALE", "NOT_YOUR_TURN", "MATCH_OVER"):
                    raise

    async def export(self, match):
        """The record of a finished match, as bytes."""
        record = b""
        while True:
            part = (await self.ask("export", self.client.Export(match_id=match, offset=len(record)))).record
            record += part.data
            if len(record) >= part.total:
                return record


async def connect(server):
    try:
        return await websockets.connect(server, max_size=2**20)
    except websockets.InvalidURI:
        sys.exit(f"{server} is not the address of a server, such as ws://127.0.0.1:7420/ws.")
    except websockets.InvalidHandshake as error:
        sys.exit(f"What answers at {server} is not a server of Wyrmhall, whose addresses end in /ws ({error}).")
    except asyncio.TimeoutError:
        sys.exit(f"{server} does not answer in time.")
    except OSError as error:
        sys.exit(f"Nobody answers at {server} ({error}).")


async def run(arguments, contract):
    random.seed(arguments.seed)
    socket = await connect(arguments.server)
    try:
        await play_matches(Connection(socket, contract), arguments)
    finally:
        await socket.close()


async def play_matches(me, arguments):
    games = await me.sign_in(f"Example {os.urandom(4).hex()}")
    if arguments.game not in games:
        sys.exit(f"The server has no game {arguments.game}. Games: {', '.join(sorted(games))}.")
    people = arguments.against == PEOPLE
    level = None if people else me.table.BotLevel.Value(f"BOT_LEVEL_{arguments.against.upper()}")
    if not people and level not in games[arguments.game].bots:
        sys.exit(f"No bot of {arguments.game} is called {arguments.against}.")
    for _ in range(arguments.matches):
        table = await me.open_table(arguments.game, level)
        chain = new_chain()
        opened = await me.shake_hands(table, chain)
        last, shown = await me.play(opened, chain)
        if hashlib.sha256(last.server_seed).digest() != opened.info.server_commitment:
            sys.exit("The server's seed does not fit what it committed to before the match.")
        match, result = opened.info.match_id, "won" if opened.seat in last.outcome.winners else "not won"
        print(f"{uuid.UUID(bytes=match)} {arguments.game}: {result}, {shown} decisions", flush=True)
        if arguments.records:
            pathlib.Path(arguments.records, f"{match.hex()}.json").write_bytes(await me.export(match))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("game", help="such as duel or dance")
    parser.add_argument("--server", default="ws://127.0.0.1:7420/ws", help="the full address, /ws included")
    parser.add_argument("--against", default="normal", choices=(*BOTS, PEOPLE),
                        help="which of the server's bots to play against, or people: anyone who sits down at its table")
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--seed", type=int, help="makes what the bot chooses repeatable; the dice never are")
    parser.add_argument("--records", help="a folder for the records of the matches, to be verified")
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as generated:
            asyncio.run(run(arguments, load_contract(generated)))
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except Refused as refused:
        sys.exit(f"The server refused what it was asked for ({refused}).")
    except websockets.ConnectionClosed as error:
        sys.exit(f"The server closed the connection ({error}).")
    except asyncio.TimeoutError:
        sys.exit(f"The server has not answered for {ANSWER_SECONDS} seconds.")


if __name__ == "__main__":
    main()
