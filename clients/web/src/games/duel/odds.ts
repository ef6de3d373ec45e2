// What may come of an attack, added up from the server's exact lines.
import type { DuelView } from '../../gen/wyrmhall/v1/duel_pb';
import type { Odds } from '../../gen/wyrmhall/v1/match_pb';
import { duelOf } from './scene';

export interface OddsSummary {
  // That the others lose health.
  hit: number;
  // Health that the others lose on average.
  damage: number;
  // That it ends worse for the actor than it could.
  harm: number;
  // That somebody wins a game by it.
  ends: number;
}

export function summed(now: DuelView, odds: Odds): OddsSummary {
  const actor = now.actor ?? -1;
  const sum: OddsSummary = { hit: 0, damage: 0, harm: 0, ends: 0 };
  const own = (diff: DuelView): number =>
    (diff.health[actor] ?? now.health[actor] ?? 0) * 10 + (diff.energy[actor] ?? now.energy[actor] ?? 0);
  const diffs = odds.lines.map((line) => ({ p: line.probability, diff: line.diff ? duelOf(line.diff) : now }));
  const going = diffs.filter(({ diff }) => Object.keys(diff.wins).length === 0 && diff.winner === undefined);
  const best = Math.max(...going.map(({ diff }) => own(diff)));
  for (const { p, diff } of diffs) {
    // A game that ends may have set all counters anew: then only the victory tells that somebody was hit.
    const ended = !going.some((line) => line.diff === diff);
    let lost = 0;
    for (const [index, health] of Object.entries(diff.health)) {
      const before = now.health[Number(index)] ?? 0;
      if (Number(index) !== actor && health < before) lost += before - health;
    }
    if (lost > 0 || ended) sum.hit += p;
    sum.damage += lost * p;
    if (ended) sum.ends += p;
    else if (lost === 0 && own(diff) < best) sum.harm += p;
  }
  return sum;
}
