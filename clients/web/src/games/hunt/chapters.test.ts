import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HuntDragonKind } from '../../gen/wyrmhall/v1/hunt_pb';
import { dragonsOf } from './chapters';
import { CHAPTERS } from './scene';

const rules = readFileSync(fileURLToPath(new URL('../../../../../docs/rules/hunt.md', import.meta.url)), 'utf8');

test('each chapter has the dragons that the rules name', () => {
  // "| Young Red, chapters 1 and 2 |": alone in chapter 1, and the second of two in chapter 2.
  const named = [...rules.matchAll(/^\| (\w+) (\w+), (?:chapters )?(\d+) and (\d+) \|/gm)];
  expect(named).toHaveLength(CHAPTERS);
  for (const [, first, second, alone, beside] of named) {
    const kind = HuntDragonKind[`${first}_${second}`.toUpperCase() as keyof typeof HuntDragonKind];
    expect(dragonsOf(Number(alone), 2)[0], `${first} ${second}`).toBe(kind);
    expect(dragonsOf(Number(beside), 2)[1], `${first} ${second}`).toBe(kind);
  }
  expect(dragonsOf(1, 1)).toHaveLength(1);
  expect(dragonsOf(CHAPTERS + 1, 2)).toEqual([]);
});
