import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  DragondiceDragonForm,
  DragondiceDragonIcon,
  DragondiceDragonType,
  DragondiceIcon as I,
  DragondicePreset,
  DragondiceSpecies,
  DragondiceTerrain,
} from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceRolledFor } from '../../gen/wyrmhall/v1/dragondice_event_pb';
import { DragondiceEnd, DragondiceStep } from '../../gen/wyrmhall/v1/dragondice_pb';
import { DragondicePhrase as P } from '../../gen/wyrmhall/v1/dragondice_sentence_pb';
import { DragondiceUnitKind as K } from '../../gen/wyrmhall/v1/dragondice_unit_pb';
import { ChoiceSchema, GameEventSchema, GameOptionsSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { SentenceSchema } from '../../gen/wyrmhall/v1/sentence_pb';
import { DiceLuckSchema } from '../../gen/wyrmhall/v1/luck_pb';
import { words } from '../../i18n/index.svelte';
import type { Frame } from '../../net/timeline';
import type { Scene } from '../module';
import { readyForce } from './force';
import { explanation } from './explained';
import { dragonName, unitNames } from './names';
import { viewOf } from './scene';
import { terms } from './terms';
import { words as dragondiceWords } from './words';

const bytes = (...values: number[]) => Uint8Array.from(values);
const drake = { type: DragondiceDragonType.ELEMENTAL_FIRE, form: DragondiceDragonForm.DRAKE, at: 2 };
const view = (more: object = {}) =>
  create(GameViewSchema, {
    game: {
      case: 'dragondice',
      value: {
        step: DragondiceStep.CALL,
        round: 2,
        rounds: 8,
        seat: 0,
        terrains: bytes(
          DragondiceTerrain.COASTLAND_CITY,
          DragondiceTerrain.HIGHLAND_CITY,
          DragondiceTerrain.FLATLAND_TOWER,
        ),
        units: {
          0: { kind: K.DWARF_FOOTMAN },
          1: { kind: K.DWARF_FOOTMAN },
          2: { kind: K.DWARF_WARLORD },
          3: { kind: K.DWARF_FOOTMAN, owner: 1 },
        },
        places: { 0: 2, 1: 2, 2: 0, 3: 1 },
        kinds: { [K.DWARF_FOOTMAN]: { health: 1 }, [K.DWARF_WARLORD]: { health: 3 } },
        dragons: { 0: drake, 1: { ...drake, owner: 1 }, 2: { ...drake, type: DragondiceDragonType.WHITE, at: 6 } },
        score: { 0: 5, 1: 9 },
        ...more,
      },
    },
  });
const scene = (more: object = {}): Scene => ({
  view: view(more),
  info: create(MatchInfoSchema),
  seat: 0,
  waitingOn: 1,
});
const sentence = (phrase: P, ...list: number[]) =>
  create(SentenceSchema, { phrase: { case: 'dragondice', value: phrase }, arguments: list });
const choice = (phrase: P, ...list: number[]) =>
  dragondiceWords.choice(scene(), create(ChoiceSchema, { sentence: sentence(phrase, ...list) }));

// What is said of events that are told together.
function said(...events: object[]): string[] {
  const told = events.map((event) =>
    create(GameEventSchema, { game: { case: 'dragondice', value: { event: event as never } } }),
  );
  const frame = { version: 1, view: view(), events: told } as unknown as Frame;
  return told.map((each) => dragondiceWords.event({ ...scene(), frame }, each));
}

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('units are told by kind, dragons by a number only where two are alike', () => {
  const shown = viewOf(view());
  expect(unitNames(shown, [0, 1, 2])).toBe('Warlord, Footman ×2');
  expect(dragonName(shown, 0)).toBe('Fire Drake 0');
  expect(dragonName(shown, 2)).toBe('White Drake');
  expect(dragonName(shown, 100)).toBe('the army');
});

test('choices name units, dragons and places', () => {
  expect(choice(P.REGROUP, 2, 0, 3)).toBe('Footman goes to the reserve');
  expect(choice(P.CALL, 2, 14, 1)).toBe('Call White Drake to Highland City for 14 points');
  expect(choice(P.CALL_NOBODY)).toBe('Call no dragon');
  expect(choice(P.SLAY, 0, 1, 2, 2)).toBe('Slay Fire Drake 0 (melee) and White Drake (missile)');
  expect(choice(P.HITS, 12, 6, 2)).toBe('Slay White Drake with missiles, and others with 12 melee results');
  expect(dragondiceWords.form?.(scene(), sentence(P.CASUALTIES, 7, 6))).toBe('7 damage gets through: 6 health is lost');
});

test('in French a sentence takes the name of a place as that of a town', async () => {
  await words.use('fr');
  expect(choice(P.REGROUP, 2, 0, 3)).toBe('Fantassin rejoint la réserve');
  expect(choice(P.ATTACK_TERRAIN, 2)).toBe('Les dragons de Plaine (tour) attaquent');
  expect(said({ case: 'regroup', value: { seat: 0, unit: 0, from: 0, to: 2 } })[0]).toBe(
    'Fantassin quitte Côte (cité) pour Plaine (tour).',
  );
  expect(said({ case: 'call', value: { seat: 0, dragon: 2, from: 6, to: 1 } })[0]).toMatch(/ à Hauteurs \(cité\)\.$/);
});

test('the rolls of an answer are one sentence', () => {
  const rolled = (unit: number, icon: I, number: number) => ({
    case: 'unit',
    value: { for: DragondiceRolledFor.RESPONSE, unit, icon, number },
  });
  expect(said(rolled(0, I.MELEE, 2), rolled(2, I.SMITE, 3))).toEqual([
    'The army rolls Footman melee 2 · Warlord Smite 3.',
    '',
  ]);
  const rise = { for: DragondiceRolledFor.RISE, unit: 0, icon: I.MELEE };
  expect(said({ case: 'unit', value: rise })).toEqual(['Footman does not rise.']);
});

test('attacks, damage and calls are told', () => {
  const begun = { terrain: 2, dragons: bytes(0, 1), targets: bytes(1, 100) };
  expect(said({ case: 'attack', value: begun })[0]).toBe(
    '*Dragons attack* at Flatland Tower: Fire Drake 0 → Fire Drake 1, Fire Drake 1 → the army.',
  );
  const claws = { dragon: 0, icon: DragondiceDragonIcon.CLAWS, damage: 6 };
  expect(said({ case: 'dragon', value: claws })[0]).toBe('Fire Drake 0 rolls claws: 6 damage.');
  const damage = { net: 3, killed: bytes(0, 1), dead: bytes(0, 1), byArmy: bytes(1) };
  expect(said({ case: 'damage', value: damage })[0]).toBe(
    '*Slain*: Fire Drake 1. Killed by other dragons: Fire Drake 0. 3 damage gets through. Fallen: Footman ×2.',
  );
  expect(said({ case: 'call', value: { seat: 0, dragon: 2, from: 6, to: 1 } })[0]).toBe(
    '*You* call White Drake to Highland City.',
  );
  expect(said({ case: 'end', value: { winner: -1, reason: DragondiceEnd.SCORE, score: [4, 4] } })[0]).toContain(
    '4 to 4',
  );
});

test('what an icon does is said with its number and the rule’s', () => {
  expect(explanation({ icon: I.SMITE, number: 4 })).toBe('4 melee results (DR-11)');
  expect(explanation({ icon: I.CHARM, number: 0 })).toContain('A-10');
});

test('where the match stands', () => {
  expect(dragondiceWords.turn(scene())).toBe('call a dragon, or none');
  expect(dragondiceWords.standing(scene(), true)).toBe('2/8');
  expect(dragondiceWords.standing(scene())).toBe('Round 2 of 8 · you march');
  expect(dragondiceWords.summary(scene())).toContain('Flatland Tower: You 2 health');
  expect(dragondiceWords.consolation(scene({ winner: 1 }))).toBe('You had 5 points, the winner 9.');
  expect(dragondiceWords.turn(scene({ step: DragondiceStep.OVER }))).toBe('');
});

test('options are told as words', () => {
  const { AMAZON_30, UNSPECIFIED } = DragondicePreset;
  const options = (value: object) => create(GameOptionsSchema, { game: { case: 'dragondice', value } });
  const usual = options({ armies: [{ preset: AMAZON_30 }, { preset: UNSPECIFIED }], rounds: 5 });
  expect(terms.options(usual)).toEqual(['Amazons, 30 points and own force', 'Rounds: 5']);
  const { home, campaign, horde } = readyForce(DragondiceSpecies.UNDEAD, 60);
  const large = options({ armies: [{ home, campaign, horde }, { species: DragondiceSpecies.DWARF }], points: 60 });
  expect(terms.options(large)).toEqual(['Undead, 60 points and Dwarves, 60 points']);
  const own = options({ armies: [{ home, campaign, horde: [] }, { species: DragondiceSpecies.DWARF }], points: 60 });
  expect(terms.options(own)).toEqual(['own force and Dwarves, 60 points', 'Points of each force: 60']);
  // A table has the usual points without saying so; a player who sits down there has to be told.
  const brought = create(GameOptionsSchema, { seatsBring: true, game: { case: 'dragondice', value: { rounds: 5 } } });
  expect(terms.options(brought, true)).toEqual(['each side brings its force', 'Points of each force: 30', 'Rounds: 5']);
});

test('dice with icons are counted, not added up', () => {
  expect(dragondiceWords.symbols?.(create(DiceLuckSchema, { sides: 6, rolled: 31, sum: 99n }))).toBe('31 d6');
});
