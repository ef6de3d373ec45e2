// Where a card finds room beside the thing that it speaks of: never over that thing, nor over what can be pressed.
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export type Side = 'right' | 'left' | 'below' | 'above';
export interface Spot {
  x: number;
  y: number;
  // Where the thing is from the card, in pixels along the edge that faces it; absent where they are too far from each other.
  arrow?: { edge: Side; at: number };
}

const GAP_PX = 12;
// An arrow that points further than this points at nothing.
const ARROW_MOST_PX = 160;
const ARROW_CORNER_PX = 16;
// The steps in which the rest of the window is searched.
const STEP_PX = 8;
const WIDE: Side[] = ['right', 'left', 'below', 'above'];
const NARROW: Side[] = ['above', 'below', 'right', 'left'];

export const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const within = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
const clamped = (n: number, least: number, most: number): number => Math.max(least, Math.min(most, n));

interface Size {
  width: number;
  height: number;
}
const boxAt = ({ width, height }: Size, x: number, y: number): Box => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

// Whether a card may stand there.
export const isFree = (card: Box, room: Box, taken: readonly Box[]): boolean =>
  within(card, room) && !taken.some((one) => meets(card, one));

// Where it stands at this place, whatever else is there.
export const spotAt = ({ left, top }: Box, thing: Box, size: Size): Spot => pointed(left, top, thing, size);

// Beside the thing. `room`: what of the window can be used. `taken`: what must stay free.
export function spotBeside(
  thing: Box,
  size: Size,
  room: Box,
  taken: readonly Box[],
  narrow: boolean,
): Spot | undefined {
  const { width, height } = size;
  const all = [...taken, thing];
  const free = (x: number, y: number): boolean => isFree(boxAt(size, x, y), room, all);
  const ways = {
    x: [(thing.left + thing.right - width) / 2, thing.left, thing.right - width].map((x) =>
      clamped(x, room.left, room.right - width),
    ),
    y: [(thing.top + thing.bottom - height) / 2, thing.top, thing.bottom - height].map((y) =>
      clamped(y, room.top, room.bottom - height),
    ),
  };
  const beside: Record<Side, [number, number][]> = {
    right: ways.y.map((y) => [thing.right + GAP_PX, y]),
    left: ways.y.map((y) => [thing.left - GAP_PX - width, y]),
    below: ways.x.map((x) => [x, thing.bottom + GAP_PX]),
    above: ways.x.map((x) => [x, thing.top - GAP_PX - height]),
  };
  for (const side of narrow ? NARROW : WIDE) {
    const found = beside[side].find(([x, y]) => free(x, y));
    if (found) return pointed(found[0], found[1], thing, size);
  }
  return undefined;
}

// Wherever there is room, as near as possible to the thing.
export function spotAnywhere(thing: Box, size: Size, room: Box, taken: readonly Box[]): Spot | undefined {
  const { width, height } = size;
  const all = [...taken, thing];
  let best: { x: number; y: number; far: number } | undefined;
  for (let y = room.top; y <= room.bottom - height; y += STEP_PX) {
    for (let x = room.left; x <= room.right - width; x += STEP_PX) {
      const far = distance(boxAt(size, x, y), thing);
      if ((best && far >= best.far) || !isFree(boxAt(size, x, y), room, all)) continue;
      best = { x, y, far };
    }
  }
  return best && pointed(best.x, best.y, thing, size);
}

function distance(a: Box, b: Box): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(x, y);
}

function pointed(x: number, y: number, thing: Box, size: Size): Spot {
  const card = boxAt(size, x, y);
  if (distance(card, thing) > ARROW_MOST_PX) return { x, y };
  const middle = (from: number, to: number, of: number): number =>
    clamped((from + to) / 2 - of, ARROW_CORNER_PX, Infinity);
  const down = middle(Math.max(card.top, thing.top), Math.min(card.bottom, thing.bottom), y);
  const along = middle(Math.max(card.left, thing.left), Math.min(card.right, thing.right), x);
  const inLine = card.top < thing.bottom && thing.top < card.bottom;
  const overIt = card.left < thing.right && thing.left < card.right;
  if (inLine) {
    const edge = card.left >= thing.right ? 'left' : 'right';
    return { x, y, arrow: { edge, at: Math.min(down, size.height - ARROW_CORNER_PX) } };
  }
  if (!overIt) return { x, y };
  const edge = card.top >= thing.bottom ? 'above' : 'below';
  return { x, y, arrow: { edge, at: Math.min(along, size.width - ARROW_CORNER_PX) } };
}
