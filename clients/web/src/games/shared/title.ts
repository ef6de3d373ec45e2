// What a game is called, and how the hall presents it, in the language of the player: clients/messages/<game>/card. Of every
// game, in every language, from the start: that is what the hall shows first.
import { t, words } from '../../i18n/index.svelte';
import type { Locale } from '../../i18n/languages';

interface CardTexts {
  title: string;
  line: string;
  // What invites those who have learnt the game before it in the hall.
  try?: string;
  // What its high scores are called.
  [score: `score.${string}`]: string;
}
const CARDS = import.meta.glob<CardTexts>('../../../../messages/*/card/*.json', { eager: true, import: 'default' });

const textsIn = (game: string, locale: Locale): CardTexts | undefined =>
  CARDS[`../../../../messages/${game}/card/${locale}.json`];
const textsOf = (game: string): CardTexts | undefined => textsIn(game, words.locale) ?? textsIn(game, 'en');

// A server may play a game that this page has never heard of.
export const gameTitle = (game: string): string => textsOf(game)?.title ?? t('game.other', { game });
export const gameLine = (game: string): string => textsOf(game)?.line ?? '';
export const gameInvitation = (game: string): string => textsOf(game)?.try ?? '';
// A server may have a high score that this page has never heard of.
export const scoreTitle = (game: string, name: string): string => textsOf(game)?.[`score.${name}`] ?? `${game} ${name}`;
