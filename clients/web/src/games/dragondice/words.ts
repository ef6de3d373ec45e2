// What is said in a match of Dragon Dice.
import {
  DragondiceEnd,
  DragondiceStep,
  type DragondiceAction,
  type DragondiceView,
} from '../../gen/wyrmhall/v1/dragondice_pb';
import {
  DragondiceRolledFor,
  type DragondiceAttackBegun,
  type DragondiceDamaged,
  type DragondiceDecided,
  type DragondiceEvent,
  type DragondiceResult,
  type DragondiceUnitRolled,
} from '../../gen/wyrmhall/v1/dragondice_event_pb';
import { DragondiceIcon } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { Choice, GameEvent, Outcome } from '../../gen/wyrmhall/v1/game_pb';
import type { DiceLuck } from '../../gen/wyrmhall/v1/luck_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { capital, type Arguments } from '../../i18n/index.svelte';
import type { GameWords, Scene } from '../module';
import { seatName } from '../shared/seats';
import { t, type Key } from './messages';
import { dragonIconName, dragonName, dragonNames, faceText, placeName, say, unitName, unitNames } from './names';
import { SEATS, TERRAINS, dragonsAt, healthAt, viewOf } from './scene';

// --- What happened ---

// What one does oneself is told as what "you" do.
function byWhom(scene: Scene, seat: number, key: string, values: Arguments = {}): string {
  if (seat === scene.seat) return t(`${key}.you` as Key, values);
  return t(key as Key, { name: nameOf(scene, seat), ...values });
}
const nameOf = (scene: Scene, seat: number): string => seatName(scene.info, scene.seat, seat);

function decidedText(scene: Scene, { seat, action }: DragondiceDecided): string {
  const view = viewOf(scene.view);
  const what: DragondiceAction['action'] | undefined = action?.action;
  switch (what?.case) {
    case 'attackTerrain':
      return byWhom(scene, seat, 'log.attackTerrain', { place: placeName(scene, what.value) });
    case 'bash':
      return t('log.bash', { unit: unitName(view, what.value.unit), dragon: dragonName(view, what.value.dragon) });
    case 'regenerate': {
      const { unit, pick } = what.value;
      if (pick === -1) return t('log.saves', { unit: unitName(view, unit) });
      return pick < 0 ? t('log.return.done') : t('log.return', { unit: unitName(view, pick) });
    }
    case 'allocate': {
      const { melee, missile, save } = what.value;
      return byWhom(scene, seat, 'log.share', { n: melee, m: missile, s: save });
    }
    case 'hits': {
      const slain = [...what.value.melee, ...what.value.missile];
      if (slain.length === 0) return byWhom(scene, seat, 'log.slay.none');
      return byWhom(scene, seat, 'log.slay', { list: dragonNames(view, slain) });
    }
    case 'regroup':
      return byWhom(scene, seat, 'log.stay');
    case 'call':
      return byWhom(scene, seat, 'log.call.none');
    default:
      return '';
  }
}

function attackText(scene: Scene, { terrain, dragons, targets }: DragondiceAttackBegun): string {
  const view = viewOf(scene.view);
  const pairs = [...dragons].map((dragon, i) =>
    t('attack.target', { dragon: dragonName(view, dragon), target: dragonName(view, targets[i]) }),
  );
  return t('log.attack', { place: placeName(scene, terrain), list: pairs.join(', ') });
}

// The rolls of an answer are one sentence, told with the first of them.
function rollText(scene: Scene, rolled: DragondiceUnitRolled, told: GameEvent): string {
  const view = viewOf(scene.view);
  const unit = unitName(view, rolled.unit);
  switch (rolled.for) {
    case DragondiceRolledFor.RISE:
      return t(rolled.icon === DragondiceIcon.RISE_FROM_THE_ASHES ? 'log.rise' : 'log.rise.not', { unit });
    case DragondiceRolledFor.BURIAL:
      return t('log.burial', { unit, icon: faceText(rolled) });
    default: {
      const rolls = answerWith(scene, told);
      if (rolls[0] !== rolled) return '';
      return t('log.rolls', { list: rolls.map((one) => `${unitName(view, one.unit)} ${faceText(one)}`).join(' · ') });
    }
  }
}
function answerWith({ frame }: Scene, told: GameEvent): DragondiceUnitRolled[] {
  return (frame?.events ?? [told]).flatMap(({ game }) => {
    const what = game.case === 'dragondice' ? game.value.event : undefined;
    return what?.case === 'unit' && what.value.for === DragondiceRolledFor.RESPONSE ? [what.value] : [];
  });
}

function damageText(scene: Scene, { net, killed, dead, byArmy }: DragondiceDamaged): string {
  const view = viewOf(scene.view);
  const lines: string[] = [];
  if (byArmy.length > 0) lines.push(t('log.slain', { list: dragonNames(view, byArmy) }));
  const others = [...dead].filter((dragon) => !byArmy.includes(dragon));
  if (others.length > 0) lines.push(t('log.dead', { list: dragonNames(view, others) }));
  if (net === 0) lines.push(t('log.damage.none'));
  else if (killed.length === 0) lines.push(t('log.damage.nobody', { n: net }));
  else lines.push(t('log.damage', { n: net, list: unitNames(view, killed) }));
  return lines.join(' ');
}

