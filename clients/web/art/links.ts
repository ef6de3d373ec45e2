// What programs that preview a link show of it: for each kind of address, and each game, a page that is the one for all
// addresses but for what it says of itself there, and a picture of the game. The server picks the page
// (server/shell/net/pages.h).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type { LinkedGame } from './linked_games.ts';

interface Said {
  title: string;
  description: string;
}

// By the first part of the address. A link to a table invites the one who follows it; nobody is named, since anybody may
// hold one.
const KINDS: Record<string, (game: LinkedGame) => Said> = {
  play: ({ title, line }) => ({ title: `Play ${title}`, description: line }),
  learn: ({ title, line }) => ({
    title: `Learn ${title}`,
    description: `${line} A first match against the house, explained as it goes.`,
  }),
  rules: ({ title, line }) => ({ title: `The rules of ${title}`, description: line }),
  t: ({ title, line }) => ({
    title: `A seat for you at ${title}`,
    description: `${line} Sit down; no account is needed.`,
  }),
  m: ({ title, line }) => ({
    title: `A match of ${title}`,
    description: `${line} Watch it, with dice that anyone can check.`,
  }),
};
// Where the server does not know the game.
const ANY: Record<string, Said> = {
  t: { title: 'A seat for you', description: 'A table for a dragon dice game. Sit down; no account is needed.' },
  m: { title: 'A match', description: 'A dragon dice game. Watch it, with dice that anyone can check.' },
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

const pictureOf = ({ code }: LinkedGame): string => `link.${code}.png`;

// The page with something else in one of its tags; it must have it.
function told(page: string, name: string, content: string): string {
  const tag = new RegExp(`(<meta\\s+(?:property|name)="${name}"\\s+content=")[^"]*"`);
  if (!tag.test(page)) throw new Error(`index.html does not say its ${name}.`);
  return page.replace(tag, (_, before: string) => `${before}${escaped(content)}"`);
}

// What people play is for those who have the link: no search is to find it.
const UNLISTED = new Set(['t', 'm']);
const unlisted = (page: string): string =>
  page.replace('</head>', '  <meta name="robots" content="noindex" />\n  </head>');

function about(page: string, kind: string, { title, description }: Said, picture?: string): string {
  const said = { description, 'og:title': `${title} · Wyrmhall`, 'og:description': description };
  const all = Object.entries(picture ? { ...said, 'og:image': `/${picture}` } : said);
  const own = all.reduce((left, [name, content]) => told(left, name, content), page);
  return UNLISTED.has(kind) ? unlisted(own) : own;
}

// By the names of their files.
export function pagesFor(page: string, games: readonly LinkedGame[]): Record<string, string> {
  const any = Object.entries(ANY).map(([kind, said]) => [`${kind}.html`, about(page, kind, said)]);
  const own = Object.entries(KINDS).flatMap(([kind, say]) =>
    games.map((game) => [`${kind}.${game.code}.html`, about(page, kind, say(game), game.picture && pictureOf(game))]),
  );
  return Object.fromEntries([...any, ...own]) as Record<string, string>;
}

export function links(root: string): Plugin {
  let games: readonly LinkedGame[] = [];
  return {
    name: 'wyrmhall-links',
    apply: 'build',
    async buildStart() {
      // The games are found by their folders, as the page finds them.
      const found = await runnerImport<{ games: readonly LinkedGame[] }>(join(root, 'art/linked_games.ts'), {
        root,
        configFile: false,
        logLevel: 'error',
      });
      games = found.module.games;
    },
    generateBundle() {
      for (const game of games)
        if (game.picture) this.emitFile({ type: 'asset', fileName: pictureOf(game), source: game.picture() });
    },
    writeBundle({ dir = join(root, 'dist') }) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      for (const [name, text] of Object.entries(pagesFor(page, games))) writeFileSync(join(dir, name), text);
    },
  };
}
