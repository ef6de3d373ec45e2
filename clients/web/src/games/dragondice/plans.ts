// Decisions of many parts in the making: who is lost, how points are shared out, which dragons are slain. What can be
// decided follows from the server's forms and choices.
import { DragondiceDragonType } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { DragondiceView } from '../../gen/wyrmhall/v1/dragondice_pb';
import { DragondicePhrase } from '../../gen/wyrmhall/v1/dragondice_sentence_pb';
import type { Choices, Form, GameAction } from '../../gen/wyrmhall/v1/game_pb';
import { filled, isFilled } from '../shared/form';
import { argument, attackOf, choicesWith, formWith, phraseOf } from './scene';

// --- Losses ---

export const lossForm = (choices: Choices | undefined): Form | undefined =>
  formWith(choices, DragondicePhrase.CASUALTIES, DragondicePhrase.BREATH_KILLS);

// The unit that a part of a form of losses names: the first of its kind.
export const unitOfPart = (form: Form, part: number): number => argument(form.parts[part]?.sentence, 0);

export const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

// The sums that the parts from this one on can have, if each is given at least its number in `least`.
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
