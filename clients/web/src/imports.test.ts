// Which file knows of which: what is imported, be it only a type, or only once it is wanted.
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./**/*.test.ts', '!./gen/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

// "a{b,c}" is "ab" and "ac".
function spelledOut(pattern: string): string[] {
  const [all, list] = /\{([^}]*)\}/.exec(pattern) ?? [];
  return all ? list.split(',').flatMap((one) => spelledOut(pattern.replace(all, one))) : [pattern];
}

// What is named from this file: "./world.svelte.ts" for "../world.svelte".
const pathFrom = (file: string, name: string): string =>
  `./${decodeURIComponent(new URL(name, `http://here/${file}`).pathname.slice(1))}`;

function importedBy(file: string, text: string): string[] {
  const named = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map(([, name]) => pathFrom(file, name));
  const globs = [...text.matchAll(/import\.meta\.glob\b[^(]*\(([^)]*)\)/g)].flatMap(([, list]) =>
    [...list.matchAll(/'(\.[^']*)'/g)].flatMap(([, pattern]) => spelledOut(pathFrom(file, pattern))),
  );
  const patterns = globs.map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`));
  return Object.keys(sources).filter(
    (path) =>
      named.some((name) => [name, `${name}.ts`].includes(path)) || patterns.some((pattern) => pattern.test(path)),
  );
}

const IMPORTED = new Map(Object.entries(sources).map(([file, text]) => [file, importedBy(file, text)]));

// All that a file leads to.
function reachedFrom(file: string): Set<string> {
  const reached = new Set<string>();
  const left = [file];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const path of IMPORTED.get(next) ?? []) {
      if (reached.has(path)) continue;
      reached.add(path);
      left.push(path);
    }
  }
  return reached;
}

test('imports are read in each of their forms', () => {
  expect(IMPORTED.get('./main.ts')).toEqual(['./App.svelte']);
  const forms = [
    "import { one } from './state/settings.svelte';",
    "import type { Two } from './world.svelte';",
    "export * from './App.svelte';",
    "const later = import('./net/bytes');",
    "import.meta.glob(['./games/*/{setup,Board}.*'], { eager: true })",
  ].join('\n');
  const read = importedBy('./somewhere.ts', forms);
  for (const path of ['./App.svelte', './world.svelte.ts', './state/settings.svelte.ts', './net/bytes.ts']) {
    expect(read).toContain(path);
  }
  expect(read.filter((path) => path.startsWith('./games/')).length).toBeGreaterThan(1);
});

test('imports make no circle', () => {
  const circles = Object.keys(sources).filter(
    (file) => IMPORTED.get(file)!.some((next) => next !== file && reachedFrom(next).has(file)), // itself: a part in a part
  );
  expect(circles).toEqual([]);
});

test('no game reaches what the whole page shares', () => {
  const games = Object.keys(sources).filter((path) => path.startsWith('./games/'));
  expect(games.length).toBeGreaterThan(0);
  expect(games.filter((path) => reachedFrom(path).has('./world.svelte.ts'))).toEqual([]);
});

test('transport, trust and what is kept know of nothing that is shown', () => {
  const below = /^\.\/(net|profile|trust)\//;
  const allowed = /^\.\/(net|profile|trust|i18n)\//;
  const files = Object.keys(sources).filter((path) => below.test(path));
  expect(files.length).toBeGreaterThan(0);
  const above = files.flatMap((path) => [...reachedFrom(path)].filter((other) => !allowed.test(other)));
  expect(above).toEqual([]);
});
