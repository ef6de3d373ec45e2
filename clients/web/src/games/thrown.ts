// Which dice were thrown for which seat, as the events of a match tell it. A game that is not known here tells none.
import type { DuelEvent, DuelView } from '../gen/wyrmhall/v1/duel_pb';
import type { Frame } from '../net/timeline';
import type { Thrown } from '../proof/luck';
import { attackDice, defenceDie } from './duel/dice';
import { abilityOf, duelOf, seatOf } from './duel/scene';

interface Cast extends Thrown {
  seat: number;
}

const FIRST_ROLL = 12;

function ofDuel({ event }: DuelEvent, view: DuelView): Cast[] {
  if (event.case === 'initiative') {
    return event.value.values.map((value, i) => ({
      seat: seatOf(view, event.value.contenders[i]),
      sides: FIRST_ROLL,
      value,
    }));
  }
  if (event.case !== 'fight') return [];
  const { actor, target, act, dice } = event.value;
  const dragon = abilityOf(view, actor);
  const sides = [...attackDice(act, dragon), defenceDie(act, dragon)];
  return dice.map((value, i) => ({
    seat: seatOf(view, i === dice.length - 1 ? target : actor),
    sides: sides[i],
    value,
  }));
}

export function diceBySeat(frames: readonly Frame[], seats: number): Thrown[][] {
  const all: Thrown[][] = Array.from({ length: seats }, () => []);
  for (const { events, view } of frames) {
    for (const { game } of events) {
      const casts = game.case === 'duel' ? ofDuel(game.value, duelOf(view)) : [];
      for (const { seat, sides, value } of casts) all[seat]?.push({ sides, value });
    }
  }
  return all;
}
