// The page's icon in the forms that an installed page and the preview of a link take, drawn when the client is built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { moved, png, polygonsIn, type Polygon } from './raster.ts';

const BOX = 64; // units of the icon's own drawing
const STONE = '#12181b';

const ground = (width: number, height: number): Polygon => ({
  fill: STONE,
  corners: [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ],
});
// In the middle, with a share of the shorter side to itself.
function centred(icon: readonly Polygon[], width: number, height: number, share: number): Polygon[] {
  const size = Math.min(width, height) * share;
  return moved(icon, size / BOX, [(width - size) / 2, (height - size) / 2]);
}

// A launcher may cut away all but a circle of four fifths.
const MASKED = 0.66;
const LINK = { width: 1200, height: 630, share: 0.8 };

export const drawn = (icon: readonly Polygon[]): Record<string, Buffer> => ({
  'icon-192.png': png(centred(icon, 192, 192, 1), 192, 192),
  'icon-512.png': png(centred(icon, 512, 512, 1), 512, 512),
  'icon-mask-512.png': png([ground(512, 512), ...centred(icon, 512, 512, MASKED)], 512, 512),
  'link.png': png(
    [ground(LINK.width, LINK.height), ...centred(icon, LINK.width, LINK.height, LINK.share)],
    LINK.width,
    LINK.height,
  ),
});

export const icons = (root: string): Plugin => ({
  name: 'wyrmhall-icons',
  apply: 'build',
  generateBundle() {
    const icon = polygonsIn(readFileSync(join(root, 'public/icon.svg'), 'utf8'));
    for (const [fileName, source] of Object.entries(drawn(icon))) this.emitFile({ type: 'asset', fileName, source });
  },
});
