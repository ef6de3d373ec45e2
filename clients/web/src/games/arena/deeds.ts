// What a species does in its turn, for the story.
import type { GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import type { Deed, Scene } from '../module';
import { arenaOf, whoIs } from './scene';
import { moveText } from './words';

export function deeds(scene: Scene, { game }: GameEvent): Deed | undefined {
  const what = game.case === 'arena' ? game.value.event : undefined;
  if (what?.case !== 'attacked' && what?.case !== 'modified' && what?.case !== 'triggered') return undefined;
  const { species } = what.value;
  const { seats } = arenaOf(scene.view);
  // A sentence among others has no full stop.
  const said = moveText(what).replace(/\.$/, '');
  return {
    seat: seats[species] ?? species,
    who: whoIs(scene, species),
    begins: what.case !== 'triggered',
    what: [said],
  };
}
