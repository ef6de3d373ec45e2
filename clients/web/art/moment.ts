// What a moment of a match is drawn with, as the hall shows one of each game: games/<game>/moment.ts draws it, and it becomes
// a picture when the client is built.
import { BOX, dieAtRest, type DieLook } from '../src/dice/die.ts';
import type { Portrait } from './dragons.ts';
import { packed } from './pack.ts';
import { portrait } from './portrait.ts';

const MOMENT = { width: 220, height: 120 };

const STONE = '#1a2226';

export const moment = (...things: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${MOMENT.width}" height="${MOMENT.height}" viewBox="0 0 ${MOMENT.width} ${MOMENT.height}">` +
  `<path d="M0 0h${MOMENT.width}v${MOMENT.height}H0z" fill="${STONE}"/>${things.join('')}</svg>`;

// A drawing with its upper left corner at x and y, `width` pixels wide.
export function at(x: number, y: number, width: number, svg: string, mirrored = false): string {
  const [, left, top, wide] = /viewBox="(\S+) (\S+) (\S+) \S+"/.exec(svg)!.map(Number);
  const scale = width / wide;
  const inner = svg.trim().replace(/^<svg[^>]*>|<\/svg>$/g, '');
  const place = mirrored
    ? `translate(${x + width} ${y}) scale(${-scale} ${scale})`
    : `translate(${x} ${y}) scale(${scale})`;
  return `<g transform="${place} translate(${-left} ${-top})">${inner}</g>`;
}

// Portraits name their parts alike; in one drawing each needs names of its own.
export function dragon(x: number, y: number, width: number, of: Portrait, mirrored = false): string {
  const own = packed(portrait(of)).replace(/(id="|url\(#|href="#)(\w+)/g, `$1$2-${x}`);
  return at(x, y, width, own, mirrored);
}

export const die = (x: number, y: number, width: number, look: Omit<DieLook, 'small'>): string =>
  at(x, y, width, `<svg viewBox="0 0 ${BOX} ${BOX}">${dieAtRest({ ...look, small: true })}</svg>`);
