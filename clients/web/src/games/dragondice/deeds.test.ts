import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { DragondiceDragonForm, DragondiceDragonType } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceUnitKind as K } from '../../gen/wyrmhall/v1/dragondice_unit_pb';
import { GameEventSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { BotLevel } from '../../gen/wyrmhall/v1/table_pb';
import { words } from '../../i18n/index.svelte';
import { aFrame } from '../../testing/frame';
import type { Deed } from '../module';
import { deeds } from './deeds';

const bytes = (...values: number[]) => Uint8Array.from(values);
const view = (seat: number) =>
  create(GameViewSchema, {
    game: {
      case: 'dragondice',
      value: {
        seat,
        units: { 0: { kind: K.DWARF_FOOTMAN }, 1: { kind: K.DWARF_FOOTMAN }, 2: { kind: K.DWARF_WARLORD } },
        kinds: { [K.DWARF_FOOTMAN]: { health: 1 }, [K.DWARF_WARLORD]: { health: 3 } },
        dragons: { 0: { type: DragondiceDragonType.WHITE, form: DragondiceDragonForm.DRAKE } },
      },
    },
  });
const info = create(MatchInfoSchema, {
  seats: [
    { occupant: { case: 'player', value: { name: 'Ada' } } },
    { occupant: { case: 'bot', value: { level: BotLevel.EASY } } },
  ],
});

// What some events that are told together were, while the bot marched.
function done(...told: object[]): (Deed | undefined)[] {
  const events = told.map((event) =>
    create(GameEventSchema, { game: { case: 'dragondice', value: { event: event as never } } }),
  );
  const frame = aFrame(2, view(0), { events, before: aFrame(1, view(1)) });
  return events.map((event) => deeds({ view: frame.view, info, seat: 0, waitingOn: 1, frame }, event));
}
const what = (event: object): string | undefined => done(event)[0]?.what.join(', ');

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('what happens while a bot marches is its doing, but not what the other one decides', () => {
  const designated = (seat: number) => done({ case: 'designated', value: { seat, dragon: 0 } })[0];
  expect(designated(1)).toEqual({ seat: 1, who: 'Easy bot', begins: false, what: [] });
  expect(designated(0)).toBeUndefined();
  expect(done({ case: 'end', value: {} })).toEqual([undefined]);
});

test('the step that ends a march belongs to it until the next one begins', () => {
  const seats = done(
    { case: 'wings', value: {} },
    { case: 'turn', value: { round: 2, seat: 0 } },
    { case: 'attack', value: {} },
  );
  expect(seats.map((deed) => deed?.seat)).toEqual([1, undefined, 0]);
});

test('in an attack it matters whom it killed', async () => {
  const damage = (value: object) => what({ case: 'damage', value });
  expect(damage({})).toBe('no damage');
  expect(damage({ net: 2 })).toBe('2 damage');
  expect(damage({ net: 5, killed: bytes(0, 1, 2), dead: bytes(0) })).toBe(
    '5 damage kills Warlord and Footman ×2, *White Drake slain*',
  );
  expect(what({ case: 'breath', value: { dragon: 0, killed: bytes(2) } })).toBe('breath kills Warlord');
  expect(what({ case: 'breath', value: { dragon: 0 } })).toBe('');
  expect(what({ case: 'unit', value: { unit: 0 } })).toBe('');
  await words.use('fr');
  expect(damage({ net: 1, dead: bytes(0) })).toMatch(/^1 dégât, \*terrassé\u00a0: /);
});

test('in a march it matters who moved, and who was called', () => {
  expect(what({ case: 'regroup', value: { unit: 2, from: 0, to: 3 } })).toBe('Warlord to the reserve');
  expect(what({ case: 'call', value: { seat: 1, dragon: 0, to: 3 } })).toBe('calls White Drake to the reserve');
  expect(what({ case: 'promoted', value: { down: bytes(0), up: bytes(2) } })).toBe('promotes Warlord');
  expect(what({ case: 'promoted', value: { up: bytes(2) } })).toBe('Warlord back again');
});
