// What a game adds to the page: its own script, which is all that only this game has loaded when its set-up or a running match
// of it is opened. Counted are code and English messages, with gzip, file by file. Not counted are what the page of the set-up
// or of the match loads in any case, what some other game loads for its own set-up or match, styles, the other languages, and
// what comes only after the board is there: rulebooks, how it ends, parts of a board that are seen later. Nor are those counted
// where a match shows them at once and so waits for them: one that is opened on one's own turn for what it is decided with, one
// in a village, a fight or a campaign for what belongs to that, and a phone for what it has instead of room. The wire contract
// of the game comes with whatever its server sends first; it is told, and not counted.
import { expect, test } from 'vitest';
import { visitor } from '../browser';
import { loadedWith, weight } from '../built';
import { GAMES } from '../games';
import { openSite } from '../site';

const { server, browser } = await openSite();

const KB = 1000;
const OWN = 30 * KB;

const partsOf = (game: string, ...names: string[]): string[] => names.map((name) => `src/games/${game}/${name}.ts`);
const match = (game: string) => loadedWith('src/pages/MatchPage.svelte', ...partsOf(game, 'words', 'playing'));
const setup = (game: string) => loadedWith('src/pages/PlayPage.svelte', ...partsOf(game, 'setup'));
const contract = (game: string) => loadedWith(`src/gen/parts/${game}.js`);

function ownOf(game: string, opened: (game: string) => Set<string>): string[] {
  const others = new Set(GAMES.filter((other) => other !== game).flatMap((one) => [...match(one), ...setup(one)]));
  const wire = contract(game);
  const own = [...opened(game)].filter((file) => !others.has(file) && !wire.has(file));
  console.log(`${game}: ${weight(own)}, and its contract ${weight([...wire].filter((file) => !others.has(file)))}`);
  return own;
}

test.each(GAMES)('opening a match of %s loads little that is its own', (game) => {
  const own = ownOf(game, match);
  expect(own.length).toBeGreaterThan(0);
  expect(weight(own)).toBeLessThan(OWN);
});

test.each(GAMES)('opening the set-up of %s loads little that is its own', (game) => {
  const own = ownOf(game, setup);
  expect(own.length).toBeGreaterThan(0);
  expect(weight(own)).toBeLessThan(OWN);
});

test.each(GAMES)('the board of %s is not loaded with its set-up, nor its set-up with its board', (game) => {
  const [board] = loadedWith(...partsOf(game, 'playing'));
  const [shown] = loadedWith(...partsOf(game, 'setup'));
  expect(shown).toBeDefined();
  expect([...setup(game)]).not.toContain(board);
  expect([...match(game)]).not.toContain(shown);
});

test('a game that is pointed at in the hall, or has the focus, is fetched with its board', async () => {
  const page = await visitor(browser);
  const fetched: string[] = [];
  page.on('response', (response) => fetched.push(new URL(response.url()).pathname.slice(1)));
  await page.goto(server.url);
  await page.waitForLoadState('networkidle');
  const scripts = (game: string) => partsOf(game, 'setup', 'playing').flatMap((part) => [...loadedWith(part)][0] ?? []);
  const [focused, pointed] = [GAMES[0], GAMES.at(-1)!];
  expect(fetched).not.toContain(scripts(pointed)[1]);
  await page.hover(`a[href="/play/${pointed}"]`);
  await expect.poll(() => fetched).toEqual(expect.arrayContaining(scripts(pointed)));
  expect(fetched).not.toContain(scripts(focused)[1]);
  await page.focus(`a[href="/play/${focused}"]`);
  await expect.poll(() => fetched).toEqual(expect.arrayContaining(scripts(focused)));
  await page.context().close();
});
