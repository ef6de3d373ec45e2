// Against what the server has recorded of whole matches, and what the rulebook says besides.
import { create } from '@bufbuild/protobuf';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DanceCardKind, DanceMovement, DancePhase, DanceRange, DanceViewSchema } from '../../gen/wyrmhall/v1/dance_pb';
import { clashOf, prospectsOf } from './clash';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../../../tests/${path}`, import.meta.url)), 'utf8'));

// --- The cards, as the rulebook's data have them and the server sends them ---

interface CardData {
  id: string;
  kind: 'attack' | 'defence' | 'move' | 'recover';
  ranges: string[];
  damage: number[] | null;
  protect: number[] | null;
  dodge: boolean;
  move: 'reduce' | 'increase' | null;
  combo: boolean;
}
const { cards: DATA } = read('vectors/dance.data.json') as { cards: CardData[] };
const KINDS = {
  attack: DanceCardKind.ATTACK,
  defence: DanceCardKind.DEFENCE,
  move: DanceCardKind.MOVE,
  recover: DanceCardKind.RECOVER,
};
const MOVES = { reduce: DanceMovement.REDUCE, increase: DanceMovement.INCREASE };
const CARDS = Object.fromEntries(
  DATA.map(({ kind, ranges, damage, protect, dodge, move, combo }, card) => [
    card,
    {
      kind: KINDS[kind],
      longRange: ranges.includes('long'),
      shortRange: ranges.includes('short'),
      damage: Uint8Array.from(damage ?? []),
      protect: dodge ? new Uint8Array(7).fill(255) : Uint8Array.from(protect ?? []),
      movement: move ? MOVES[move] : DanceMovement.UNSPECIFIED,
      combo,
    },
  ]),
);
const numberOf = (id: string): number => DATA.findIndex((card) => card.id === id);
const [CHARGE, HACK, SLASH, DODGE, ADVANCE, RECUPERATE] = [0, 1, 2, 3, 5, 7];
const [BREATH, RAKE, TAIL, FLAP, RETREAT_D] = [8, 9, 10, 11, 14];
const DECKS = [0, 8].map((from) => Uint8Array.from({ length: 8 }, (_, i) => from + i));
const view = (more: object = {}) =>
  create(DanceViewSchema, {
    phase: DancePhase.CARD,
    range: DanceRange.SHORT,
    life: { 0: 9, 1: 20 },
    dice: { 0: Uint8Array.of(5, 1, 3, 3, 6), 1: Uint8Array.of(2, 4, 6) },
    spent: { 0: Uint8Array.of(0, 0, 0, 1, 1), 1: Uint8Array.of(0, 0, 1) },
    hand: { 0: DECKS[0], 1: DECKS[1] },
    choices: { 0: { die: 0 }, 1: { die: 1 } },
    cards: CARDS,
    ...more,
  });

// --- What was recorded ---

interface Last {
  e: string;
  dice: [number, number];
  cards: [string, string];
  damage: [number, number];
  rangeFrom: 'long' | 'short';
  rangeTo: 'long' | 'short';
}
interface Recorded {
  moves: { events: Last[] }[];
}
const RANGES = { long: DanceRange.LONG, short: DanceRange.SHORT };
const NAMES = ['dance', 'dance-limit', 'dance-return-one', 'dance-draw', 'dance-bot-resigned', 'confirmed-dance'];
const LEAST = 40;

test('each exchange of the recorded matches comes to what the server has told', () => {
  const told = NAMES.flatMap((name) => (read(`records/${name}.json`) as Recorded).moves)
    .flatMap(({ events }) => events)
    .filter(({ e }) => e === 'last');
  expect(told.length).toBeGreaterThan(LEAST);
  for (const { dice, cards, damage, rangeFrom, rangeTo } of told) {
    const [knight, dragon] = cards.map(numberOf);
    const clash = clashOf(view({ range: RANGES[rangeFrom] }), [knight, dragon], dice);
    expect(clash, JSON.stringify({ cards, dice })).toMatchObject({ damage, range: RANGES[rangeTo] });
  }
});

// --- What the rulebook says besides ---

test('a second hit may follow where the first one hurts, the range is short, the dragon stands and the card is there', () => {
  const follows = (cards: [number, number], more: object = {}) => clashOf(view(more), cards, [4, 0]).followUp;
  expect(follows([HACK, 13])).toBe(true);
  expect(follows([SLASH, TAIL])).toBe(true);
  expect(follows([HACK, FLAP])).toBe(false);
  expect(follows([HACK, RETREAT_D])).toBe(false);
  expect(follows([CHARGE, TAIL], { range: DanceRange.LONG })).toBe(false);
  expect(follows([HACK, 13], { life: { 0: 9, 1: 2 } })).toBe(false);
  expect(follows([HACK, 13], { hand: { 0: Uint8Array.of(HACK, DODGE), 1: DECKS[1] } })).toBe(false);
  // It may have fallen itself.
  expect(follows([HACK, TAIL], { life: { 0: 0, 1: 20 } })).toBe(true);
});

const told = (seat: number, card: number, column?: number, more: object = {}) =>
  new Map(prospectsOf(view(more), seat, card, column).map(({ card: answer, ...rest }) => [answer, rest]));
const exactly = (n: number) => ({ least: n, most: n });

test('with both dice known each answer has one result, and what cannot be played has none', () => {
  const hack = told(0, HACK);
  expect([...hack.keys()]).toEqual([RAKE, TAIL, FLAP, 12, 13, RETREAT_D, 15]);
  expect(hack.get(RAKE)).toEqual({ dealt: exactly(3), taken: exactly(2), leadsTo: undefined, followUp: true });
  expect(hack.get(FLAP)).toEqual({ dealt: exactly(0), taken: undefined, leadsTo: undefined, followUp: false });
  expect(hack.get(RETREAT_D)).toMatchObject({ leadsTo: DanceRange.LONG, followUp: false });
  expect(told(0, DODGE).get(RAKE)).toMatchObject({ dealt: undefined, taken: exactly(0) });
  expect(told(1, RAKE).get(DODGE)).toMatchObject({ dealt: exactly(0), taken: undefined });
  expect(told(0, ADVANCE, undefined, { range: DanceRange.LONG }).get(BREATH)).toMatchObject({
    taken: exactly(4),
    leadsTo: DanceRange.SHORT,
  });
});

test('while dice are open it is told from the least to the most of those that are ready', () => {
  const open = { phase: DancePhase.DIE, choices: { 0: {}, 1: {} } };
  // None, 1, 3 or 5 against none, 2 or 4; the 6 is spent.
  expect(told(0, HACK, undefined, open).get(RAKE)).toMatchObject({
    dealt: { least: 1, most: 3 },
    taken: { least: 0, most: 2 },
  });
  // The own die is thought of, or chosen already.
  expect(told(0, HACK, 5, open).get(RAKE)).toMatchObject({ dealt: exactly(3), taken: { least: 0, most: 2 } });
  const mine = { phase: DancePhase.DIE, choices: { 0: { die: 1 }, 1: {} } };
  expect(told(0, HACK, undefined, mine).get(RAKE)).toMatchObject({ dealt: exactly(1) });
  expect(told(0, HACK, undefined, open).get(FLAP)).toMatchObject({ dealt: { least: 0, most: 1 } });
});

test('nothing is told of a card that cannot be played, nor where no cards are about to be played', () => {
  expect(told(0, CHARGE).size).toBe(0);
  expect(told(0, HACK, undefined, { hand: { 0: Uint8Array.of(RECUPERATE), 1: DECKS[1] } }).size).toBe(0);
  for (const phase of [DancePhase.COMBO, DancePhase.TAKE_BACK, DancePhase.OVER])
    expect(told(0, HACK, undefined, { phase }).size).toBe(0);
});
