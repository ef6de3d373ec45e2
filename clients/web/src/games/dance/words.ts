// What is said in the dance.
import {
  DanceEnd,
  DanceOptionsSchema,
  DancePhase,
  DancePhaseSchema,
  DanceRange,
  DanceRangeSchema,
  DanceMovement,
  DanceCardKind,
  type DanceCard,
  type DanceExchange,
  type DanceView,
} from '../../gen/wyrmhall/v1/dance_pb';
import { DancePhrase, DancePhraseSchema } from '../../gen/wyrmhall/v1/dance_sentence_pb';
import type { Choice, GameEvent, Outcome } from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { capital, type Arguments } from '../../i18n/index.svelte';
import type { GameWords, Scene } from '../module';
import { seatName } from '../shared/seats';
import type { Prospect, Span } from './clash';
import { named, t, type Key } from './messages';
import {
  ALL,
  DRAGON,
  KNIGHT,
  NONE,
  SEATS,
  argument,
  columnOf,
  danceOf,
  diceOf,
  hasFollowUp,
  phraseOf,
  tableOf,
} from './scene';

const MOST_ARGUMENTS = 4;

export const sideName = (seat: number): string => t(seat === KNIGHT ? 'side.0' : 'side.1');
const theSide = (seat: number): string => t(seat === KNIGHT ? 'side.0.the' : 'side.1.the');
export const cardName = (card: number): string => (card < 0 ? t('card.none') : t(`card.${card}` as Key));
export const dieName = (column: number): string => (column > 0 ? t('die.value', { n: column }) : t('die.none'));

// "Knight (Mira)".
const whoIs = (scene: Scene, seat: number): string =>
  t('side.seat', { side: sideName(seat), name: seatName(scene.info, scene.seat, seat) });

// --- What a card does ---

function cell(view: DanceView, card: number, column: number): string {
  const { damage, protect } = view.cards[card] ?? { damage: [], protect: [] };
  if (damage.length > 0) return t('does.damage', { n: damage[column] ?? 0 });
  if (protect[column] === ALL) return t('does.protect.all');
  return protect.length > 0 ? t('does.protect', { n: protect[column] ?? 0 }) : '';
}

// "Charge (die 4)".
const withDie = (card: number, column: number): string => t('log.card', { card: cardName(card), die: dieName(column) });

function movementText({ movement }: DanceCard): string | undefined {
  if (movement === DanceMovement.UNSPECIFIED) return undefined;
  return t(movement === DanceMovement.REDUCE ? 'does.reduce' : 'does.increase');
}

// What it would do by itself with a die: "Charge, die 4: 3 damage, to short range". What the other does is not in it.
export function preview(view: DanceView, card: number, column: number): string {
  const rules = view.cards[card];
  if (!rules) return cardName(card);
  const table = tableOf(rules);
  const does = table.length > 0 ? [cell(view, card, column)] : [];
  const moves = movementText(rules);
  if (moves) does.push(moves);
  if (does.length === 0) does.push(t('does.recover'));
  const read = table.length > 0 && table[0] !== ALL;
  return t('preview', {
    card: read ? withDie(card, column) : cardName(card),
    does: does.join(', '),
  });
}

// A card at a glance, for the eye: what it would do with the die that is lit, if one is, or why it cannot be played.
export function glance(view: DanceView, seat: number, card: number, column: number | undefined): string {
  const rules = view.cards[card];
  const off = cardOff(view, seat, card);
  if (!rules || off) return off ? `${cardName(card)}. ${off}.` : cardName(card);
  const table = tableOf(rules);
  if (table.length > 0 && table[0] !== ALL) {
    const attack = rules.kind === DanceCardKind.ATTACK;
    if (column === undefined) {
      const does = t(attack ? 'glance.damage' : 'glance.protect.span', spanOf(table));
      return t('preview', { card: cardName(card), does });
    }
    const n = table[column] ?? 0;
    const does = attack ? t('does.damage', { n }) : t('glance.protect', { n });
    return t('preview', { card: withDie(card, column), does });
  }
  const does =
    rules.kind === DanceCardKind.RECOVER ? t('glance.recover') : (movementText(rules) ?? t('does.protect.all'));
  return t('preview', { card: cardName(card), does });
}
const spanOf = (numbers: readonly number[]) => ({ n: Math.min(...numbers), m: Math.max(...numbers) });

