// Which solids an attack is drawn with: the server's view says it for each dragon and act.
import type { Sides } from '../../dice/solid';
import { DuelAct, type DuelView } from '../../gen/wyrmhall/v1/duel_pb';

export interface FightDice {
  // In the order of rolling.
  attack: Sides[];
  defence: Sides | undefined;
}

// Unknown dice are not drawn.
export function fightDice(view: DuelView, actor: number, act: DuelAct): FightDice {
  const dragon = view.dragons[actor];
  const told: Partial<Record<DuelAct, Uint8Array | undefined>> = {
    [DuelAct.CLAW]: dragon?.clawDice,
    [DuelAct.TAIL_WHIP]: dragon?.tailWhipDice,
    [DuelAct.BREATH]: dragon?.breathDice,
  };
  const sides = [...(told[act] ?? [])] as Sides[];
  return { attack: sides.slice(0, -1), defence: sides.at(-1) };
}
