import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allPieces } from './all_pieces';

const RULES = fileURLToPath(new URL('../../../docs/rules/', import.meta.url));
const MOST_BYTES = 30_000;
const PICTURE = /^!\[([^\]]+)\]\((?:\.\.\/)?images\/dice-(\w+)\.svg\)$/m;

test('each picture that is kept is drawn here', () => {
  const kept = readdirSync(`${RULES}images`).sort();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).toEqual(
    Object.keys(allPieces)
      .map((game) => `dice-${game}.svg`)
      .sort(),
  );
});

test.each(Object.entries(allPieces))(
  '%s: it is kept as it is drawn, and each rulebook says what is on it',
  (game, drawn) => {
    expect(drawn.length).toBeLessThan(MOST_BYTES);
    expect(drawn).not.toMatch(/NaN|undefined/);
    // DOCS=1 script/web pictures docs draws it anew.
    expect(readFileSync(`${RULES}images/dice-${game}.svg`, 'utf8') === drawn).toBe(true);
    const said = ['', 'fr/'].map((folder) => PICTURE.exec(readFileSync(`${RULES}${folder}${game}.md`, 'utf8')));
    expect(said.map((found) => found?.[2])).toEqual([game, game]);
    expect(said[0]?.[1]).not.toBe(said[1]?.[1]);
  },
);
