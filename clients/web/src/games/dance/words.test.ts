import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { DanceCardKind, DanceMovement, DancePhase, DanceRange, DanceViewSchema } from '../../gen/wyrmhall/v1/dance_pb';
import { DancePhrase } from '../../gen/wyrmhall/v1/dance_sentence_pb';
import { ChoiceSchema, GameEventSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { words } from '../../i18n/index.svelte';
import type { Frame } from '../../net/timeline';
import type { Scene } from '../module';
import { cardOff, cardText, words as danceWords, glance, lossFigure, preview, prospectText } from './words';

const [HACK, SLASH, DODGE, SHIELD, BREATH] = [1, 2, 3, 4, 8];
const numbers = (...values: number[]) => Uint8Array.from(values);
const none = new Uint8Array();
const plain = { longRange: true, shortRange: true, damage: none, protect: none, movement: 0, combo: false };
const attack = { ...plain, kind: DanceCardKind.ATTACK };
const defence = { ...plain, kind: DanceCardKind.DEFENCE };
const CARDS = {
  0: { ...attack, shortRange: false, damage: numbers(1, 1, 2, 2, 3, 4, 5), movement: DanceMovement.REDUCE },
  [HACK]: { ...attack, longRange: false, damage: numbers(1, 1, 2, 2, 2, 3, 4), combo: true },
  [SLASH]: { ...attack, longRange: false, damage: numbers(1, 1, 1, 2, 2, 3, 3), combo: true },
  [DODGE]: { ...defence, protect: numbers(255, 255, 255, 255, 255, 255, 255) },
  [SHIELD]: { ...defence, protect: numbers(2, 4, 4, 3, 3, 2, 2) },
  7: { ...plain, kind: DanceCardKind.RECOVER },
  [BREATH]: { ...attack, shortRange: false, damage: numbers(1, 2, 2, 3, 4, 4, 5) },
};
const LAST = {
  round: 2,
  dice: numbers(1, 4),
  cards: numbers(SHIELD, BREATH),
  damage: numbers(0, 0),
  comboCard: -1,
  comboDie: -1,
  rangeFrom: DanceRange.LONG,
  rangeTo: DanceRange.LONG,
};
const dance = (more: object) => ({
  phase: DancePhase.DIE,
  range: DanceRange.LONG,
  round: 3,
  roundLimit: 40,
  life: { 0: 9, 1: 20 },
  fullLife: { 0: 9, 1: 20 },
  dice: { 0: numbers(5, 1, 1, 1, 1), 1: numbers(2, 2, 2) },
  hand: { 0: numbers(0, HACK, SLASH, DODGE, 7), 1: numbers(BREATH) },
  cards: CARDS,
  last: LAST,
  ...more,
});
const view = (more: object = {}) => create(GameViewSchema, { game: { case: 'dance', value: dance(more) } });
const scene = (shown = view(), frame?: Frame): Scene => ({
  view: shown,
  info: create(MatchInfoSchema),
  seat: 0,
  waitingOn: 3,
  ...(frame && { frame }),
});
const said = (more: object, at = scene()): string => {
  const value = { event: { case: 'last', value: { ...LAST, ...more } as never } } as const;
  return danceWords.event(at, create(GameEventSchema, { game: { case: 'dance', value } }));
};

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('an exchange is told with what was held off, what went through and where they stand now', () => {
  expect(said({})).toBe('*Round 2*: Raise Shield (die 1) against Breathe Fire (die 4). Raise Shield takes off 4.');
  expect(said({ dice: numbers(5, 4), damage: numbers(2, 0) })).toMatch(/takes off 2\. The knight loses 2 life\.$/);
  expect(said({ cards: numbers(DODGE, BREATH) })).toContain('Dodge: nothing gets through.');
  const both = { cards: numbers(0, BREATH), dice: numbers(0, 6), damage: numbers(5, 1), rangeTo: DanceRange.SHORT };
  expect(said(both)).toMatch(
    /Charge \(no die\).*The dragon loses 1 life\. The knight loses 5 life\. They are at short range now\.$/,
  );
  expect(said({ cards: numbers(7, BREATH), damage: numbers(4, 0), knightRolled: numbers(1, 2, 3, 4, 5) })).toMatch(
    /\(die 4\)\. The knight loses 4 life\. The knight rolls 1 2 3 4 5\.$/,
  );
});

test('what leads to an exchange is only said aloud, so that the story has one line a round', () => {
  const happens = (value: object) => create(GameEventSchema, { game: { case: 'dance', value: value as never } });
  const committed = happens({ event: { case: 'committed', value: { seat: 1, phase: DancePhase.CARD } } });
  const dice = happens({ event: { case: 'die', value: { die: [0, -1], dice: numbers(5, 0) } } });
  const last = happens({ event: { case: 'last', value: LAST } });
  expect([committed, dice].map((one) => danceWords.event(scene(), one))).toEqual(['', '']);
  expect(danceWords.aloud?.(scene(), committed)).toMatch(/has chosen a card\.$/);
  expect(danceWords.aloud?.(scene(), dice)).toBe('Dice: knight die 5, dragon no die.');
  expect(danceWords.event(scene(), last)).not.toBe('');
  expect(danceWords.aloud?.(scene(), last)).toBe('');
});

test('a report that comes once more after the follow-up tells only of that', () => {
  const asked = view({ phase: DancePhase.COMBO });
  const now = view();
  const before = { version: 0, view: asked, events: [] };
  const at = scene(now, { version: 1, view: now, events: [], before } as unknown as Frame);
  const follow = { cards: numbers(HACK, BREATH), comboCard: SLASH, comboDamage: 3 };
  expect(said(follow, at)).toBe('*Combo*: Slash follows, and the dragon loses 3 life.');
  expect(said({ cards: numbers(HACK, BREATH) }, at)).toBe('The knight does not follow up.');
  expect(said(follow, scene(now))).toMatch(/^\*Round 2\*.*\*Combo\*/);
});

test('a card says what it does with a die, all that it can do, and why it cannot be played', () => {
  const shown = create(DanceViewSchema, dance({}));
  expect(preview(shown, 0, 5)).toBe('Charge (die 5): 4 damage, to short range.');
  expect(preview(shown, SHIELD, 0)).toBe('Raise Shield (no die): takes 2 off an attack.');
  expect(preview(shown, DODGE, 3)).toBe('Dodge: nothing gets through.');
  expect(preview(shown, 7, 3)).toMatch(/^Recuperate: .+\.$/);
  expect(cardText(shown, HACK)).toMatch(/^Hack\. .*By die: no die 1, die 1 1, .*die 6 4\.$/);
  expect([0, HACK, SHIELD].map((card) => cardOff(shown, 0, card))).toEqual([
    '',
    'Only at short range',
    'In the discard',
  ]);
});

const MOST_WORDS = 8;
test.each(['en', 'fr'])('in %s what the eye is told of a card has at most eight words', async (language) => {
  await words.use(language);
  const every = { 5: { ...plain, kind: DanceCardKind.MOVE, movement: DanceMovement.INCREASE } };
  for (const range of [DanceRange.LONG, DanceRange.SHORT]) {
    const shown = create(DanceViewSchema, dance({ range, cards: { ...CARDS, ...every } }));
    for (const card of Object.keys(shown.cards).map(Number)) {
      for (const column of [undefined, 0, 1, 6]) {
        const said = glance(shown, card < BREATH ? 0 : 1, card, column);
        expect(said.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length, said).toBeLessThanOrEqual(
          MOST_WORDS,
        );
      }
    }
  }
});

test('a card at a glance, and what answers it', () => {
  const shown = create(DanceViewSchema, dance({}));
  expect(glance(shown, 0, 0, 5)).toBe('Charge (die 5): 4 damage.');
  expect(glance(shown, 0, 0, undefined)).toBe('Charge: 1 to 5 damage.');
  expect(glance(shown, 0, HACK, 5)).toBe('Hack. Only at short range.');
  expect(glance(shown, 0, DODGE, 5)).toBe('Dodge: nothing gets through.');
  const [sure, open] = [
    { least: 3, most: 3 },
    { least: 0, most: 2 },
  ];
  expect([sure, open, undefined].map(lossFigure)).toEqual(['−3', '0–2', '0']);
  const prospect = { card: BREATH, dealt: sure, taken: open, leadsTo: DanceRange.SHORT, followUp: true };
  expect(prospectText(prospect, 0)).toBe(
    'Breathe Fire. The dragon loses 3 life. The knight loses 0 to 2 life. They are at short range now. A second hit may follow.',
  );
  const nobody = { card: 7, dealt: undefined, taken: undefined, leadsTo: undefined, followUp: false };
  expect(prospectText(nobody, 1)).toBe('Recuperate. Nobody is hurt.');
});

test('a follow-up without a die is said as such', () => {
  const sentence = { phrase: { case: 'dance', value: DancePhrase.FOLLOW_UP }, arguments: [SLASH, -1, 0, 1] } as const;
  expect(danceWords.choice(scene(), create(ChoiceSchema, { sentence: sentence as never }))).toBe(
    'Slash without a die: 1 damage, undefended',
  );
});

test('only who came close is told so', () => {
  const lost = (left: number) => danceWords.consolation(scene(view({ winner: 1, life: { 0: 0, 1: left } })));
  expect(lost(5)).toBe('Your opponent had only 5 life left.');
  expect(lost(11)).toBe('');
});
