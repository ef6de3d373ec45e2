// The skills that stand on sheets, where there is no match whose view would say them: what they do, and the dice that they
// take. A test holds them to the server's.
import { create } from '@bufbuild/protobuf';
import {
  HuntSkill,
  HuntSkillKind,
  HuntSkillRulesSchema,
  HuntViewSchema,
  type HuntView,
} from '../../../gen/wyrmhall/v1/hunt_pb';

type Row = readonly [pattern: string, kind: HuntSkillKind, value: number, targets: number];
const { ATTACK, HEAL, DRAIN, STANCE, SHIELD, BLESSING, PIN, ALLY } = HuntSkillKind;

// By HuntSkill, from 1.
const STARTING: readonly Row[] = [
  ['SS', ATTACK, 3, 0],
  ['SD', ATTACK, 4, 0],
  ['SSS', ATTACK, 7, 0],
  ['SBH', ATTACK, 5, 0],
  ['SH', HEAL, 3, 1],
  ['SSM', ATTACK, 5, 0],
  ['MM', ATTACK, 3, 0],
  ['MS', ATTACK, 4, 0],
  ['MMM', ATTACK, 7, 0],
  ['MBD', ATTACK, 5, 0],
  ['MH', HEAL, 3, 1],
  ['MMHH', SHIELD, 2, 1],
  ['HM', ATTACK, 3, 0],
  ['HS', ATTACK, 4, 0],
  ['HHH', ATTACK, 6, 0],
  ['HH', HEAL, 4, 1],
  ['HB', BLESSING, 0, 1],
  ['BB', ATTACK, 3, 0],
  ['BD', ATTACK, 4, 0],
  ['BBB', ATTACK, 7, 0],
  ['BHS', ATTACK, 5, 0],
  ['BH', HEAL, 3, 1],
  ['BBM', ATTACK, 5, 0],
  ['DB', ATTACK, 3, 0],
  ['DS', ATTACK, 4, 0],
  ['DDD', ATTACK, 7, 0],
  ['DMH', ATTACK, 5, 0],
  ['DH', HEAL, 3, 1],
  ['DDDD', ATTACK, 10, 0],
];
const LEARNT: readonly Row[] = [
  ['MMB', ATTACK, 7, 0],
  ['DDS', ATTACK, 6, 0],
  ['DD!!!', STANCE, 1, 0],
  ['BBDD', PIN, 0, 0],
  ['BB!!!', ALLY, 0, 0],
  ['B==', HEAL, 3, 1],
  ['BBS', ATTACK, 6, 0],
  ['HHS', ATTACK, 6, 0],
  ['MMM', DRAIN, 3, 0],
  ['MM!!!', ALLY, 0, 0],
  ['HH===', HEAL, 3, 2],
];
const STRIKES = new Set([
  HuntSkill.MIGHTY_STRIKE,
  HuntSkill.ARCANE_STRIKE,
  HuntSkill.RIGHTEOUS_STRIKE,
  HuntSkill.TWIN_STRIKE,
  HuntSkill.FLANKING_STRIKE,
]);

export const STARTING_SKILLS: readonly HuntSkill[] = STARTING.map((_, i): HuntSkill => i + 1);
export const isStrike = (skill: HuntSkill): boolean => STRIKES.has(skill);

// As a match would show them.
export const SKILLS_VIEW: HuntView = create(HuntViewSchema, {
  skills: Object.fromEntries(
    [...STARTING, ...LEARNT].map(([pattern, kind, value, targets], i) => [
      i + 1,
      create(HuntSkillRulesSchema, {
        pattern,
        kind,
        value,
        targets,
        strike: isStrike(i + 1),
        learnt: i >= STARTING.length,
      }),
    ]),
  ),
});
