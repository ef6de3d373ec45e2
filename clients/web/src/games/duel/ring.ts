// Where the dragons of a ring stand: a grid of six columns and at most three rows, with the tray in its middle. Rows grow with
// what their plates say, so that no plate can lie over another.

// Each plate, and the tray, is two columns wide.
export interface Spot {
  // The first of its columns, from 1.
  column: number;
  // From 1, from the top.
  row: number;
}
export interface Ring {
  spots: Spot[];
  tray: Spot;
}

const LEFT = 1;
const MIDDLE = 3;
const RIGHT = 5;

// From SIDES dragons on there is one at each side of the tray, and from CORNERS on there are two more at the foot.
const SIDES = 3;
const CORNERS = 7;

// For this number of dragons: first the one at the foot, then the others clockwise.
export function ringOf(dragons: number): Ring {
  const sides = dragons >= SIDES;
  const corners = dragons >= CORNERS;
  const above = Math.max(0, dragons - 1 - (sides ? 2 : 0) - (corners ? 2 : 0));
  const middle = above > 0 ? 2 : 1;
  const foot = middle + 1;
  const top = Array.from({ length: above }, (_, i) => ({ column: MIDDLE + 1 - above + 2 * i, row: 1 }));
  const left = [...(corners ? [{ column: LEFT, row: foot }] : []), ...(sides ? [{ column: LEFT, row: middle }] : [])];
  const right = left.map(({ row }) => ({ column: RIGHT, row })).reverse();
  return { spots: [{ column: MIDDLE, row: foot }, ...left, ...top, ...right], tray: { column: MIDDLE, row: middle } };
}
