// What is suggested where a decision has many parts: one of the fillings of a form.
import { DragondiceDragonType, DragondiceIcon } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { DragondiceView } from '../../gen/wyrmhall/v1/dragondice_pb';
import type { Form } from '../../gen/wyrmhall/v1/game_pb';
import { effectOf } from './icons';
import { sumOf, unitOfPart, type Blow, type SlayPlan, type Slaying } from './plans';
import { attackOf, damageToArmy, facesOf, healthOf, rulesOf } from './scene';

// What a unit gives on average when the army is rolled: what is lost with it.
export function worthOf(view: DragondiceView, unit: number): number {
  const rules = rulesOf(view, unit);
  if (!rules) return 0;
  const faces = facesOf(rules);
  const gains = faces.map(({ icon, number }) => {
    const effect = effectOf(icon);
    if (effect === 'nothing' || effect === 'maneuver' || effect === 'trumpet') return 0;
    return effect === 'both' || effect === 'volley' ? 2 * number : number;
  });
  const worth = sumOf(gains) / faces.length;
  // A unit that may rise again is lost more lightly.
  const rises = faces.filter(({ icon }) => icon === DragondiceIcon.RISE_FROM_THE_ASHES).length / faces.length;
  return worth * (1 - rises);
}

// Among the fillings with at least what is given, the one that costs the army least of what it can roll.
export function suggestedLoss(view: DragondiceView, form: Form, given: readonly number[]): number[] {
  let ways = new Map<number, { cost: number; values: number[] }>([[0, { cost: 0, values: [] }]]);
  form.parts.forEach(({ values }, part) => {
    const unit = unitOfPart(form, part);
    const each = worthOf(view, unit) / Math.max(1, healthOf(view, unit));
    const next = new Map<number, { cost: number; values: number[] }>();
    for (const [sum, way] of ways) {
      for (const value of values) {
        if (value < (given[part] ?? 0)) continue;
        const cost = way.cost + each * value;
        const known = next.get(sum + value);
        if (!known || cost < known.cost - 1e-9) next.set(sum + value, { cost, values: [...way.values, value] });
      }
    }
    ways = next;
  });
  return ways.get(form.sumMost ?? 0)?.values ?? [...given];
}

// Saves as far as damage threatens; with what is left a dragon may be slain.
export function suggestedShare(view: DragondiceView, points: number): number[] {
  const attack = attackOf(view);
  if (!attack) return [0, 0, points];
  const save = Math.min(points, Math.max(0, damageToArmy(attack) - (attack.save ?? 0)));
  return [points - save, 0, save];
}

// As many as can be, a white one for two.
export function suggestedSlaying(view: DragondiceView, slaying: Slaying): SlayPlan {
  let best: { plan: SlayPlan; worth: number } = { plan: new Map(), worth: 0 };
  const blows: (Blow | undefined)[] = ['melee', 'missile', undefined];
  const tryAll = (at: number, plan: SlayPlan, worth: number): void => {
    if (at === slaying.dragons.length) {
      if (worth > best.worth && slaying.action(plan)) best = { plan, worth };
      return;
    }
    const dragon = slaying.dragons[at];
    const counts = view.dragons[dragon]?.type === DragondiceDragonType.WHITE ? 2 : 1;
    for (const blow of blows)
      tryAll(at + 1, blow ? new Map([...plan, [dragon, blow]]) : plan, worth + (blow ? counts : 0));
  };
  tryAll(0, new Map(), 0);
  return best.plan;
}
