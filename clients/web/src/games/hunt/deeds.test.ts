import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { GameEventSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import {
  HuntActivationType,
  HuntClass,
  HuntItem,
  HuntPart,
  HuntSkill,
  HuntSymbol,
} from '../../gen/wyrmhall/v1/hunt_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { words } from '../../i18n/index.svelte';
import { aFrame } from '../../testing/frame';
import type { Deed } from '../module';
import { deeds } from './deeds';

const numbers = (...values: number[]) => Uint8Array.from(values);
const view = (more: object) =>
  create(GameViewSchema, {
    game: {
      case: 'hunt',
      value: {
        acting: 1,
        rolls: 1,
        dice: numbers(HuntSymbol.SWORD, HuntSymbol.MAGIC),
        sheets: { 0: { class: HuntClass.WARRIOR }, 1: { class: HuntClass.ROGUE, seat: 2 } },
        dragons: { 0: { id: 1 } },
        ...more,
      },
    },
  });

// What the last of some events that are told together was, after the match stood like this.
function done(told: object[], more: object = {}): Deed | undefined {
  const events = told.map((event) =>
    create(GameEventSchema, { game: { case: 'hunt', value: { event: event as never } } }),
  );
  const frame = aFrame(2, view({ acting: 0 }), { events, before: aFrame(1, view(more)) });
  return deeds({ view: frame.view, info: create(MatchInfoSchema), seat: 0, waitingOn: 1, frame }, events.at(-1)!);
}
const decided = (action: object) => ({ case: 'decided', value: { seat: 2, action: { action } } });
const activation = (value: object) => ({
  case: 'activation',
  value: { hero: 1, type: HuntActivationType.SKILL, ...value },
});
const what = (told: object[], more: object = {}): string => {
  const deed = done(told, more);
  expect(deed).toMatchObject({ seat: 2, who: words.locale === 'fr' ? 'Voleur' : 'Rogue' });
  return deed?.what.join(', ') ?? '';
};

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('the first roll of a hero begins a turn, and no roll matters', () => {
  const rolled = { case: 'rolled', value: { hero: 1 } };
  expect(done([rolled], { rolls: 0 })).toEqual({ seat: 2, who: 'Rogue', begins: true, what: [] });
  expect(done([rolled])).toEqual({ seat: 2, who: 'Rogue', begins: false, what: [] });
});

test('with a skill it matters what came of it, and what the dragon answered', async () => {
  expect(what([activation({ skill: HuntSkill.CLEAVE, damage: 10 })])).toBe('Cleave, 10 damage');
  expect(what([activation({ skill: HuntSkill.CLEAVE, damage: 3, counterDamage: 7 })])).toBe(
    'Cleave, 3 damage, loses 7',
  );
  const healed = { case: 'skill', value: { targets: numbers(0, 1) } };
  expect(what([decided(healed), activation({ skill: HuntSkill.HEALING_WAVE })])).toBe(
    'Healing Wave for Warrior and Rogue',
  );
  expect(what([activation({ type: HuntActivationType.FAIL })])).toBe('fails');
  expect(what([{ case: 'slain', value: { dragon: 0 } }])).toBe('*slays Young Red Dragon*');
  await words.use('fr');
  expect(what([activation({ skill: HuntSkill.CLEAVE, damage: 1 })])).toBe('Coup fendant, 1 dégât');
});

test('a die that is passed on matters, and none does not', () => {
  expect(what([decided({ case: 'assist', value: 1 })])).toBe('passes Magic');
  expect(what([decided({ case: 'assist', value: -1 })])).toBe('');
});

test('in the village it matters what a hero takes from it', () => {
  expect(what([decided({ case: 'buy', value: { hero: 1, item: HuntItem.RUNE_SWORD } })])).toBe('buys Sword Rune');
  expect(what([decided({ case: 'learn', value: { hero: 1, skill: HuntSkill.CLEAVE } })])).toBe('learns Cleave');
  const improved = { hero: 1, skill: HuntSkill.CLEAVE, part: HuntPart.ATTACK };
  expect(what([decided({ case: 'improve', value: improved })])).toBe('improves Cleave');
});

test('what befalls others is told by itself', () => {
  expect(done([{ case: 'died', value: { hero: 1 } }])).toBeUndefined();
  expect(done([{ case: 'fury', value: {} }])).toBeUndefined();
  expect(done([decided({ case: 'flee', value: true })])).toBeUndefined();
});
