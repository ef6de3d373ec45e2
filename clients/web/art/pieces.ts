// What a game is played with, as its rulebook shows it: games/<game>/pieces.ts draws it, and docs/rules/images keeps it. All
// are as large as each other, so that a page knows their place before they are there.
import { at } from './moment.ts';

export const SIZE = { width: 640, height: 176 };
const STONE = '#1a2226';
const BRIGHT = '#eee7d8';

// On a ground of its own, for a page may be light or dark.
export const pieces = (...things: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">` +
  `<path d="M0 0h${SIZE.width}v${SIZE.height}H0z" fill="${STONE}"/>${things.join('')}</svg>\n`;

// A line drawing on a plate. `box` is what it is drawn in.
export function plate(x: number, y: number, size: number, box: string, path: string, pen: number): string {
  const inset = size * 0.18;
  const [, , wide, high] = box.split(' ').map(Number);
  const width = ((size - 2 * inset) * wide) / Math.max(wide, high);
  const drawn = `<path d="${path}" fill="none" stroke="${BRIGHT}" stroke-width="${pen}" stroke-linejoin="round" stroke-linecap="round"/>`;
  return (
    `<path d="M${x} ${y}h${size}v${size}h${-size}z" fill="#2d3a40"/>` +
    at(x + (size - width) / 2, y + inset, width, `<svg viewBox="${box}">${drawn}</svg>`)
  );
}
