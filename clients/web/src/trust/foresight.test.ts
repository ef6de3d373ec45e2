import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { words } from '../i18n/index.svelte';
import { foresightOf, foresightText } from './foresight';
import type { MatchRecord } from './record';

interface Vector {
  why: string;
  seats: ('player' | 'bot')[];
  start_rolls: number;
  moves: { seat: number; kind: string; link?: boolean; links?: number[]; chainLost?: boolean; rolls: number }[];
  expect: { unforeseeable: number; after_bot: number; by_stand_in: number; without_chain: number };
}
const path = fileURLToPath(new URL('../../../../tests/vectors/statements.vectors.json', import.meta.url));
const { foresight } = JSON.parse(readFileSync(path, 'utf8')) as { foresight: Vector[] };

const dice = (count: number) => Array.from({ length: count }, () => ({ sides: 6, value: 1 }));
const recordOf = ({ seats, start_rolls, moves }: Vector): Pick<MatchRecord, 'seats' | 'start' | 'moves'> => ({
  seats: seats.map((seat) => (seat === 'bot' ? { bot: 'greedy' } : { name: '', commitment: '', x0: '' })),
  start: { rolls: dice(start_rolls), events: [] },
  moves: moves.map(({ seat, kind, link, links, rolls }) => ({
    seat,
    kind,
    ...(link ? { link: 'x' } : {}),
    ...(links ? { links: links.map((other) => ({ seat: other, link: 'x' })) } : {}),
    rolls: dice(rolls),
    events: [],
    hash: '',
  })),
});

test.each(foresight)('$why', (vector) => {
  const { unforeseeable, after_bot, by_stand_in, without_chain } = vector.expect;
  expect(foresightOf(recordOf(vector))).toEqual({
    rolls: unforeseeable + after_bot + by_stand_in + without_chain,
    unforeseeable,
    afterBot: after_bot,
    byStandIn: by_stand_in,
    withoutChain: without_chain,
  });
});

test('in words', () => {
  const seen = { rolls: 40, unforeseeable: 31, afterBot: 9, byStandIn: 0, withoutChain: 0 };
  expect(foresightText(seen)).toBe(
    '31 of 40 rolls mixed in a secret that the server did not have; 9 rolls came after a bot’s move.',
  );
});

test('in French a space that is not broken stands before what joins the parts', async () => {
  const seen = { rolls: 40, unforeseeable: 31, afterBot: 9, byStandIn: 0, withoutChain: 0 };
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('fr');
  expect(foresightText(seen)).toMatch(/\u00a0; 9 /);
  await words.use('en');
  vi.unstubAllGlobals();
});
