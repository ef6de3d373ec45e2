// Which solids an attack is drawn with. The faces come from the server, and what they come to as well; this is only the
// shape of the die that is seen to land on them.
import type { Sides } from '../../art/solid';
import { DuelAct } from '../../gen/wyrmhall/v1/duel_pb';

const EMBER = 1;
const LASH = 3;

// `dragon` is its number from 1, or 0 where abilities do not count.
export function attackDice(act: DuelAct, dragon: number): Sides[] {
  if (act === DuelAct.BREATH) return [8, 10, 12];
  if (act === DuelAct.CLAW) return [8];
  return [8, dragon === LASH ? 12 : 10];
}

export function defenceDie(act: DuelAct, dragon: number): Sides {
  if (act !== DuelAct.BREATH) return 10;
  return dragon === EMBER ? 4 : 8;
}
