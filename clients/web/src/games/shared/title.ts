// What a game is called, and how the hall presents it, in the language of the player: games/<game>/card/<language>.json.
// Of every game, in every language, from the start: that is what the hall shows first.
import { t, words } from '../../i18n/index.svelte';

interface CardTexts {
  title: string;
  line: string;
  // What invites those who have learnt the game before it in the hall.
  try?: string;
}
const CARDS = import.meta.glob<CardTexts>('../*/card/*.json', { eager: true, import: 'default' });

const textsOf = (game: string): CardTexts | undefined =>
  CARDS[`../${game}/card/${words.locale}.json`] ?? CARDS[`../${game}/card/en.json`];

// A server may play a game that this page has never heard of.
export const gameTitle = (game: string): string => textsOf(game)?.title ?? t('game.other', { game });
export const gameLine = (game: string): string => textsOf(game)?.line ?? '';
export const gameInvitation = (game: string): string => textsOf(game)?.try ?? '';
