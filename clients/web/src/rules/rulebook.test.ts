import { expect, test } from 'vitest';
import {
  gamesWithRulebooks,
  lookUp,
  numbered,
  numbersOf,
  pictureOf,
  readRulebook,
  rulebookOf,
  spansOf,
  type RulePiece,
} from './rulebook';

const BOOK = readRulebook(
  '# A Game\n\nIntro of\ntwo lines.\n\n## 1. Play\n\n**G1** One rule, see **bold**. **G2** Another `option`.\n\n' +
    '- **D-3** In a list,\n  on two lines.\n\n| what | rule |\n|---|---|\n| claw (**D-4**) | d8 |\n| wait | [none](x.md) |\n\n' +
    '**D-5** As said here:\n\n| a | b |\n|---|---|\n| c | d |\n\n## 2. Rulings\n\n| id | ruling |\n|---|---|\n| R-X-1, R-X-2 | Yes. |\n\n## 3. For authors\n\n**Z9** Nobody reads this.\n',
);
const texts = (pieces: readonly RulePiece[]) =>
  pieces.map(({ text, rows }) => text || rows.map((row) => row.join('|')));

test('a rulebook is read into rules, tables and headings, and stops behind its rulings', () => {
  expect(BOOK.title).toBe('A Game');
  expect(numbersOf(BOOK)).toEqual(['G1', 'G2', 'D-3', 'D-4', 'D-5', 'R-X-1', 'R-X-2']);
  expect(BOOK.pieces[0]).toMatchObject({ kind: 'text', number: '', text: 'Intro of two lines.' });
  expect(BOOK.pieces.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toEqual([
    '1. Play',
    '2. Rulings',
  ]);
});

test('a picture is one by its name, and what cannot be shown has none', () => {
  const { pieces } = readRulebook('# A Game\n\nIntro.\n![Two dice](../images/dice-x.svg)\n\nMore.\n');
  expect(pieces.map(({ kind, text, file }) => [kind, text, file])).toEqual([
    ['text', 'Intro.', ''],
    ['picture', 'Two dice', 'dice-x.svg'],
    ['text', 'More.', ''],
  ]);
  expect(pictureOf('dice-x.svg')).toBeUndefined();
});

test('a number is found however it is written, in tables too; words otherwise', () => {
  expect(texts(lookUp(BOOK, 'd3 g-1'))).toEqual(['In a list, on two lines.', 'One rule, see **bold**.']);
  expect(texts(numbered(BOOK, 'D4'))).toEqual([['what|rule', 'claw (**D-4**)|d8']]);
  expect(texts(numbered(BOOK, 'd5'))).toEqual(['As said here:', ['a|b', 'c|d']]);
  expect(texts(numbered(BOOK, 'r-x-2'))).toEqual([['id|ruling', 'R-X-1, R-X-2|Yes.']]);
  expect(texts(lookUp(BOOK, 'OPTION another'))).toEqual(['Another `option`.']);
  expect(lookUp(BOOK, 'authors')).toEqual([]);
  expect(lookUp(BOOK, ' ')).toBe(BOOK.pieces);
});

test('marks of Markdown become spans', () => {
  expect(spansOf('A **bold** `word`, a [link](there.md), *a* value (**house**).')).toEqual([
    { text: 'A ', as: 'plain' },
    { text: 'bold', as: 'strong' },
    { text: ' ', as: 'plain' },
    { text: 'word', as: 'typed' },
    { text: ', a link, a value (', as: 'plain' },
    { text: 'house', as: 'house' },
    { text: ').', as: 'plain' },
  ]);
});

test.each(gamesWithRulebooks())('%s has a rulebook, the same in each language', async (game) => {
  const english = await rulebookOf(game, 'en');
  const french = await rulebookOf(game, 'fr');
  expect(numbersOf(english!).length).toBeGreaterThan(0);
  expect(numbersOf(french!)).toEqual(numbersOf(english!));
  const shown = [english!, french!].map(({ pieces }) => pieces.filter(({ kind }) => kind === 'picture'));
  for (const { file } of shown.flat()) expect(pictureOf(file)).toBeDefined();
  expect(shown[1].length).toBe(shown[0].length);
  for (const { text, rows } of [...english!.pieces, ...french!.pieces]) {
    for (const part of [text, ...rows.flat()])
      for (const span of spansOf(part)) expect(span.text).not.toMatch(/\*|`|\]\(/);
  }
});

test('a game without a rulebook has none', async () => {
  expect(await rulebookOf('chess', 'en')).toBeUndefined();
});
