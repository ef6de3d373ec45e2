// What may come of an attack: the server's exact figures, as far as a plate has room for them.
import type { DuelOdds } from '../../gen/wyrmhall/v1/duel_pb';
import type { Odds } from '../../gen/wyrmhall/v1/match_pb';

export type OddsSummary = Pick<DuelOdds, 'hit' | 'beaten' | 'meanDamage'>;

// Absent for an act that rolls no dice.
export const figuresOf = ({ figures }: Odds): OddsSummary | undefined =>
  figures?.game.case === 'duel' ? figures.game.value : undefined;
