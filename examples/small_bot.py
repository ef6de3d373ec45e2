#!/usr/bin/env python3
"""A bot in a page: examples/small_bot.py duel ws://127.0.0.1:7420/ws. docs/bots-api.md goes through it."""
import asyncio, hashlib, itertools, os, pathlib, random, subprocess, sys, tempfile, websockets  # noqa: E401

PROTOCOL = pathlib.Path(__file__).resolve().parent.parent / "protocol"
with tempfile.TemporaryDirectory() as made:  # the messages, made by protoc
    files = map(str, PROTOCOL.glob("wyrmhall/v1/*.proto"))
    subprocess.run(["protoc", f"--proto_path={PROTOCOL}", f"--python_out={made}", *files], check=True)
    sys.path.insert(0, made)
    from wyrmhall.v1 import client_pb2 as client, game_pb2 as games, server_pb2 as server


def link(secret):
    return hashlib.sha256(b"wyrmhall link v1" + secret).digest()[:16]


def fill(form):
    while True:  # a value for each part, drawn until the sum is within its bounds
        values = [random.choice(part.values) for part in form.parts]
        if (not form.HasField("sum_least") or sum(values) >= form.sum_least) and (
                not form.HasField("sum_most") or sum(values) <= form.sum_most):
            return values


async def play(game, address):
    async with websockets.connect(address, max_size=2**20) as socket:
        ids, news = itertools.count(random.getrandbits(40) + 1), []

        async def hear():
            return server.ServerMessage.FromString(await asyncio.wait_for(socket.recv(), 60))

        async def ask(**command):  # one command, and its answer; what comes by itself meanwhile is news
            number = next(ids)
            while True:
                await socket.send(client.ClientMessage(command_id=number, **command).SerializeToString())
                while (answer := await hear()).answer_to != number:
                    news.append(answer)
                if not answer.HasField("refusal"):
                    return answer
                if answer.refusal.code != server.REFUSAL_CODE_TOO_FAST:
                    raise RuntimeError(answer.refusal.detail)
                await asyncio.sleep(answer.refusal.retry_after_ms / 1000)

        await ask(hello=client.Hello(protocol_version=1, client="small-bot 1"))
        # It says that it is a program. To be the same player the next time, keep the token that the answer has.
        await ask(sign_in=client.SignIn(new_guest=f"Small {os.urandom(3).hex()}", bot=True))
        options = games.GameOptions()
        getattr(options, game).SetInParent()
        table = (await ask(open_table=client.OpenTable(options=options, hidden=True))).table_state
        for seat, sitting in enumerate(table.seats):
            if sitting.WhichOneof("occupant") is None:  # level 1 is the bot that plays at random
                table = (await ask(seat_bot=client.SeatBot(table_id=table.table_id, seat=seat, level=1))).table_state
        chain = [os.urandom(16)]  # secrets, each the hash of the next: x_0 first once it is turned round
        while len(chain) <= 4096:
            chain.append(link(chain[-1]))
        chain.reverse()
        await ask(ready=client.Ready(table_id=table.table_id, commitment=link(chain[0]),
                                     server_commitment=table.server_commitment))
        await ask(reveal=client.Reveal(table_id=table.table_id, x0=chain[0]))
        while not (opened := (news.pop(0) if news else await hear()).match_opened).updates:
            pass
        shown, news[:0] = 0, [server.ServerMessage(update=update) for update in opened.updates]
        while True:
            update = (news.pop(0) if news else await hear()).update
            if update.HasField("outcome"):
                return "won" if opened.seat in update.outcome.winners else "not won"
            if update.HasField("choices") and not news:
                chosen = random.choice([*update.choices.choices, *update.choices.forms])
                act = client.Act(channel=opened.channel, version=update.version, link=chain[shown + 1])
                if hasattr(chosen, "parts"):
                    act.action.form.number = chosen.number
                    act.action.form.values.extend(fill(chosen))
                else:
                    act.action.CopyFrom(chosen.action)
                shown += 1
                news.append(await ask(act=act))


print(asyncio.run(play(*sys.argv[1:3])))
