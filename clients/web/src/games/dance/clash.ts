// What two cards do to each other, read from the tables of the view (A1 to A4, M1, C1 and C2 of docs/rules/dance.md).
// What cannot be known yet, such as the die of the other, is left open: then it is told from the least to the most.
import { DanceMovement, DancePhase, DanceRange, type DanceView } from '../../gen/wyrmhall/v1/dance_pb';
import { ALL, DRAGON, KNIGHT, columnOf, deckOf, diceOf, isInHand, isPlayable } from './scene';

// One for the knight, one for the dragon.
export type Pair = readonly [knight: number, dragon: number];

export interface Clash {
  // Damage to each, not cut to the life that is left.
  damage: Pair;
  range: DanceRange | undefined;
  // The knight may strike once more.
  followUp: boolean;
}

export const attacks = (view: DanceView, card: number): boolean => (view.cards[card]?.damage.length ?? 0) > 0;

function damageOf(view: DanceView, attack: number, column: number, answer: number, answered: number): number {
  const aimed = view.cards[attack]?.damage[column] ?? 0;
  const kept = view.cards[answer]?.protect[answered] ?? 0;
  return kept === ALL ? 0 : Math.max(0, aimed - kept);
}

function rangeAfter(view: DanceView, cards: Pair): DanceRange | undefined {
  const moves = cards.map((card) => view.cards[card]?.movement);
  const [nearer, farther] = [moves.includes(DanceMovement.REDUCE), moves.includes(DanceMovement.INCREASE)];
  if (nearer === farther) return view.range;
  return nearer ? DanceRange.SHORT : DanceRange.LONG;
}

// `columns`: those of the dice that go with the cards.
export function clashOf(view: DanceView, cards: Pair, columns: Pair): Clash {
  const damage: Pair = [
    damageOf(view, cards[DRAGON], columns[DRAGON], cards[KNIGHT], columns[KNIGHT]),
    damageOf(view, cards[KNIGHT], columns[KNIGHT], cards[DRAGON], columns[DRAGON]),
  ];
  const range = rangeAfter(view, cards);
  const partner = deckOf(view, KNIGHT).find((card) => card !== cards[KNIGHT] && view.cards[card]?.combo);
  const followUp =
    (view.cards[cards[KNIGHT]]?.combo ?? false) &&
    partner !== undefined &&
    isInHand(view, KNIGHT, partner) &&
    damage[DRAGON] > 0 &&
    damage[DRAGON] < (view.life[DRAGON] ?? 0) &&
    range === DanceRange.SHORT;
  return { damage, range, followUp };
}

// --- As far as it can be known ---

export interface Span {
  least: number;
  most: number;
}

export interface Prospect {
  // The card of the other side.
  card: number;
  // What the other side would lose, and the own one; absent where nobody strikes at it.
  dealt: Span | undefined;
  taken: Span | undefined;
  // The range that it leads to, where that is another one.
  leadsTo: DanceRange | undefined;
  followUp: boolean;
}

// The columns that a side may still read its card by: one, as soon as its die is known.
export function columnsOf(view: DanceView, seat: number): number[] {
  const die = view.choices[seat]?.die;
  if (die !== undefined) return [columnOf(view, seat, die)];
  const ready = diceOf(view, seat).flatMap(({ value, spent }) => (spent ? [] : [value]));
  return [...new Set([0, ...ready])];
}

const spanOf = (numbers: readonly number[]): Span => ({ least: Math.min(...numbers), most: Math.max(...numbers) });

// Cards that a side can play in this round, in the order of its deck.
export const playableOf = (view: DanceView, seat: number): number[] =>
  deckOf(view, seat).filter((card) => isInHand(view, seat, card) && isPlayable(view.cards[card], view.range));

// A card of a seat against each card with which the other side can answer. `column`: that of the own die, where it is one
// that is only thought of. Nothing where no cards are about to be played.
export function prospectsOf(view: DanceView, seat: number, card: number, column: number | undefined): Prospect[] {
  if (view.phase !== DancePhase.DIE && view.phase !== DancePhase.CARD) return [];
  if (!playableOf(view, seat).includes(card)) return [];
  const other = 1 - seat;
  const mine = column === undefined ? columnsOf(view, seat) : [column];
  const theirs = columnsOf(view, other);
  const pair = (own: number, others: number): Pair => (seat === KNIGHT ? [own, others] : [others, own]);
  return playableOf(view, other).map((answer) => {
    const clashes = mine.flatMap((own) => theirs.map((others) => clashOf(view, pair(card, answer), pair(own, others))));
    const lost = (who: number): Span => spanOf(clashes.map(({ damage }) => damage[who]));
    const { range } = clashes[0];
    return {
      card: answer,
      dealt: attacks(view, card) ? lost(other) : undefined,
      taken: attacks(view, answer) ? lost(seat) : undefined,
      leadsTo: range === view.range ? undefined : range,
      followUp: clashes.some(({ followUp }) => followUp),
    };
  });
}
