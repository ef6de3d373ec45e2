// What a hero does in a turn, for the story.
import type { GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import { HuntActivationType, type HuntActivation, type HuntDecided } from '../../gen/wyrmhall/v1/hunt_pb';
import { listed } from '../../i18n/index.svelte';
import type { Deed, Scene } from '../module';
import { t } from './deeds_messages';
import { dragonName, heroName, itemName, skillName, symbolName, whoIs } from './names';
import { NONE, huntOf } from './scene';
import { causeOf } from './words';

export function deeds(scene: Scene, { game }: GameEvent): Deed | undefined {
  if (game.case !== 'hunt') return undefined;
  const what = game.value.event;
  const view = huntOf((scene.frame?.before ?? scene).view);
  const acting = view.acting ?? NONE;
  const by = (hero: number, mattered: string[], begins = false): Deed | undefined => {
    const sheet = view.sheets[hero];
    return sheet && { seat: sheet.seat, who: whoIs(scene, hero), begins, what: mattered };
  };
  switch (what.case) {
    case 'rolled':
      return by(what.value.hero, [], (view.rolls ?? 0) === 0);
    case 'activation':
      return by(what.value.hero, activated(scene, what.value));
    case 'slain':
      return by(acting, [t('deed.slays', { dragon: dragonName(view, what.value.dragon) })]);
    case 'decided': {
      const done = decided(what.value, view.dice);
      return done && by(done.hero ?? acting, done.what);
    }
    default:
      return undefined;
  }
}

function activated(scene: Scene, { type, skill, damage, counterDamage }: HuntActivation): string[] {
  const { decided: done } = causeOf(scene);
  const named = skillName(skill);
  const targets = done?.case === 'skill' || done?.case === 'general' ? [...done.value.targets] : [];
  const what: string[] = [];
  if (type === HuntActivationType.FAIL) what.push(t('deed.fails'));
  else if (damage > 0) what.push(named, t('deed.damage', { n: damage }));
  else if (targets.length === 0) what.push(named);
  else what.push(t('deed.for', { skill: named, heroes: listed(targets.map((hero) => heroName(scene, hero))) }));
  if (counterDamage > 0) what.push(t('deed.counter', { n: counterDamage }));
  return what;
}

// Without a hero it is the one who acts.
function decided({ action }: HuntDecided, dice: Uint8Array | undefined): { hero?: number; what: string[] } | undefined {
  const done = action?.action;
  switch (done?.case) {
    case 'item':
      return { what: [] };
    case 'assist':
      return { what: done.value < 0 ? [] : [t('deed.passes', { symbol: symbolName(dice?.[done.value] ?? 0) })] };
    case 'buy':
      return { hero: done.value.hero, what: [t('deed.buys', { item: itemName(done.value.item) })] };
    case 'learn':
      return { hero: done.value.hero, what: [t('deed.learns', { skill: skillName(done.value.skill) })] };
    case 'improve':
      return { hero: done.value.hero, what: [t('deed.improves', { skill: skillName(done.value.skill) })] };
    default:
      return undefined;
  }
}
