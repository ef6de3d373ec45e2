// What may come of throwing: the server's exact figures.
import type { HuntOdds, HuntSkillOdds, HuntThreat } from '../../gen/wyrmhall/v1/hunt_pb';
import type { Odds } from '../../gen/wyrmhall/v1/match_pb';
import { percent } from '../../i18n/index.svelte';
import { t } from './messages';

export const figuresOf = (odds: Odds | undefined): HuntOdds | undefined =>
  odds?.figures?.game.case === 'hunt' ? odds.figures.game.value : undefined;

export const oddsOf = (odds: HuntOdds | undefined, skill: number): HuntSkillOdds | undefined =>
  odds?.skills.find((each) => each.skill === skill);

// How likely a number of Dragons is, and what it would cost.
export function threatText({ dragons, probability, loss }: HuntThreat): string {
  const x = percent(probability);
  const line = dragons >= 3 ? t('odds.more', { x }) : t('odds.threat', { n: dragons, x });
  return loss > 0 ? t('odds.threat.loss', { line, loss: t('odds.loss', { n: loss }) }) : line;
}
