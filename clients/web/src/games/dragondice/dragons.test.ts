import { create } from '@bufbuild/protobuf';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DragondiceDragonType as T, DragondiceTerrain } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceViewSchema } from '../../gen/wyrmhall/v1/dragondice_pb';
import { numbered, readRulebook } from '../../rules/rulebook';
import {
  ATTACKS,
  BREATHS,
  KINDS,
  attacks,
  breathDoes,
  breathKills,
  breathsAt,
  breathsOf,
  kindOfDragon,
  victimsAt,
} from './dragons';
import { elementsOfDragon } from './elements';
import { dragonsAt, poolOf } from './scene';

const top = new URL('../../../../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, top), 'utf8');
const messagesIn = (language: string) =>
  JSON.parse(textOf(`clients/messages/dragondice/dragons/${language}.json`)) as Record<string, string>;
const TYPES = Object.values(T).filter((type): type is T => typeof type === 'number' && type > 0);

test.each([
  ['en', 'docs/rules/dragondice.md'],
  ['fr', 'docs/rules/fr/dragondice.md'],
])('the tables are those of the rulebook, in its words: %s', (language, path) => {
  const says = messagesIn(language);
  const book = readRulebook(textOf(path));
  // Kinds that do the same share a row.
  const table = book.pieces.find(({ rows }) => rows[0]?.[0] === says['attacks.it'])!.rows;
  const rows = table.slice(1).flatMap(([kinds, ...cells]) => (kinds ?? '').split(', ').map((kind) => [kind, ...cells]));
  expect(table[0]).toEqual([says['attacks.it'], ...KINDS.map((kind) => says[`kind.${kind}`])]);
  expect(rows).toEqual(
    KINDS.map((kind) => [says[`kind.${kind}`], ...KINDS.map((other) => says[`attacks.${ATTACKS[kind][other]}`])]),
  );
  const [{ text }] = numbered(book, 'DR-13');
  for (const breath of BREATHS) expect(text).toContain(`(${says[`breath.${breath}`]})`);
});

// DR-2 once more, as the server works it out.
test('any two dragons: who attacks whom', () => {
  const has = (type: T, other: T) =>
    elementsOfDragon(type).some((element) => elementsOfDragon(other).includes(element));
  for (const one of TYPES) {
    for (const other of TYPES) {
      const [a, b] = [kindOfDragon(one), kindOfDragon(other)];
      const expected = (): boolean => {
        if (a.startsWith('ivory') || b === 'ivory') return false;
        if (a === 'white') return b !== 'white';
        if (b === 'ivory_hybrid') return !has(one, other);
        return one !== other;
      };
      expect(attacks(one, other), `${T[one]} ${T[other]}`).toBe(expected());
    }
  }
});

test('what a breath is called and does: by elements, of a white dragon by the terrain', () => {
  expect(breathsOf(T.HYBRID_AIR_EARTH)).toEqual(['air', 'earth']);
  expect(breathsOf(T.IVORY_HYBRID_FIRE)).toEqual(['fire']);
  expect(breathsOf(T.IVORY)).toEqual(['ivory']);
  expect(breathKills(T.ELEMENTAL_AIR)).toBe(5);
  expect(breathKills(T.WHITE)).toBe(10);
  expect(breathDoes('water')).toBe('effect.missile');
  const view = create(DragondiceViewSchema, {
    terrains: Uint8Array.of(0, 0, DragondiceTerrain.FLATLAND_DRAGONS_LAIR),
    dragons: {
      0: { at: 2, type: T.WHITE },
      1: { at: 2, type: T.ELEMENTAL_FIRE, owner: 1 },
      2: { at: 2, type: T.IVORY },
      3: { at: 6, type: T.WHITE },
    },
  });
  const [white, fire, ivory] = dragonsAt(view, 2);
  expect(breathsAt(view, white)).toEqual(['white', 'air', 'earth']);
  expect(breathsAt(view, poolOf(view, 0)[0])).toEqual(['white']);
  expect(victimsAt(view, white, 2)).toEqual([1]);
  expect(victimsAt(view, fire, 2)).toEqual([0]);
  expect(victimsAt(view, ivory, 2)).toEqual([]);
  expect(victimsAt(view, poolOf(view, 0)[0], 2)).toEqual([1]);
  expect(victimsAt(view, fire, 0)).toEqual([]);
});
