// The strongest of both species, and those that come after them, as a preview of a link shows them.
import type { Placed } from '../../../art/linked_games';
import { token } from './drawn';

export const link: readonly Placed[] = [
  { svg: token(1, 2), x: 30, y: 310, width: 250 },
  { svg: token(0, 3), x: 920, y: 310, width: 250 },
  { svg: token(0, 6), x: 180, y: 60, width: 480 },
  { svg: token(1, 5), x: 580, y: 80, width: 440 },
];
