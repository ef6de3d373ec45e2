// A custom hero in the making, and what it lacks by rule N1.
import { HuntSymbol, type HuntSkill } from '../../../gen/wyrmhall/v1/hunt_pb';
import { listed, oneOf } from '../../../i18n/index.svelte';
import { skillName, symbolName } from '../names';
import { t } from './messages';
import { isStrike } from './skills';

export interface Sheet {
  symbol: HuntSymbol;
  skills: readonly HuntSkill[];
}
export const SYMBOLS: readonly HuntSymbol[] = [
  HuntSymbol.SWORD,
  HuntSymbol.MAGIC,
  HuntSymbol.HOLY,
  HuntSymbol.CROSSBOW,
  HuntSymbol.DAGGER,
];
export const SKILLS_NEEDED = 6;
export const EMPTY_SHEET: Sheet = { symbol: HuntSymbol.UNSPECIFIED, skills: [] };

// What is wrong with it, as sentences; nothing once it can be made.
export function faultsIn({ symbol, skills }: Sheet): string[] {
  const faults: string[] = [];
  if (symbol === HuntSymbol.UNSPECIFIED)
    faults.push(t('make.symbol.missing', { list: oneOf(SYMBOLS.map(symbolName)) }));
  const missing = SKILLS_NEEDED - skills.length;
  if (missing > 0) faults.push(t('make.skills.missing', { n: missing }));
  if (missing < 0) faults.push(t('make.skills.over', { n: -missing }));
  const strikes = skills.filter(isStrike);
  if (strikes.length > 1) faults.push(t('make.strikes', { list: listed(strikes.map(skillName)) }));
  return faults;
}
