// Pictures of polygons as PNG, where nothing that draws SVG is at hand: icons of an installed page, and previews of links.
import { crc32, deflateSync } from 'node:zlib';

export type Corner = readonly [x: number, y: number];
export interface Polygon {
  // "#rrggbb"
  fill: string;
  corners: readonly Corner[];
}

// The polygons of an SVG that has nothing else.
export const polygonsIn = (svg: string): Polygon[] =>
  [...svg.matchAll(/<polygon fill="(#[0-9a-f]{6})" points="([^"]+)"/g)].map(([, fill, points]) => ({
    fill,
    corners: points.split(' ').map((point) => point.split(',').map(Number) as unknown as Corner),
  }));

// The same, larger and elsewhere.
export const moved = (polygons: readonly Polygon[], scale: number, [x, y]: Corner): Polygon[] =>
  polygons.map(({ fill, corners }) => ({
    fill,
    corners: corners.map(([cx, cy]): Corner => [x + cx * scale, y + cy * scale]),
  }));

// Samples a pixel in each direction: what they have in common smooths the edges.
const SAMPLES = 4;
const CHANNELS = 4;

// The channels of a picture, line by line: each polygon over those before it, on nothing at all.
function pixels(polygons: readonly Polygon[], width: number, height: number): Uint8ClampedArray {
  const sum = new Float64Array(width * height * CHANNELS);
  const [wide, high] = [width * SAMPLES, height * SAMPLES];
  const line = new Int32Array(wide);
  const colours = polygons.map(({ fill }) => [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16)));
  for (let row = 0; row < high; row++) {
    const y = (row + 0.5) / SAMPLES;
    line.fill(-1);
    polygons.forEach(({ corners }, which) => {
      const crossings = corners.flatMap(([x1, y1], i) => {
        const [x2, y2] = corners[(i + 1) % corners.length];
        return y1 > y !== y2 > y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : [];
      });
      crossings.sort((a, b) => a - b);
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const from = Math.max(0, Math.ceil(crossings[i] * SAMPLES - 0.5));
        line.fill(which, from, Math.min(wide, Math.ceil(crossings[i + 1] * SAMPLES - 0.5)));
      }
    });
    for (let column = 0; column < wide; column++) {
      const which = line[column];
      if (which < 0) continue;
      const at = (Math.floor(row / SAMPLES) * width + Math.floor(column / SAMPLES)) * CHANNELS;
      colours[which].forEach((value, channel) => (sum[at + channel] += value));
      sum[at + 3] += 1;
    }
  }
  const out = new Uint8ClampedArray(sum.length);
  for (let at = 0; at < sum.length; at += CHANNELS) {
    const hits = sum[at + 3];
    if (hits === 0) continue;
    for (let channel = 0; channel < 3; channel++) out[at + channel] = sum[at + channel] / hits;
    out[at + 3] = (hits / SAMPLES ** 2) * 255;
  }
  return out;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

// RFC 2083: eight bits each of red, green, blue and opacity; no line is filtered.
export function png(polygons: readonly Polygon[], width: number, height: number): Buffer {
  const channels = pixels(polygons, width, height);
  const stride = width * CHANNELS;
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) lines.set(channels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}
