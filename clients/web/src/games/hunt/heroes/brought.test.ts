import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { PracticeReason } from '../../../gen/wyrmhall/v1/hero_pb';
import { HuntClass, HuntDefeatRule, HuntSkill, HuntSymbol } from '../../../gen/wyrmhall/v1/hunt_pb';
import { TableSchema } from '../../../gen/wyrmhall/v1/table_pb';
import { hasGroups, partyAt, riskAt, withGroup, withNewcomer } from './brought';

const { WARRIOR, WIZARD, CLERIC, RANGER, ROGUE, CUSTOM } = HuntClass;
type TableInit = Partial<Pick<MessageInitShape<typeof TableSchema>, 'options' | 'seats' | 'startingOptions'>>;
const hunt = (heroes: { seat: number; class: HuntClass }[]) => ({ game: { case: 'hunt' as const, value: { heroes } } });
const four = hunt([
  { seat: 0, class: WARRIOR },
  { seat: 1, class: CLERIC },
  { seat: 0, class: WIZARD },
  { seat: 1, class: RANGER },
]);
const table = (more: TableInit) => create(TableSchema, { options: four, seats: [{}, {}], ...more });
const heroesIn = (part: ReturnType<typeof withNewcomer>) =>
  part.game?.case === 'hunt' ? part.game.value.heroes?.map((hero) => hero.class) : [];

test('a newcomer in one place leaves the others of the seat as they are', () => {
  expect(heroesIn(withNewcomer(table({}), 0, 2, { class: ROGUE }))).toEqual([WARRIOR, ROGUE]);
  const starting = hunt([
    { seat: 0, class: ROGUE },
    { seat: 1, class: CLERIC },
    { seat: 0, class: WIZARD },
    { seat: 1, class: RANGER },
  ]);
  const changed = table({ startingOptions: starting });
  expect(partyAt(changed).heroes.map((hero) => hero.class)).toEqual([ROGUE, CLERIC, WIZARD, RANGER]);
  expect(heroesIn(withNewcomer(changed, 0, 2, { class: WARRIOR }))).toEqual([ROGUE, WARRIOR]);
});

test('the part says of a place with a kept hero who would come without it', () => {
  const brought = { ...four, heroes: [{ place: 0, name: 'Denra' }] };
  const seats = [{ part: { game: { case: 'hunt' as const, value: { heroes: [{ class: RANGER }] } } } }, {}];
  expect(heroesIn(withNewcomer(table({ options: brought, seats }), 0, 2, { class: ROGUE }))).toEqual([RANGER, ROGUE]);
});

test('a custom hero is brought with its sheet', () => {
  const sheet = { symbol: HuntSymbol.HOLY, skills: [HuntSkill.MEND] };
  const { game } = withNewcomer(table({}), 1, 1, { class: CUSTOM, ...sheet });
  expect(game?.case === 'hunt' && game.value.heroes?.[0]).toEqual({ class: CUSTOM, ...sheet });
});

test('who faces which dragon is said for all places of the seat (P1)', () => {
  expect(hasGroups(table({}))).toBe(true);
  expect(hasGroups(table({ options: hunt([{ seat: 0, class: WARRIOR }]) }))).toBe(false);
  const { game } = withGroup(table({}), 1, 3, 0);
  expect(game?.case === 'hunt' && game.value.groups).toEqual([1, 0]);
});

test('what a defeat costs is told for the own kept heroes alone, and not in practice (W2)', () => {
  const brought = [
    { place: 0, name: 'Brunhild' },
    { place: 1, name: 'Edric' },
  ];
  const options = { ...four, heroes: brought };
  expect(riskAt(table({ options }), 0)).toEqual({ isLost: true, names: ['Brunhild'] });
  expect(riskAt(table({ options }), -1)).toBeUndefined();
  expect(riskAt(table({}), 0)).toBeUndefined();
  const mercy = { case: 'hunt' as const, value: { ...four.game.value, defeatRule: HuntDefeatRule.MERCY } };
  expect(riskAt(table({ options: { game: mercy, heroes: brought } }), 1)).toEqual({ isLost: false, names: ['Edric'] });
  const practice = table({ options });
  practice.practice = PracticeReason.DRAGONS;
  expect(riskAt(practice, 0)).toBeUndefined();
});