// The whole of a card: its name, what it does, and its table.
export function cardText(view: DanceView, card: number): string {
  const rules = view.cards[card];
  const table = rules ? tableOf(rules) : [];
  const parts = [`${cardName(card)}. ${t(`card.${card}.line` as Key)}`];
  if (table.length > 0 && table[0] !== ALL) {
    const cells = table.map((n, column) => t('table.cell', { die: dieName(column), n }));
    parts.push(t('table', { list: cells.join(', ') }));
  }
  return parts.join(' ');
}

// In a table of cards: at which ranges one can be played, and what its figures are or what else it does.
export const rangesText = ({ longRange, shortRange }: DanceCard): string =>
  t(longRange && shortRange ? 'decks.both' : longRange ? 'decks.long' : 'decks.short');
export function doesBeside(rules: DanceCard): string {
  const table = tableOf(rules);
  const does: string[] = [];
  if (table[0] === ALL) does.push(t('does.protect.all'));
  else if (table.length > 0) does.push(t(rules.kind === DanceCardKind.ATTACK ? 'kind.damage' : 'kind.protect'));
  if (rules.combo) does.push(t('does.combo'));
  const moves = movementText(rules);
  if (moves) does.push(moves);
  if (rules.kind === DanceCardKind.RECOVER) does.push(t('does.recover'));
  return does.join(', ');
}

// Why a card cannot be played now, in few words; empty where it can.
export function cardOff(view: DanceView, seat: number, card: number): string {
  const rules = view.cards[card];
  if (!view.hand[seat]?.includes(card)) return t('card.discarded');
  if (rules && !rules.longRange && view.range === DanceRange.LONG) return t('card.only.short');
  if (rules && !rules.shortRange && view.range === DanceRange.SHORT) return t('card.only.long');
  return '';
}

// --- What two cards would do to each other ---

const lossText = (seat: number, { least, most }: Span): string =>
  least === most
    ? t('log.hit', { name: theSide(seat), n: most })
    : t('clash.loses', { name: theSide(seat), n: least, m: most });

// An answer to a card of this seat, and what it comes to.
export function prospectText({ card, dealt, taken, leadsTo, followUp }: Prospect, seat: number): string {
  const lines = [`${cardName(card)}.`];
  if (dealt) lines.push(lossText(1 - seat, dealt));
  if (taken) lines.push(lossText(seat, taken));
  if (!dealt && !taken) lines.push(t('log.miss'));
  if (leadsTo !== undefined) lines.push(t(leadsTo === DanceRange.SHORT ? 'log.closer' : 'log.apart'));
  if (followUp) lines.push(t('clash.follow'));
  return lines.join(' ');
}

// "−3" for what is certain, "0–3" for what is not.
export const lossFigure = (span: Span | undefined): string => {
  const { least, most } = span ?? { least: 0, most: 0 };
  if (least !== most) return `${least}–${most}`;
  return most > 0 ? `−${most}` : '0';
};

// --- What happened ---

function struckText(view: DanceView, exchange: DanceExchange, seat: number): string[] {
  const other = 1 - seat;
  const [attack, answer] = [exchange.cards?.[seat] ?? NONE, exchange.cards?.[other] ?? NONE];
  const aimed = view.cards[attack]?.damage ?? new Uint8Array();
  if (aimed.length === 0) return [];
  const done = exchange.damage?.[other] ?? 0;
  const meant = aimed[exchange.dice?.[seat] ?? 0] ?? 0;
  const lines: string[] = [];
  const protect = view.cards[answer]?.protect ?? new Uint8Array();
  if (protect[exchange.dice?.[other] ?? 0] === ALL) lines.push(t('log.dodged', { card: cardName(answer) }));
  else if (protect.length > 0 && meant > done)
    lines.push(t('log.guarded', { card: cardName(answer), n: meant - done }));
  if (done > 0) lines.push(t('log.hit', { name: theSide(other), n: done }));
  return lines;
}

