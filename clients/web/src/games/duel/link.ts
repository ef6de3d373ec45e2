// Two dragons who have met, as a preview of a link shows them.
import { DRAGONS } from '../../../art/dragons';
import type { Placed } from '../../../art/linked_games';
import { portrait } from '../../../art/portrait';

export const link: readonly Placed[] = [
  { svg: portrait(DRAGONS['ember']), x: 50, y: 55, width: 530 },
  { svg: portrait(DRAGONS['frost']), x: 620, y: 55, width: 530, mirrored: true },
];
