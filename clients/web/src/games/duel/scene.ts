// A duel's view, read: whose dragon is where, and what it is called.
import { create } from '@bufbuild/protobuf';
import { DuelMode, DuelViewSchema, type DuelView } from '../../gen/wyrmhall/v1/duel_pb';
import type { Choice, GameView } from '../../gen/wyrmhall/v1/game_pb';
import { listed } from '../../i18n/index.svelte';
import type { Scene } from '../module';
import { seatName } from '../shared/seats';
import { LOOKS } from '../shared/dragons';
import { t, type Key } from './messages';

const NOTHING = create(DuelViewSchema);

export const duelOf = (view: GameView): DuelView => (view.game.case === 'duel' ? view.game.value : NOTHING);

export const indicesOf = (view: DuelView): number[] =>
  Object.keys(view.dragons)
    .map(Number)
    .sort((a, b) => a - b);

export function kindName(kind: number): string {
  return kind >= 1 && kind <= LOOKS.length ? t(`dragon.${kind}` as Key) : t('dragon.any', { n: kind });
}

export function dragonName(view: DuelView, index: number): string {
  const kind = view.dragons[index]?.dragon ?? 0;
  return kind === 0 ? t('dragon.none') : kindName(kind);
}

export const seatOf = (view: DuelView, index: number): number => view.dragons[index]?.seat ?? -1;

export function ownerName(scene: Scene, index: number): string {
  const seat = seatOf(duelOf(scene.view), index);
  return seat < 0 ? t('seat.auto') : seatName(scene.info, scene.seat, seat);
}

export function sideName(scene: Scene, side: number): string {
  const view = duelOf(scene.view);
  if (view.mode === DuelMode.BATTLE) return t('team', { n: side + 1 });
  const seats = indicesOf(view)
    .filter((index) => view.dragons[index]?.side === side)
    .map((index) => seatOf(view, index))
    .filter((seat) => seat >= 0);
  if (seats.length === 0) return t('enemies');
  return listed([...new Set(seats)].map((seat) => seatName(scene.info, scene.seat, seat)));
}

// The dragons that a choice sits on.
export const dragonsOf = (choice: Pick<Choice, 'on'>): number[] =>
  choice.on.filter(({ path }) => path[0] === DuelViewSchema.field.dragons.number).map(({ path }) => path[1]);
