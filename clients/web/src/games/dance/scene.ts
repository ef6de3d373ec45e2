// A view of Dragon Dance, read. What a card does comes from the tables of the view; nothing is worked out here but which
// cell of them is meant.
import { create } from '@bufbuild/protobuf';
import {
  DancePhase,
  DanceRange,
  DanceViewSchema,
  type DanceCard,
  type DanceExchange,
  type DanceView,
} from '../../gen/wyrmhall/v1/dance_pb';
import { DancePhrase } from '../../gen/wyrmhall/v1/dance_sentence_pb';
import type { Choice, Choices, GameView } from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import type { Frame } from '../../net/timeline';

export const KNIGHT = 0;
export const DRAGON = 1;
export const SEATS = [KNIGHT, DRAGON] as const;
// No die, for a slot; no card, for a card.
export const NONE = -1;
// What takes all damage off.
export const ALL = 255;

const NOTHING = create(DanceViewSchema);

export const danceOf = (view: GameView): DanceView => (view.game.case === 'dance' ? view.game.value : NOTHING);

export const phraseOf = (sentence: Sentence | undefined): DancePhrase =>
  sentence?.phrase.case === 'dance' ? sentence.phrase.value : DancePhrase.UNSPECIFIED;

// --- Cards ---

// The cards of a side, in the order of its deck. The lower half of the numbers is the knight's.
export function deckOf(view: DanceView, seat: number): number[] {
  const cards = Object.keys(view.cards).map(Number);
  const half = cards.length / 2;
  return cards.sort((a, b) => a - b).slice(seat * half, (seat + 1) * half);
}

export const isInHand = (view: DanceView, seat: number, card: number): boolean =>
  view.hand[seat]?.includes(card) ?? false;

export const isPlayable = ({ longRange, shortRange }: DanceCard, range: DanceRange | undefined): boolean =>
  range === DanceRange.SHORT ? shortRange : longRange;

// The table that stands on a card, if any: what it does, or what it takes off.
export const tableOf = ({ damage, protect }: DanceCard): readonly number[] => [
  ...(damage.length > 0 ? damage : protect),
];

// What a card comes to as one figure: of the column that is read, or from the least to the most of all of them. Empty where
// it has no table.
export function figureOf(rules: DanceCard, column: number | undefined): string {
  const table = tableOf(rules);
  if (table.length === 0) return '';
  if (table[0] === ALL) return '∞';
  if (column !== undefined) return String(table[column] ?? 0);
  return `${Math.min(...table)}–${Math.max(...table)}`;
}

// --- Dice ---

export interface Shown {
  slot: number;
  value: number;
  spent: boolean;
}
export const diceOf = (view: DanceView, seat: number): Shown[] =>
  [...(view.dice[seat] ?? [])].map((value, slot) => ({ slot, value, spent: view.spent[seat]?.[slot] === 1 }));

// The column that a slot stands for.
export const columnOf = (view: DanceView, seat: number, slot: number): number =>
  slot < 0 ? 0 : (view.dice[seat]?.[slot] ?? 0);

// --- What lies on the two seals in the middle ---

export interface Laid {
  // Something lies there face down, or has just been turned.
  sealed: boolean;
  // The die and the card as far as they are known to this viewer.
  column: number | undefined;
  card: number | undefined;
  // Whether everybody may see the die, and the card.
  dieOpen: boolean;
  cardOpen: boolean;
  // It is what the latest exchange came to.
  past: boolean;
}

const NOBODY: Laid = {
  sealed: false,
  column: undefined,
  card: undefined,
  dieOpen: false,
  cardOpen: false,
  past: false,
};

// `exchange`: one that is being revealed, or that stays on the table until the next choice.
export function laidOf(view: DanceView, seat: number, exchange: DanceExchange | undefined, open: boolean): Laid {
  if (exchange) {
    return {
      sealed: true,
      column: exchange.dice?.[seat] ?? 0,
      card: exchange.cards?.[seat],
      dieOpen: true,
      cardOpen: open,
      past: false,
    };
  }
  const choice = view.choices[seat];
  const column = choice?.die === undefined ? undefined : columnOf(view, seat, choice.die);
  switch (view.phase) {
    case DancePhase.DIE:
      if (SEATS.some((other) => view.choices[other]?.committed)) {
        return { ...NOBODY, sealed: choice?.committed ?? false, column };
      }
      break;
    case DancePhase.CARD:
      return { ...NOBODY, sealed: choice?.committed ?? false, column, card: choice?.card, dieOpen: true };
    default:
      break;
  }
  return view.last ? { ...laidOf(view, seat, view.last, true), past: view.phase !== DancePhase.COMBO } : NOBODY;
}

// --- What can be chosen ---

export const argument = (sentence: Sentence | undefined, i: number): number => sentence?.arguments[i] ?? NONE;

const choiceWith = (choices: Choices | undefined, phrase: DancePhrase, first?: number): Choice | undefined =>
  choices?.choices.find(
    ({ sentence }) => phraseOf(sentence) === phrase && (first === undefined || argument(sentence, 0) === first),
  );

export const choiceOfDie = (choices: Choices | undefined, slot: number): Choice | undefined =>
  slot < 0 ? choiceWith(choices, DancePhrase.NO_DIE) : choiceWith(choices, DancePhrase.DIE, slot);

export const choiceOfCard = (choices: Choices | undefined, card: number): Choice | undefined =>
  choiceWith(choices, DancePhrase.CARD, card);

// The number of a choice in the list.
export const numberOf = (choices: Choices | undefined, choice: Choice | undefined): number =>
  choice ? (choices?.choices.indexOf(choice) ?? NONE) + 1 : 0;

// Why the server says that a die or a card cannot be chosen now.
const ABOUT_CARD = new Set([DancePhrase.WRONG_RANGE, DancePhrase.NOT_IN_HAND, DancePhrase.NOT_THE_FOLLOW_UP]);
const ABOUT_DIE = new Set([DancePhrase.DIE_SPENT, DancePhrase.DIE_CHOSEN]);
const reasonAbout = (choices: Choices | undefined, about: Set<DancePhrase>, what: number): Sentence | undefined =>
  choices?.unavailable.find(({ reason }) => about.has(phraseOf(reason)) && argument(reason, 0) === what)?.reason;
export const reasonForCard = (choices: Choices | undefined, card: number): Sentence | undefined =>
  reasonAbout(choices, ABOUT_CARD, card);
export const reasonForDie = (choices: Choices | undefined, slot: number): Sentence | undefined =>
  reasonAbout(choices, ABOUT_DIE, slot);

// --- The story ---

// The latest exchanges, the newest last. One that is told twice, before and after the follow-up, counts once.
export function exchangesOf(last: Frame | undefined, most: number): DanceExchange[] {
  const rounds = new Map<number, DanceExchange>();
  for (let frame = last; frame && rounds.size < most; frame = frame.before) {
    for (const { game } of frame.events.toReversed()) {
      if (game.case !== 'dance' || game.value.event.case !== 'last') continue;
      // What was told again later stands for it.
      const exchange = game.value.event.value;
      if (!rounds.has(exchange.round ?? 0)) rounds.set(exchange.round ?? 0, exchange);
    }
  }
  return [...rounds.values()].toReversed();
}

// What the knight's second hit adds is told beside the first.
export const hasFollowUp = ({ comboCard }: DanceExchange): boolean => (comboCard ?? NONE) >= 0;