function endText(scene: Scene, { winner, reason, score }: DragondiceResult): string {
  if (reason === DragondiceEnd.ELIMINATION) {
    return byWhom(scene, winner === 0 ? 1 : 0, 'log.end.elimination');
  }
  return t('log.end.score', { n: score[0] ?? 0, m: score[1] ?? 0 });
}

function eventText(scene: Scene, { event: what }: DragondiceEvent, told: GameEvent): string {
  const view = viewOf(scene.view);
  switch (what.case) {
    case 'decided':
      return decidedText(scene, what.value);
    case 'designated': {
      const { seat, dragon } = what.value;
      return byWhom(scene, seat, 'log.designated', { dragon: dragonName(view, dragon) });
    }
    case 'turn':
      return what.value.round === 0 ? '' : byWhom(scene, what.value.seat, 'log.turn', { n: what.value.round });
    case 'attack':
      return attackText(scene, what.value);
    case 'dragon': {
      const { dragon, icon, damage } = what.value;
      const values = { dragon: dragonName(view, dragon), icon: dragonIconName(icon) };
      return damage > 0 ? t('log.dragon.damage', { ...values, n: damage }) : t('log.dragon', values);
    }
    case 'unit':
      return rollText(scene, what.value, told);
    case 'breath': {
      const { dragon, killed } = what.value;
      const name = dragonName(view, dragon);
      return killed.length > 0
        ? t('log.breath', { dragon: name, list: unitNames(view, killed) })
        : t('log.breath.none', { dragon: name });
    }
    case 'promoted': {
      const { down, up } = what.value;
      return down.length > 0
        ? t('log.promoted', { down: unitNames(view, down), up: unitNames(view, up) })
        : t('log.returned', { list: unitNames(view, up) });
    }
    case 'response':
      return t('log.response', { n: what.value.melee, m: what.value.missile, s: what.value.save });
    case 'damage':
      return damageText(scene, what.value);
    case 'wings':
      return t('log.wings', { list: dragonNames(view, what.value.dragons) });
    case 'regroup': {
      const { unit, from, to } = what.value;
      return t('log.regroup', { unit: unitName(view, unit), from: placeName(scene, from), to: placeName(scene, to) });
    }
    case 'call': {
      const { seat, dragon, to } = what.value;
      return byWhom(scene, seat, 'log.call', { dragon: dragonName(view, dragon), to: placeName(scene, to) });
    }
    case 'end':
      return endText(scene, what.value);
    default:
      return '';
  }
}

const event = (scene: Scene, told: GameEvent): string =>
  told.game.case === 'dragondice' ? eventText(scene, told.game.value, told) : '';

// What counts afterwards: what was done and suffered, not what was rolled.
function recap(scene: Scene, told: GameEvent): string {
  if (told.game.case !== 'dragondice') return '';
  const { case: what } = told.game.value.event;
  return what === 'dragon' || what === 'unit' || what === 'designated' ? '' : event(scene, told);
}

// --- Choices and refusals ---

const choice = (scene: Scene, { sentence }: Choice): string => say(scene, sentence) ?? t('choice.other');
const form = (scene: Scene, sentence: Sentence): string => say(scene, sentence) ?? t('choice.other');
const reason = (scene: Scene, sentence: Sentence): string => say(scene, sentence) ?? t('need.other');

// --- Where the match stands ---

function askText(view: DragondiceView): string {
  const step = view.step ?? DragondiceStep.OVER;
  return t(`ask.${step}` as Key);
}

const turn = (scene: Scene): string => {
  const view = viewOf(scene.view);
  const step = view.step ?? DragondiceStep.OVER;
  return step === DragondiceStep.OVER || step === DragondiceStep.UNSPECIFIED ? '' : askText(view);
};

function standing(scene: Scene, short = false): string {
  const view = viewOf(scene.view);
  const [n, m] = [view.round ?? 0, view.rounds ?? 0];
  if (short) return `${n}/${m}`;
  const seat = view.seat ?? 0;
  return n === 0 ? byWhom(scene, seat, 'headline.first') : byWhom(scene, seat, 'headline', { n, m });
}

function summary(scene: Scene): string {
  const view = viewOf(scene.view);
  const places = TERRAINS.map((place) => {
    const armies = SEATS.map((seat) => t('state.army', { name: nameOf(scene, seat), n: healthAt(view, seat, place) }));
    const dragons = dragonsAt(view, place).map(({ index }) => dragonName(view, index));
    return t('state.place', { place: placeName(scene, place), list: [...armies, ...dragons].join(', ') });
  });
  return t('state', { list: places.join(' '), turn: capital(turn(scene)) || standing(scene) });
}

const scoreOf = (view: DragondiceView, seat: number): number => view.score[seat] ?? 0;

function consolation(scene: Scene): string {
  const view = viewOf(scene.view);
  if (scene.seat < 0 || view.winner !== 1 - scene.seat) return '';
  return t('consolation', { n: scoreOf(view, scene.seat), m: scoreOf(view, 1 - scene.seat) });
}

function ending(scene: Scene, { winners }: Outcome): string {
  const view = viewOf(scene.view);
  return winners.length === 0 && view.step === DragondiceStep.OVER ? t('draw') : '';
}

// What a face is good for depends on the unit and on what it is rolled for.
const symbols = ({ rolled, sides }: DiceLuck): string => t('luck.symbols', { m: rolled, sides });

export const words: GameWords = {
  event,
  recap,
  choice,
  form,
  reason,
  turn,
  standing,
  summary,
  symbols,
  consolation,
  ending,
};
