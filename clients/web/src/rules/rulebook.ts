// A rulebook of docs/rules, read into rules, each with its number. The terminal reads the same files in the same way
// (clients/cli/rules/rulebook.cpp).
export interface RulePiece {
  kind: 'heading' | 'text' | 'table' | 'picture';
  // The rule's number, such as "K2"; empty where the text is no rule.
  number: string;
  // For a picture what is on it.
  text: string;
  // For a picture its name in docs/rules/images.
  file: string;
  // For a heading: 2 or 3.
  level: number;
  // For a table, its head first.
  rows: readonly (readonly string[])[];
}
export interface Rulebook {
  title: string;
  pieces: readonly RulePiece[];
}

const MARK = /\*\*((?:[A-Z]+-)*[A-Z]+-?\d+)\*\*/;
const NUMBER = /^(?:[A-Z]+-)*[A-Z]+-?\d+$/;
const PICTURE = /^!\[([^\]]*)\]\((?:.*\/)?([^/)]+)\)$/;
const piece = (part: Partial<RulePiece>): RulePiece => ({
  kind: 'text',
  number: '',
  text: '',
  file: '',
  level: 0,
  rows: [],
  ...part,
});

// A rule begins with its number; what comes before the first one is text.
function rulesIn(paragraph: string): RulePiece[] {
  const parts = paragraph.split(new RegExp(MARK, 'g'));
  const found: RulePiece[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const text = parts[i].trim();
    if (text) found.push(piece({ number: i === 0 ? '' : parts[i - 1], text }));
  }
  return found;
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

// What comes behind the section of rulings is for authors, and left out.
export function readRulebook(markdown: string): Rulebook {
  let title = '';
  let paragraph: string[] = [];
  let table: string[][] | undefined;
  let rulings = false;
  const pieces: RulePiece[] = [];
  const end = (): void => {
    pieces.push(...rulesIn(paragraph.join(' ')));
    paragraph = [];
  };
  for (const line of markdown.split('\n')) {
    const heading = /^(#+) (.*)$/.exec(line);
    if (line.startsWith('|')) {
      end();
      if (/^[|:-]+$/.test(line.replaceAll(' ', ''))) continue;
      if (!table) pieces.push(piece({ kind: 'table', rows: (table = []) }));
      table.push(cellsOf(line));
      rulings ||= line.startsWith('| R-');
      continue;
    }
    table = undefined;
    const picture = PICTURE.exec(line);
    if (picture) {
      end();
      pieces.push(piece({ kind: 'picture', text: picture[1], file: picture[2] }));
    } else if (heading?.[1] === '#') {
      title = heading[2];
    } else if (heading) {
      end();
      if (heading[1] === '##' && rulings) break;
      pieces.push(piece({ kind: 'heading', text: heading[2], level: heading[1].length }));
    } else {
      if (!line.trim() || line.startsWith('- ')) end();
      paragraph.push(line.replace(/^- /, '').trim());
    }
  }
  end();
  return { title, pieces };
}

// Those in a row: in stars, and of rulings in the first cell.
export function numbersOfRow(row: readonly string[]): string[] {
  const marked = row.flatMap((cell) => [...cell.matchAll(new RegExp(MARK, 'g'))].map(([, number]) => number));
  const first = (row[0] ?? '').split(',').map((word) => word.trim());
  return [...marked, ...first.filter((word) => NUMBER.test(word))];
}
export const numbersOf = ({ pieces }: Rulebook): string[] =>
  pieces.flatMap(({ number, rows }) => [...(number ? [number] : []), ...rows.flatMap(numbersOfRow)]);

const plain = (number: string): string => number.replaceAll('-', '').toUpperCase();

// The rows of a table that are wanted, under its head.
function rowsOf(table: RulePiece, wanted: (row: readonly string[]) => boolean): RulePiece[] {
  const rows = table.rows.slice(1).filter(wanted);
  return rows.length > 0 ? [{ ...table, rows: [table.rows[0], ...rows] }] : [];
}

// The number as the rulebook writes it; empty where it has none.
export const numberLike = (book: Rulebook, number: string): string =>
  numbersOf(book).find((one) => plain(one) === plain(number)) ?? '';

// A rule that ends with a colon goes on in the table below it.
const goesOn = (rule: RulePiece | undefined): rule is RulePiece => rule?.number !== '' && !!rule?.text.endsWith(':');

// The texts and the rows that fit; all of a table where a rule that fits goes on in it.
const where = (
  pieces: readonly RulePiece[],
  fits: (text: RulePiece) => boolean,
  rowFits: (row: readonly string[]) => boolean,
): RulePiece[] =>
  pieces.flatMap((each, i) => {
    if (each.kind === 'text') return fits(each) ? [each] : [];
    if (each.kind !== 'table') return [];
    const above = pieces[i - 1];
    return goesOn(above) && fits(above) ? [each] : rowsOf(each, rowFits);
  });

// What stands under a number, however it is written ("d17", "D-17"); nothing where there is none.
export const numbered = ({ pieces }: Rulebook, number: string): RulePiece[] => {
  const is = (one: string): boolean => plain(one) === plain(number);
  return where(
    pieces,
    (text) => text.number !== '' && is(text.number),
    (row) => numbersOfRow(row).some(is),
  );
};

// What has all of these words in it, in any case.
export const withWords = ({ pieces }: Rulebook, words: readonly string[]): RulePiece[] => {
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word.toLowerCase()));
  return where(
    pieces,
    ({ text }) => has(text),
    (row) => has(row.join(' ')),
  );
};

// What answers a search: what stands under the numbers in it, or else what has all of its words; all of it for nothing.
export function lookUp(book: Rulebook, sought: string): readonly RulePiece[] {
  const words = sought.split(/\s+/).filter(Boolean);
  if (words.length === 0) return book.pieces;
  const rules = words.flatMap((word) => numbered(book, word));
  return rules.length > 0 ? rules : withWords(book, words);
}

// Inline Markdown as spans: what is strong, what is typed, and where a value is ours and not the original game's.
export interface RuleSpan {
  text: string;
  as: 'plain' | 'strong' | 'typed' | 'house';
}
export function spansOf(text: string): RuleSpan[] {
  const spans: RuleSpan[] = [];
  const unlinked = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  for (const part of unlinked.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
    if (!part) continue;
    if (part.startsWith('`')) spans.push({ text: part.slice(1, -1), as: 'typed' });
    else if (!part.startsWith('**')) spans.push({ text: part.replaceAll('*', ''), as: 'plain' });
    else {
      const strong = part.slice(2, -2);
      spans.push({ text: strong, as: /^(house|maison)$/i.test(strong) ? 'house' : 'strong' });
    }
  }
  return spans;
}

// --- The files, each loaded when it is needed ---

const files = import.meta.glob<string>('../../../../docs/rules/**/*.md', { query: '?raw', import: 'default' });

const pictures = import.meta.glob<string>('../../../../docs/rules/images/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});
export const pictureOf = (file: string): string | undefined => pictures[`../../../../docs/rules/images/${file}`];

// Those that have one.
export const gamesWithRulebooks = (): string[] =>
  Object.keys(files).flatMap((path) => /\/rules\/([^/]+)\.md$/.exec(path)?.[1] ?? []);

// In this language, or else in English; nothing where the game has none.
export async function rulebookOf(game: string, language: string): Promise<Rulebook | undefined> {
  const folder = '../../../../docs/rules/';
  const load = files[`${folder}${language}/${game}.md`] ?? files[`${folder}${game}.md`];
  return load ? readRulebook(await load()) : undefined;
}
