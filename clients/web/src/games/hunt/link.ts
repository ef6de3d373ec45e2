// The dragon, and two that are as hard to hunt, as a preview of a link shows them.
import { HUNT_DRAGONS } from '../../../art/hunt';
import type { Placed } from '../../../art/linked_games';
import { portrait } from '../../../art/portrait';

export const link: readonly Placed[] = [
  { svg: portrait(HUNT_DRAGONS['marsh_green']), x: 30, y: 190, width: 400 },
  { svg: portrait(HUNT_DRAGONS['storm_blue']), x: 770, y: 190, width: 400, mirrored: true },
  { svg: portrait(HUNT_DRAGONS['elder_red']), x: 320, y: 25, width: 560 },
];
