// The dice and the cards of the knight, and beside them those of the dragon.
import { die } from '../../../art/moment';
import { pieces, plate } from '../../../art/pieces';
import type { RampName } from '../../dice/ramps';
import { CARDS } from './glyphs';

const DIE = 56;
const PLATE = 50;
const GAP = 6;
const IN_ROW = 4; // cards
const HAND = 8; // cards

const across = (count: number, size: number): number => count * (size + GAP) - GAP;

function side(middle: number, ramp: RampName, rolled: readonly number[], cards: readonly string[]): string[] {
  const [dice, hand] = [middle - across(rolled.length, DIE) / 2, middle - across(IN_ROW, PLATE) / 2];
  return [
    ...rolled.map((value, i) => die(dice + i * (DIE + GAP), 3, DIE, { sides: 6, value, ramp })),
    ...cards.map((path, i) => {
      const [column, row] = [i % IN_ROW, Math.floor(i / IN_ROW)];
      return plate(hand + column * (PLATE + GAP), 63 + row * (PLATE + GAP), PLATE, '0 0 20 20', path, 1.8);
    }),
  ];
}

export const drawn = pieces(
  ...side(168, 'bone', [5, 3, 6, 2, 4], CARDS.slice(0, HAND)),
  ...side(472, 'ember', [6, 1, 4], CARDS.slice(HAND)),
);
