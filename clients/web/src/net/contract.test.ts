// What belongs to a game is loaded when it is wanted, and until then none of its messages is read or made.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { parts } from '../gen/contract';
import { GameViewSchema, type GameView } from '../gen/wyrmhall/v1/game_pb';
import { HeroSchema } from '../gen/wyrmhall/v1/hero_pb';
import { SentenceSchema } from '../gen/wyrmhall/v1/sentence_pb';
import { ServerMessageSchema, type ServerMessage } from '../gen/wyrmhall/v1/server_pb';

type Game = NonNullable<GameView['game']['case']>;
const games = Object.keys(parts) as Game[];

// With the whole contract, as every test has it from the start.
const viewOf = (game: Game): Uint8Array =>
  toBinary(GameViewSchema, create(GameViewSchema, { game: { case: game, value: {} } }));
const frame = (answerTo: bigint, message: Parameters<typeof create<typeof ServerMessageSchema>>[1] = {}): Uint8Array =>
  toBinary(ServerMessageSchema, create(ServerMessageSchema, { ...message, answerTo }));
const table = (answerTo: bigint, game: Game): Uint8Array =>
  frame(answerTo, {
    message: { case: 'tables', value: { tables: [{ options: { game: { case: game, value: {} } } }] } },
  });

// The page as it starts: no game is there.
interface Fresh {
  linking: typeof import('./linking');
  contract: typeof import('./contract');
  reader: typeof import('./reader');
  game: typeof import('../gen/wyrmhall/v1/game_pb');
  hero: typeof import('../gen/wyrmhall/v1/hero_pb');
  sentence: typeof import('../gen/wyrmhall/v1/sentence_pb');
}
let fresh: Fresh;
beforeEach(async () => {
  vi.resetModules();
  fresh = {
    linking: await import('./linking'),
    contract: await import('./contract'),
    reader: await import('./reader'),
    game: await import('../gen/wyrmhall/v1/game_pb'),
    hero: await import('../gen/wyrmhall/v1/hero_pb'),
    sentence: await import('../gen/wyrmhall/v1/sentence_pb'),
  };
});

test('there is a part for each game', () => {
  expect(games).toEqual(GameViewSchema.oneofs[0].fields.map(({ name }) => name));
});

test.each(games)('a view of %s is not read before its part is there, and then it is', async (game) => {
  const bytes = viewOf(game);
  const { NotLoaded } = fresh.linking;
  expect(() => fromBinary(fresh.game.GameViewSchema, bytes)).toThrow(NotLoaded);
  expect(() => create(fresh.game.GameViewSchema, { game: { case: game, value: {} } })).toThrow(NotLoaded);
  expect(() => create(fresh.game.GameOptionsSchema, { game: { case: game, value: {} } })).toThrow(NotLoaded);
  await fresh.contract.loadContract(game);
  const view = fromBinary(fresh.game.GameViewSchema, bytes);
  expect(view.game.case).toBe(game);
  expect(view.$unknown).toBeUndefined();
  expect(toBinary(fresh.game.GameViewSchema, view)).toEqual(bytes);
  const other = games.find((each) => each !== game)!;
  expect(() => fromBinary(fresh.game.GameViewSchema, viewOf(other))).toThrow(NotLoaded);
});

test('what is in a message of a game is read whole, also where others hold it', async () => {
  const hero = toBinary(HeroSchema, create(HeroSchema, { name: 'Rowan', values: { seat: 1, level: 4 } }));
  expect(() => fromBinary(fresh.hero.HeroSchema, hero)).toThrow(fresh.linking.NotLoaded);
  await fresh.contract.loadContract('hunt');
  expect(fromBinary(fresh.hero.HeroSchema, hero).values).toMatchObject({ seat: 1, level: 4 });
});

test('a sentence of a game that is not loaded keeps its number', () => {
  const bytes = toBinary(
    SentenceSchema,
    create(SentenceSchema, { phrase: { case: 'hunt', value: 3 }, arguments: [1] }),
  );
  const { phrase } = fromBinary(fresh.sentence.SentenceSchema, bytes);
  expect(phrase).toEqual({ case: 'hunt', value: 3 });
});

test('of a game that the contract does not know nothing is loaded', async () => {
  await expect(fresh.contract.loadContract('chess')).resolves.toBeUndefined();
});

function readWith(wanted: () => boolean): {
  read: (bytes: Uint8Array) => void;
  seen: ServerMessage[];
  failed: () => number;
} {
  const seen: ServerMessage[] = [];
  let failed = 0;
  const reader = new fresh.reader.Reader({
    wanted,
    message: (message) => void seen.push(message),
    failed: () => void failed++,
  });
  return { read: (bytes) => reader.read(bytes), seen, failed: () => failed };
}

test('frames stay in order while a part is loaded', async () => {
  const { read, seen } = readWith(() => true);
  read(frame(1n));
  read(table(2n, 'duel'));
  read(frame(3n));
  read(table(4n, 'arena'));
  read(frame(5n));
  expect(seen.map(({ answerTo }) => answerTo)).toEqual([1n]);
  await vi.waitFor(() => expect(seen.map(({ answerTo }) => answerTo)).toEqual([1n, 2n, 3n, 4n, 5n]));
  const { message } = seen[3];
  expect(message.case === 'tables' && message.value.tables[0].options?.game.case).toBe('arena');
  read(table(6n, 'duel'));
  expect(seen.at(-1)?.answerTo).toBe(6n);
});

test('a command about a game that is not there is sent once it is', async () => {
  const { Session } = await import('./session');
  const { Line } = await import('../testing/line');
  const { ProfileStore } = await import('../profile/profile_store');
  const line = new Line();
  const kept = new Map<string, string>();
  const profiles = new ProfileStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  const ignored = (): void => undefined;
  const session = new Session(line.dial, profiles, {
    link: ignored,
    welcome: ignored,
    signedIn: ignored,
    received: ignored,
    notice: ignored,
    failed: ignored,
    unknown: ignored,
  });
  session.start(true);
  line.signIn(new Uint8Array(32).fill(9));
  const options = { game: { case: 'duel', value: { lanes: 3 } } } as const;
  const made = session.request({ case: 'openTable', value: { options } });
  expect(line.last.case).toBe('signIn');
  await vi.waitFor(() => expect(line.last.case).toBe('openTable'));
  expect(line.last.value).toMatchObject({ options });
  line.answer({ case: 'tableState', value: {} });
  await expect(made).resolves.toMatchObject({ message: { case: 'tableState' } });
});

test('frames of a connection that has ended meanwhile are not read', async () => {
  let wanted = true;
  const { read, seen } = readWith(() => wanted);
  read(table(1n, 'duel'));
  wanted = false;
  await fresh.contract.loadContract('duel');
  await Promise.resolve();
  expect(seen).toEqual([]);
});

test('a part that cannot be loaded is tried twice, and then the connection is given up', async () => {
  vi.useFakeTimers();
  const { parts: fetched } = await import('../gen/contract');
  const load = vi.fn(() => Promise.reject(new Error('away')));
  fetched['duel'] = load;
  const { read, seen, failed } = readWith(() => true);
  read(table(1n, 'duel'));
  await vi.runAllTimersAsync();
  expect([load.mock.calls.length, seen.length, failed()]).toEqual([2, 0, 1]);
  vi.useRealTimers();
});