// One exchange as sentences.
export function exchangeText(view: DanceView, exchange: DanceExchange): string {
  const played = (seat: number) => {
    const card = exchange.cards?.[seat] ?? NONE;
    return t('log.card', { card: cardName(card), die: dieName(exchange.dice?.[seat] ?? 0) });
  };
  const lines = [t('log.last', { n: exchange.round ?? 0, knight: played(KNIGHT), dragon: played(DRAGON) })];
  const struck = SEATS.flatMap((seat) => struckText(view, exchange, seat));
  const attacked = SEATS.some((seat) => (view.cards[exchange.cards?.[seat] ?? NONE]?.damage.length ?? 0) > 0);
  lines.push(...struck, ...(attacked && struck.length === 0 ? [t('log.miss')] : []));
  if (hasFollowUp(exchange)) lines.push(followUpText(exchange));
  if (exchange.rangeFrom !== exchange.rangeTo) {
    lines.push(t(exchange.rangeTo === DanceRange.SHORT ? 'log.closer' : 'log.apart'));
  }
  return [...lines, ...rolledTexts(exchange)].join(' ');
}

const followUpText = (exchange: DanceExchange): string =>
  hasFollowUp(exchange)
    ? t('log.combo', { card: cardName(exchange.comboCard ?? NONE), n: exchange.comboDamage ?? 0 })
    : t('log.pass');

const rolledText = (seat: number, dice: Uint8Array): string =>
  t('log.rolled', { name: theSide(seat), dice: [...dice].join(' ') });
const rolledTexts = ({ knightRolled, dragonRolled }: DanceExchange): string[] =>
  [knightRolled, dragonRolled].flatMap((dice, seat) => (dice?.length ? [rolledText(seat, dice)] : []));

// Whether the knight has just decided about the follow-up, so that the report of the exchange is told once more.
const isToldAgain = ({ frame }: Scene): boolean =>
  frame?.before !== undefined && danceOf(frame.before.view).phase === DancePhase.COMBO;

function event(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'dance') return '';
  const view = danceOf(scene.view);
  const what = game.value.event;
  switch (what.case) {
    case 'rolled':
      // Those of Recuperate are told with the exchange.
      return view.last ? '' : rolledText(what.value.seat, what.value.dice);
    case 'last':
      if (!isToldAgain(scene)) return exchangeText(view, what.value);
      return [followUpText(what.value), ...rolledTexts(what.value)].join(' ');
    case 'back':
      return what.value.card
        .flatMap((card, seat) => (card < 0 ? [] : [t('log.back', { name: theSide(seat), card: cardName(card) })]))
        .join(' ');
    case 'result': {
      const { winner, reason } = what.value;
      if (reason === DanceEnd.LIFE) {
        return winner < 0 ? t('log.result.both') : t('log.result.life', { name: theSide(1 - winner) });
      }
      return winner < 0 ? t('log.result.level') : t('log.result.limit', { name: theSide(winner) });
    }
    default:
      return '';
  }
}

// What leads to an exchange is told with it: one line a round. A player who listens hears it when it happens.
function aloud(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'dance') return '';
  const what = game.value.event;
  if (what.case === 'die')
    return t('log.die', { knight: dieName(what.value.dice[KNIGHT]), dragon: dieName(what.value.dice[DRAGON]) });
  if (what.case !== 'committed') return '';
  const name = whoIs(scene, what.value.seat);
  if (what.value.phase === DancePhase.DIE) return t('log.committed.die', { name });
  return t(what.value.phase === DancePhase.CARD ? 'log.committed.card' : 'log.committed.back', { name });
}

// "Charge 3 – 0 Flap": what each has played, and what it did to the other.
function recap(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'dance' || game.value.event.case !== 'last') return '';
  if (isToldAgain(scene)) return hasFollowUp(game.value.event.value) ? followUpText(game.value.event.value) : '';
  const { cards, damage, comboDamage } = game.value.event.value;
  return t('recap', {
    knight: cardName(cards?.[KNIGHT] ?? NONE),
    n: (damage?.[DRAGON] ?? 0) + (comboDamage ?? 0),
    m: damage?.[KNIGHT] ?? 0,
    dragon: cardName(cards?.[DRAGON] ?? NONE),
  });
}

