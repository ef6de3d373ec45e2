// Which page belongs to an address. Pages other than the hall are loaded when they are wanted, and with them the part
// of the game that they show.
import type { GameParts } from '../games/module';
import { words } from '../i18n/index.svelte';

export interface Route {
  home: boolean;
  // A new key recreates the page.
  key: string;
  props: Record<string, string>;
  load: () => Promise<unknown>;
  // The match owns the screen.
  inMatch: boolean;
  match: string;
}

const parts = () => import('../games/parts');

type Loader = () => Promise<{ default: unknown }>;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ROUTES: [RegExp, Loader, (keyof GameParts)?][] = [
  [new RegExp(`^/m/(?<id>${UUID})$`), () => import('./MatchPage.svelte')],
  [new RegExp(`^/m/(?<id>${UUID})/dice$`), () => import('./CheckPage.svelte')],
  [new RegExp(`^/m/(?<id>${UUID})/luck$`), () => import('./LuckPage.svelte')],
  [new RegExp(`^/t/(?<id>${UUID})$`), () => import('./TablePage.svelte')],
  [/^\/play\/(?<game>[a-z]+)$/, () => import('./PlayPage.svelte'), 'setup'],
  // A player who sets up a first match is shown how it goes while it is played.
  [/^\/learn\/(?<game>[a-z]+)$/, () => import('./PlayPage.svelte'), 'setup'],
  [/^\/rules\/(?<game>[a-z]+)$/, () => import('./RulesPage.svelte'), 'rules'],
  [/^\/heroes\/(?<game>[a-z]+)$/, () => import('./HeroesPage.svelte'), 'Heroes'],
  [/^\/lobby$/, () => import('./LobbyPage.svelte')],
  [/^\/watch$/, () => import('./WatchPage.svelte')],
  [/^\/sign-in$/, () => import('./SignInPage.svelte')],
  [/^\/confirm$/, () => import('./ConfirmPage.svelte')],
  [/^\/me$/, () => import('./MePage.svelte')],
  [/^\/me\/matches$/, () => import('./MatchesPage.svelte')],
  [/^\/friends$/, () => import('./FriendsPage.svelte')],
  [/^\/richest$/, () => import('./RichestPage.svelte')],
  [/^\/scores$/, () => import('./ScoresPage.svelte')],
  [/^\/dice$/, () => import('./DicePage.svelte')],
];

export function pageOf(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  const route = { home: plain === '/', key: plain, props: {}, inMatch: false, match: '' };
  if (route.home) return { ...route, load: () => Promise.resolve(undefined) };
  for (const [pattern, load, part] of ROUTES) {
    const found = pattern.exec(plain);
    if (!found) continue;
    const props = { ...found.groups };
    const match = plain.startsWith('/m/') ? (props['id'] ?? '') : '';
    const inMatch = match !== '' && plain === `/m/${match}`;
    const { game } = props;
    const loadBoth = async () => {
      const [page] = await Promise.all([load(), game && part && parts().then(({ gamePart }) => gamePart(game, part))]);
      // A page may bring messages of its own.
      await words.ready();
      return page.default;
    };
    return { ...route, props, match, inMatch, load: loadBoth };
  }
  return { ...route, load: async () => (await import('./LostPage.svelte')).default };
}

// Fetches what a game is set up with and then what it is played with, before anybody asks. What fails is asked for again when
// it is wanted.
export async function fetchAhead(game: string): Promise<void> {
  try {
    await pageOf(`/play/${game}`).load();
    await (await parts()).gameModule(game);
  } catch {
    // The server cannot be reached for a moment.
  }
}
