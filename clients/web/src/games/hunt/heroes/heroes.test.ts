import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import data from '../../../../../../rules/hunt/data.h?raw';
import { HeroSchema, StableSchema, type Hero } from '../../../gen/wyrmhall/v1/hero_pb';
import {
  HuntClass,
  HuntItem,
  HuntSkill,
  HuntSkillKindSchema,
  HuntSkillSchema,
  HuntSymbol,
} from '../../../gen/wyrmhall/v1/hunt_pb';
import { TableSchema } from '../../../gen/wyrmhall/v1/table_pb';
import { words } from '../../../i18n/index.svelte';
import { LEVELS } from '../levels';
import { EMPTY_SHEET, faultsIn } from './custom';
import { isAlive, isGone, progressOf, tableOf } from './hero';
import { SKILLS_VIEW, STARTING_SKILLS, isStrike } from './skills';
import { Stable } from './stable.svelte';

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

const id = (n: number) => new Uint8Array(16).fill(n);
const hero = (n: number, more: object = {}): Hero =>
  create(HeroSchema, { heroId: id(n), name: `Hero ${n}`, values: { class: HuntClass.WARRIOR, level: 1 }, ...more });

describe('what is known of the rules without a match', () => {
  // A line of the rules' own table: {SkillKind::attack, pattern_of("SS"), 3, 0, false, false},     // cleave
  const ROW =
    /\{SkillKind::(\w+), pattern_of\("([^"]+)"\), (\d+), (\d+), (true|false), (true|false)\},\s+\/\/ (?!jab|treat)(\w+)/g;
  const rows = [...data.matchAll(ROW)];

  test('each skill is as in the rules of the server', () => {
    expect(rows.length).toBe(40);
    for (const [, kind, pattern, value, targets, strike, learnt, name] of rows) {
      const skill = HuntSkillSchema.values.find((each) => each.localName === name.toUpperCase())!;
      const own = SKILLS_VIEW.skills[skill.number];
      expect(HuntSkillKindSchema.value[own.kind]?.localName.toLowerCase(), name).toBe(kind);
      expect([own.pattern, own.value, own.targets], name).toEqual([pattern, Number(value), Number(targets)]);
      expect([own.strike, own.learnt], name).toEqual([strike === 'true', learnt === 'true']);
      expect(STARTING_SKILLS.includes(skill.number), name).toBe(learnt === 'false');
    }
  });

  test('levels begin where the server has them begin', () => {
    const [, thresholds] = /kThresholds = \{([^}]+)\}/.exec(data)!;
    expect(LEVELS).toEqual(thresholds.split(',').map(Number));
  });
});

describe('a custom hero', () => {
  const { CLEAVE, WHIRLWIND, SHIELD_BASH, SECOND_WIND, OVERHEAD_CHOP, HEAL, MIGHTY_STRIKE, ARCANE_STRIKE } = HuntSkill;

  test('lacks a symbol and six skills at first', () => {
    expect(faultsIn(EMPTY_SHEET)).toEqual([
      'A custom hero needs a symbol of its own: Sword, Magic, Holy, Crossbow, or Dagger.',
      '6 starting skills are missing; it takes six.',
    ]);
  });

  test('has six skills, one of them a Strike at most', () => {
    const five = [CLEAVE, WHIRLWIND, SHIELD_BASH, SECOND_WIND, MIGHTY_STRIKE];
    const faults = (...more: HuntSkill[]) => faultsIn({ symbol: HuntSymbol.HOLY, skills: [...five, ...more] });
    expect(faults()).toEqual(['One starting skill is missing; it takes six.']);
    expect(faults(HEAL)).toEqual([]);
    expect(faults(HEAL, OVERHEAD_CHOP)).toEqual(['One starting skill is too many; it takes six.']);
    expect(faults(ARCANE_STRIKE)).toEqual([
      'At most one may be a Strike, and these are: Mighty Strike and Arcane Strike.',
    ]);
    expect(isStrike(HEAL)).toBe(false);
  });
});

describe('a hero', () => {
  test('is dead until a village brings it back, and gone once it has fallen or was retired', () => {
    const dead = hero(1, { values: { class: HuntClass.ROGUE, alive: false } });
    expect([isAlive(hero(1)), isAlive(dead), isGone(dead)]).toEqual([true, false, false]);
    expect([isGone(hero(1, { fallenAtUs: 1n })), isAlive(hero(1, { retiredAtUs: 1n }))]).toEqual([true, false]);
  });

  test('shows how far it is from the next level', () => {
    const at = (level: number, xp: number) => progressOf(hero(1, { values: { level, xp } }));
    expect([at(1, 0), at(1, 3), at(2, 6), at(2, 10), at(5, 50)]).toEqual([0, 0.5, 0, 0.5, 1]);
  });

  test('is at the table to which it was brought', () => {
    const table = create(TableSchema, { tableId: id(9), options: { heroes: [{ place: 0, heroId: id(1) }] } });
    expect(tableOf(hero(1), [table])).toBe(table);
    expect(tableOf(hero(2), [table])).toBeUndefined();
  });
});

describe('the stable', () => {
  const answers: Record<string, unknown>[] = [];
  const asked: unknown[] = [];
  const hall = {
    identity: { known: true },
    contact: {
      request: (command: unknown) => {
        asked.push(command);
        return Promise.resolve({ case: 'stable', value: create(StableSchema, answers.shift()) } as never);
      },
    },
  };
  beforeEach(() => {
    answers.length = asked.length = 0;
    hall.identity.known = true;
  });

  test('is full with as many living heroes as there is room for', async () => {
    const stable = new Stable(hall);
    const dead = hero(3, { values: { alive: false, items: [HuntItem.WHETSTONE] } });
    answers.push({ heroes: [hero(1), dead], mostLiving: 2 });
    await stable.load();
    expect([stable.living.length, stable.dead, stable.isFull]).toEqual([1, [dead], false]);
    answers.push({ heroes: [hero(1), hero(2), dead], mostLiving: 2 });
    expect((await stable.make({ name: 'Hero 2', heroClass: HuntClass.CLERIC }))?.name).toBe('Hero 2');
    expect(stable.isFull).toBe(true);
    answers.push({ heroes: [hero(2), dead, hero(1, { retiredAtUs: 5n })], mostLiving: 2 });
    await stable.retire(hero(1));
    expect([stable.isFull, stable.gone.map(({ name }) => name)]).toEqual([false, ['Hero 1']]);
  });

  test('is read on from where the server stopped', async () => {
    const stable = new Stable(hall);
    answers.push({ heroes: [hero(1)], next: id(1), mostLiving: 20 }, { heroes: [hero(2)], mostLiving: 20 });
    await stable.load();
    expect(stable.hasMore).toBe(true);
    await stable.loadMore();
    expect(asked.at(-1)).toEqual({ case: 'listHeroes', value: { after: id(1) } });
    expect([stable.heroes.length, stable.hasMore]).toEqual([2, false]);
  });

  test('of somebody new is empty without asking', async () => {
    hall.identity.known = false;
    const stable = new Stable(hall);
    await stable.load();
    expect([asked, stable.loaded, stable.isFull]).toEqual([[], true, false]);
  });
});
