// What happens while a player marches, for the story.
import type { DragondiceDamaged, DragondiceEvent } from '../../gen/wyrmhall/v1/dragondice_event_pb';
import type { GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import type { Deed, Scene } from '../module';
import { seatName } from '../shared/seats';
import { t } from './deeds_messages';
import { dragonName, dragonNames, placeName, unitName, unitsListed } from './names';
import { viewOf } from './scene';

export function deeds(scene: Scene, told: GameEvent): Deed | undefined {
  if (told.game.case !== 'dragondice') return undefined;
  const seat = marching(scene, told);
  const what = happened(scene, seat, told.game.value.event);
  return what && { seat, who: seatName(scene.info, scene.seat, seat), begins: false, what };
}

// Who marched when it happened: the last step of one march begins the next.
function marching({ frame, view }: Scene, told: GameEvent): number {
  const events = frame?.events ?? [];
  for (const { game } of events.slice(0, events.indexOf(told)).toReversed()) {
    const what = eventOf(game);
    if (what?.case === 'turn') return what.value.seat;
  }
  return viewOf((frame?.before ?? { view }).view).seat ?? 0;
}
const eventOf = (game: GameEvent['game']): DragondiceEvent['event'] | undefined =>
  game.case === 'dragondice' ? game.value.event : undefined;

// Undefined for what is no part of the march of this seat.
function happened(scene: Scene, seat: number, what: DragondiceEvent['event']): string[] | undefined {
  const view = viewOf(scene.view);
  switch (what.case) {
    // Both decide at once what dragons attack.
    case 'decided':
    case 'designated':
      return what.value.seat === seat ? [] : undefined;
    case 'dragon':
    case 'unit':
    case 'response':
    case 'wings':
      return [];
    case 'attack':
      return [t('deed.attack', { place: placeName(scene, what.value.terrain) })];
    case 'breath': {
      const { killed } = what.value;
      return killed.length > 0 ? [t('deed.breath', { list: unitsListed(view, killed) })] : [];
    }
    case 'promoted': {
      const { down, up } = what.value;
      return [t(down.length > 0 ? 'deed.promoted' : 'deed.returned', { list: unitsListed(view, up) })];
    }
    case 'damage':
      return damaged(scene, what.value);
    case 'regroup':
      return [t('deed.regroup', { unit: unitName(view, what.value.unit), to: placeName(scene, what.value.to) })];
    case 'call': {
      const { dragon, to } = what.value;
      return [t('deed.call', { dragon: dragonName(view, dragon), to: placeName(scene, to) })];
    }
    default:
      return undefined;
  }
}

function damaged({ view: all }: Scene, { net, killed, dead }: DragondiceDamaged): string[] {
  const view = viewOf(all);
  const what = [
    net === 0
      ? t('deed.none')
      : killed.length === 0
        ? t('deed.damage', { n: net })
        : t('deed.fallen', { n: net, list: unitsListed(view, killed) }),
  ];
  if (dead.length > 0) what.push(t('deed.slain', { list: dragonNames(view, dead) }));
  return what;
}
