// The page's icon in the forms that an installed page and the preview of a link take, drawn when the client is built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { png, type Shape } from './raster.ts';
import { drawingOf, moved, rgb, type Drawing } from './svg.ts';

const STONE = rgb('#12181b');

export const ground = (width: number, height: number): Shape => ({
  fill: STONE,
  contours: [
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
  ],
  opacity: 1,
  within: [],
});
// In the middle, with a share of the shorter side to itself.
function centred(icon: Drawing, width: number, height: number, share: number): Shape[] {
  const size = Math.min(width, height) * share;
  const scale = size / icon.width;
  return moved(icon.shapes, [scale, 0, 0, scale, (width - size) / 2, (height - size) / 2]);
}

// A launcher may cut away all but a circle of four fifths.
const MASKED = 0.66;
// As programs that preview links ask for it.
export const LINK = { width: 1200, height: 630 };
const LINK_SHARE = 0.8;

export const drawn = (icon: Drawing): Record<string, Buffer> => ({
  'icon-192.png': png(centred(icon, 192, 192, 1), 192, 192),
  'icon-512.png': png(centred(icon, 512, 512, 1), 512, 512),
  'icon-mask-512.png': png([ground(512, 512), ...centred(icon, 512, 512, MASKED)], 512, 512),
  'link.png': png(
    [ground(LINK.width, LINK.height), ...centred(icon, LINK.width, LINK.height, LINK_SHARE)],
    LINK.width,
    LINK.height,
  ),
});

export const icons = (root: string): Plugin => ({
  name: 'wyrmhall-icons',
  apply: 'build',
  generateBundle() {
    const icon = drawingOf(readFileSync(join(root, 'public/icon.svg'), 'utf8'));
    for (const [fileName, source] of Object.entries(drawn(icon))) this.emitFile({ type: 'asset', fileName, source });
  },
});