// --- Choices and refusals ---

// What a sentence may name of its arguments, each in every way in which it could be meant: {n0}, {card1}, …
function argumentsOf(scene: Scene, sentence: Sentence | undefined): Arguments {
  const view = danceOf(scene.view);
  const values: Arguments = {};
  for (let i = 0; i < MOST_ARGUMENTS; i++) {
    const n = sentence?.arguments[i] ?? 0;
    values[`n${i}`] = n;
    values[`slot${i}`] = n + 1;
    values[`card${i}`] = cardName(n in view.cards || n < 0 ? n : Math.min(Math.max(n, 0), DECKS - 1));
    values[`die${i}`] = columnOf(view, Math.max(scene.seat, 0), n);
    values[`seat${i}`] = seatName(scene.info, scene.seat, n);
    values[`range${i}`] = named(DanceRangeSchema, n) ?? String(n);
    values[`phase${i}`] = named(DancePhaseSchema, n) ?? String(n);
    values[`option${i}`] = DanceOptionsSchema.fields.find(({ number }) => number === n)?.name ?? String(n);
  }
  return values;
}
// Cards that have names.
const DECKS = 16;

function choice(scene: Scene, { sentence }: Choice): string {
  const values = argumentsOf(scene, sentence);
  const phrase = phraseOf(sentence);
  if (phrase === DancePhrase.FOLLOW_UP && argument(sentence, 1) < 0) return t('DANCE_PHRASE_FOLLOW_UP.none', values);
  if (phrase === DancePhrase.CARD) return preview(danceOf(scene.view), argument(sentence, 0), argument(sentence, 1));
  return named(DancePhraseSchema, phrase, values) ?? t('choice.other');
}

const reason = (scene: Scene, sentence: Sentence): string =>
  named(DancePhraseSchema, phraseOf(sentence), argumentsOf(scene, sentence)) ?? t('need.other');

// --- Where the match stands ---

function turn(scene: Scene): string {
  switch (danceOf(scene.view).phase) {
    case DancePhase.DIE:
      return t('ask.die');
    case DancePhase.CARD:
      return t('ask.card');
    case DancePhase.COMBO:
      return t('ask.combo');
    case DancePhase.TAKE_BACK:
      return t('ask.back');
    default:
      return '';
  }
}

export const rangeText = (view: DanceView): string => named(DanceRangeSchema, view.range ?? 0) ?? '';

function standing(scene: Scene, short = false): string {
  const view = danceOf(scene.view);
  const [n, m] = [view.round ?? 1, view.roundLimit ?? 0];
  return short ? `${n}/${m}` : t('standing', { round: t('round', { n, m }), range: rangeText(view) });
}

export const lifeText = (view: DanceView, seat: number): string =>
  t('life.of', { n: view.life[seat] ?? 0, m: view.fullLife[seat] ?? 0 });

function summary(scene: Scene): string {
  const view = danceOf(scene.view);
  const list = SEATS.map((seat) => {
    const ready = diceOf(view, seat).filter(({ spent }) => !spent);
    const dice = ready.length > 0 ? ready.map(({ value }) => value).join(' ') : t('dice.none');
    return t('state.side', { side: sideName(seat), n: view.life[seat] ?? 0, dice });
  });
  return t('state', { list: list.join(' '), range: capital(rangeText(view)), turn: turn(scene) || standing(scene) });
}

// The loser is told how close it was if the other had no more life left than this.
const CLOSE = 5;
function consolation(scene: Scene): string {
  const view = danceOf(scene.view);
  if (scene.seat < 0 || view.winner !== 1 - scene.seat) return '';
  const left = view.life[1 - scene.seat] ?? 0;
  return left <= CLOSE ? t('consolation', { n: left }) : '';
}

const ending = (scene: Scene, { winners }: Outcome): string => {
  const view = danceOf(scene.view);
  return winners.length === 0 && view.phase === DancePhase.OVER ? t('draw') : '';
};

export const words: GameWords = {
  event,
  aloud,
  recap,
  choice,
  reason,
  turn,
  standing,
  summary,
  consolation,
  ending,
};
