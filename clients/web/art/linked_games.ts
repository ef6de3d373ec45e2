// The games as previews of links show them: games/<game>/link.ts says what is on the picture, and the messages of its card what
// it is called.
import { ground, LINK } from './icons.ts';
import { png } from './raster.ts';
import { drawingOf, moved } from './svg.ts';

// A drawing on the picture: where its upper left corner is, and how wide it is. What comes later lies in front.
export interface Placed {
  svg: string;
  x: number;
  y: number;
  width: number;
  mirrored?: true;
}

export interface LinkedGame {
  code: string;
  title: string;
  line: string;
  // Absent where the game has none of its own.
  picture?: () => Buffer;
}

const LINKS = import.meta.glob<readonly Placed[]>('../src/games/*/link.ts', { eager: true, import: 'link' });
const CARDS = import.meta.glob<{ title: string; line: string }>('../../messages/*/card/en.json', {
  eager: true,
  import: 'default',
});

const shapesOf = ({ svg, x, y, width, mirrored }: Placed) => {
  const drawing = drawingOf(svg);
  const scale = width / drawing.width;
  return moved(drawing.shapes, mirrored ? [-scale, 0, 0, scale, x + width, y] : [scale, 0, 0, scale, x, y]);
};

const drawn = (placed: readonly Placed[]): Buffer =>
  png([ground(LINK.width, LINK.height), ...placed.flatMap(shapesOf)], LINK.width, LINK.height);

export const games: readonly LinkedGame[] = Object.entries(CARDS).map(([path, { title, line }]) => {
  const code = path.split('/').at(-3)!;
  const placed = LINKS[`../src/games/${code}/link.ts`];
  return { code, title, line, ...(placed ? { picture: () => drawn(placed) } : {}) };
});
