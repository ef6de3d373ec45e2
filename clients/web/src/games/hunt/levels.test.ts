import { expect, test } from 'vitest';
import { HuntClass, HuntSkill, HuntSymbol } from '../../gen/wyrmhall/v1/hunt_pb';
import { SKILLS_VIEW } from './heroes/skills';
import { LATER, broughtBy, morePoints, skillsToCome } from './levels';

test('what a level brings depends on the class (L2 to L6)', () => {
  const brought = (kind: HuntClass) => LATER.map((level) => broughtBy(level, kind).join('+'));
  expect(brought(HuntClass.WARRIOR)).toEqual(['improve', 'learn', 'improve', 'learn']);
  expect(brought(HuntClass.ROGUE)).toEqual(['improve+ac', 'learn', 'improve+ac', 'learn']);
  expect(brought(HuntClass.WIZARD)).toEqual(['improve', 'learn', 'improve+tokens', 'learn']);
  expect(broughtBy(3, HuntClass.WIZARD, 3)).toEqual(['learn', 'tokens']);
  expect(broughtBy(4, HuntClass.WIZARD, 3)).toEqual(['improve']);
  expect([HuntClass.WARRIOR, HuntClass.CLERIC, HuntClass.CUSTOM].map(morePoints)).toEqual([2, 1, 1]);
});

test('new skills with the own symbol are still to come, but for those that are known (L4)', () => {
  const { HERBAL_MEDICINE, HAMMER_SWING, SNEAK_ATTACK, THROWING_AXE } = HuntSkill;
  expect(skillsToCome(SKILLS_VIEW, HuntSymbol.SWORD, [])).toEqual([SNEAK_ATTACK, THROWING_AXE, HAMMER_SWING]);
  expect(skillsToCome(SKILLS_VIEW, HuntSymbol.SWORD, [THROWING_AXE])).toEqual([SNEAK_ATTACK, HAMMER_SWING]);
  expect(skillsToCome(SKILLS_VIEW, HuntSymbol.CROSSBOW, [])).toContain(HERBAL_MEDICINE);
  // A hero whose symbol is not known learns nothing here.
  expect(skillsToCome(SKILLS_VIEW, HuntSymbol.UNSPECIFIED, [])).toEqual([]);
});
