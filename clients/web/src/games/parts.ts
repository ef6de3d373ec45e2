// The parts of the games, found by their files. What opens the hall does without them.
import { words } from '../i18n/index.svelte';
import { loadContract } from '../net/contract';
import type { GameModule, GameParts } from './module';

const FILES = import.meta.glob<Record<string, unknown>>([
  './*/{words,terms,deeds,playing,setup,rules}.ts',
  './*/{Ending,AtTable,Heroes,Picture}.svelte',
]);
const fileOf = (game: string, part: keyof GameParts) =>
  FILES[`./${game}/${part}.ts`] ?? FILES[`./${game}/${part}.svelte`];

const loaded = new Map<string, unknown>();

// A part of a game, with its messages in the language of the player. What the game does not have is the generic one's.
export async function gamePart<Part extends keyof GameParts>(game: string, part: Part): Promise<GameParts[Part]> {
  const file = fileOf(game, part) ?? fileOf('generic', part);
  const [module] = await Promise.all([file?.(), loadContract(game)]);
  await words.ready();
  loaded.set(`${game} ${part}`, module?.[part] ?? module?.['default']);
  return loadedPart(game, part)!;
}

// The same, where it was loaded before.
export const loadedPart = <Part extends keyof GameParts>(game: string, part: Part): GameParts[Part] | undefined =>
  loaded.get(`${game} ${part}`) as GameParts[Part] | undefined;

// What the page of a match needs.
export async function gameModule(game: string): Promise<GameModule> {
  const [words, playing] = await Promise.all([gamePart(game, 'words'), gamePart(game, 'playing')]);
  return { ...playing, words };
}
