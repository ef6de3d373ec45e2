// Decisions of many parts in the making: who is lost, how points are shared out, which dragons are slain. What can be
// decided follows from the server's forms and choices; a suggestion is one of their fillings.
import { DragondiceDragonType, DragondiceIcon } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { DragondiceView } from '../../gen/wyrmhall/v1/dragondice_pb';
import { DragondicePhrase } from '../../gen/wyrmhall/v1/dragondice_sentence_pb';
import type { Choices, Form, GameAction } from '../../gen/wyrmhall/v1/game_pb';
import { filled, isFilled } from '../shared/form';
import { effectOf } from './icons';
import { argument, attackOf, choicesWith, damageToArmy, facesOf, formWith, healthOf, phraseOf, rulesOf } from './scene';

// --- Losses ---

export const lossForm = (choices: Choices | undefined): Form | undefined =>
  formWith(choices, DragondicePhrase.CASUALTIES, DragondicePhrase.BREATH_KILLS);

// The unit that a part of a form of losses names: the first of its kind.
export const unitOfPart = (form: Form, part: number): number => argument(form.parts[part]?.sentence, 0);

export const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

// The sums that the parts from this one on can have, if each is given at least so much.
function sumsFrom(form: Form, least: readonly number[], from: number): Set<number> {
  let sums = new Set([0]);
  form.parts.slice(from).forEach(({ values }, i) => {
    const some = values.filter((value) => value >= (least[from + i] ?? 0));
    sums = new Set([...sums].flatMap((sum) => some.map((value) => sum + value)));
  });
  return sums;
}

// Whether what is chosen so far can be made up to the sum that is asked for.
export const reachable = (form: Form, least: readonly number[]): boolean =>
  sumsFrom(form, least, 0).has(form.sumMost ?? 0);

// One more of a part; undefined where that leads to no filling.
export function oneMore(form: Form, given: readonly number[], part: number): number[] | undefined {
  const next = form.parts[part]?.values.find((value) => value > given[part]);
  if (next === undefined) return undefined;
  const more = given.with(part, next);
  return reachable(form, more) ? more : undefined;
}

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
  // Who may rise again is lost more lightly.
  const rises = faces.filter(({ icon }) => icon === DragondiceIcon.RISE_FROM_THE_ASHES).length / faces.length;
  return worth * (1 - rises);
}

// Of the fillings with at least what is given the one that costs the army least of what it can roll.
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

// --- Points that are shared out ---

export interface Sharing {
  pool: number;
  points: number;
  // As melee, missile, saves; undefined where these values are no answer.
  action: (values: readonly number[]) => GameAction | undefined;
}
export function sharingIn(choices: Choices | undefined): Sharing | undefined {
  const form = formWith(choices, DragondicePhrase.ALLOCATE);
  if (form) {
    const [pool, points] = [argument(form.sentence, 0), argument(form.sentence, 1)];
    return { pool, points, action: (values) => (isFilled(form, values) ? filled(form, values) : undefined) };
  }
  // More points than a form can have are listed one by one.
  const splits = choicesWith(choices, DragondicePhrase.SPLIT);
  if (splits.length === 0) return undefined;
  const [pool, ...first] = splits[0].sentence?.arguments ?? [];
  return {
    pool,
    points: sumOf(first),
    action: (values) =>
      splits.find(({ sentence }) => values.every((value, i) => argument(sentence, i + 1) === value))?.action,
  };
}

// Saves as far as damage threatens; with what is left a dragon may be slain.
export function suggestedShare(view: DragondiceView, points: number): number[] {
  const attack = attackOf(view);
  if (!attack) return [0, 0, points];
  const save = Math.min(points, Math.max(0, damageToArmy(attack) - (attack.save ?? 0)));
  return [points - save, 0, save];
}

// --- Dragons that are slain ---

// DR-12: what it takes.
export function needOf(view: DragondiceView, dragon: number): number {
  const health = view.dragons[dragon]?.type === DragondiceDragonType.WHITE ? 10 : 5;
  return (attackOf(view)?.belly?.includes(dragon) ?? false) ? health : health + 5;
}

export type Blow = 'melee' | 'missile';
export type SlayPlan = ReadonlyMap<number, Blow>;
export interface Slaying {
  // Those that can be slain.
  dragons: number[];
  action: (plan: SlayPlan) => GameAction | undefined;
}

const listOf = (plan: SlayPlan, by: Blow): number[] =>
  [...plan]
    .filter(([, blow]) => blow === by)
    .map(([dragon]) => dragon)
    .sort((a, b) => a - b);
const equal = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((n, i) => n === b[i]);

function slainBy(all: readonly number[]): SlayPlan {
  const plan = new Map<number, Blow>();
  for (let i = 0; i + 1 < all.length; i += 2) plan.set(all[i], all[i + 1] > 1 ? 'missile' : 'melee');
  return plan;
}

export function slayingIn(choices: Choices | undefined): Slaying | undefined {
  const listed = choicesWith(choices, DragondicePhrase.SLAY, DragondicePhrase.SLAY_NOBODY);
  const forms = choices?.forms.filter(({ sentence }) => phraseOf(sentence) === DragondicePhrase.HITS) ?? [];
  if (!listed.some(({ sentence }) => phraseOf(sentence) === DragondicePhrase.SLAY) && forms.length === 0)
    return undefined;
  const named = [
    ...listed.flatMap(({ sentence }) => [...slainBy(sentence?.arguments ?? []).keys()]),
    ...forms.flatMap(({ parts }) => parts.map(({ sentence }) => argument(sentence, 0))),
  ];
  return {
    dragons: [...new Set(named)].sort((a, b) => a - b),
    action: (plan) => {
      const [cut, shot] = [listOf(plan, 'melee'), listOf(plan, 'missile')];
      const choice = listed.find(({ sentence }) => {
        const its = slainBy(sentence?.arguments ?? []);
        return equal(listOf(its, 'melee'), cut) && equal(listOf(its, 'missile'), shot);
      });
      if (choice) return choice.action;
      const form = forms.find(({ sentence }) => equal(sentence?.arguments.slice(2) ?? [], shot));
      if (!form) return undefined;
      const values = form.parts.map(({ sentence }) =>
        cut.includes(argument(sentence, 0)) ? argument(sentence, 1) : 0,
      );
      return isFilled(form, values) ? filled(form, values) : undefined;
    },
  };
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
