// What a dragon does in its turn, for the story.
import type { GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import type { Deed, Scene } from '../module';
import { t } from './messages';
import { dragonName, duelOf, seatOf } from './scene';
import { againstText } from './words';

export function deeds(scene: Scene, { game }: GameEvent): Deed | undefined {
  const what = game.case === 'duel' ? game.value.event : undefined;
  if (what?.case !== 'fight' && what?.case !== 'wait' && what?.case !== 'd4') return undefined;
  const view = duelOf(scene.view);
  const { actor } = what.value;
  const deed = (...mattered: string[]): Deed => ({
    seat: seatOf(view, actor),
    who: dragonName(view, actor),
    // An automatic enemy rolls what to do.
    begins: what.case === 'd4' || seatOf(view, actor) >= 0,
    what: mattered,
  });
  switch (what.case) {
    case 'fight':
      return deed(againstText(scene, what.value));
    case 'wait':
      return deed(t('deed.waits'));
    case 'd4':
      return deed();
  }
}
