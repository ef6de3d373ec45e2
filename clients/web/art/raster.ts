// Pictures of shapes as PNG, where nothing that draws SVG is at hand: icons of an installed page, and previews of links.
import { crc32, deflateSync } from 'node:zlib';

export type Corner = readonly [x: number, y: number];
export type Contour = readonly Corner[];
export type Rgb = readonly [red: number, green: number, blue: number];
// From a point outwards: each colour by how far out it is reached, from 0 to 1 at the radius.
export interface Glow {
  centre: Corner;
  radius: number;
  stops: readonly (readonly [at: number, colour: Rgb])[];
}
export type Paint = Rgb | Glow;
export interface Shape {
  fill: Paint;
  contours: readonly Contour[];
  opacity: number;
  // Only the part of the shape that lies within each of these is seen.
  within: readonly Contour[];
}

// Samples a pixel in each direction: what they have in common smooths the edges.
const SAMPLES = 4;
const CHANNELS = 4;

type Span = readonly [from: number, to: number];

// Where a line at this height is within contours.
function spansOf(contours: readonly Contour[], y: number): Span[] {
  const crossings: [x: number, down: number][] = [];
  for (const contour of contours) {
    for (let i = 0, before = contour.length - 1; i < contour.length; before = i++) {
      const [x1, y1] = contour[before];
      const [x2, y2] = contour[i];
      if (y1 > y !== y2 > y) crossings.push([x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), y2 > y1 ? 1 : -1]);
    }
  }
  crossings.sort(([a], [b]) => a - b);
  const spans: Span[] = [];
  let [depth, from] = [0, 0];
  for (const [x, down] of crossings) {
    if (depth === 0) from = x;
    depth += down;
    if (depth === 0) spans.push([from, x]);
  }
  return spans;
}

const common = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap(([from, to]) =>
    others.flatMap(([from2, to2]): Span[] => {
      const both: Span = [Math.max(from, from2), Math.min(to, to2)];
      return both[0] < both[1] ? [both] : [];
    }),
  );

function glowing({ centre, radius, stops }: Glow, x: number, y: number): Rgb {
  const at = Math.hypot(x - centre[0], y - centre[1]) / radius;
  const next = stops.findIndex(([there]) => there > at);
  if (next <= 0) return stops[next === 0 ? 0 : stops.length - 1][1];
  const [[from, near], [to, far]] = [stops[next - 1], stops[next]];
  const t = (at - from) / (to - from);
  return near.map((value, i) => value + (far[i] - value) * t) as unknown as Rgb;
}

// The channels of a picture, line by line: each shape over those before it, on nothing at all.
function pixels(shapes: readonly Shape[], width: number, height: number): Uint8ClampedArray {
  const sum = new Float64Array(width * height * CHANNELS);
  const [wide, high] = [width * SAMPLES, height * SAMPLES];
  const line = new Float64Array(wide * CHANNELS);
  const placed = shapes.map((shape) => {
    const heights = shape.contours.flatMap((contour) => contour.map(([, y]) => y));
    return { ...shape, top: Math.min(...heights), bottom: Math.max(...heights) };
  });
  for (let row = 0; row < high; row++) {
    const y = (row + 0.5) / SAMPLES;
    line.fill(0);
    for (const { fill, contours, opacity, within, top, bottom } of placed) {
      if (y < top || y > bottom) continue;
      const spans = within.reduce((left, one) => common(left, spansOf([one], y)), spansOf(contours, y));
      for (const [left, right] of spans) {
        const from = Math.max(0, Math.ceil(left * SAMPLES - 0.5));
        const to = Math.min(wide, Math.ceil(right * SAMPLES - 0.5));
        for (let column = from; column < to; column++) {
          const [red, green, blue] = 'stops' in fill ? glowing(fill, (column + 0.5) / SAMPLES, y) : fill;
          const at = column * CHANNELS;
          const rest = 1 - opacity;
          line[at] = line[at] * rest + red * opacity;
          line[at + 1] = line[at + 1] * rest + green * opacity;
          line[at + 2] = line[at + 2] * rest + blue * opacity;
          line[at + 3] = line[at + 3] * rest + opacity;
        }
      }
    }
    const begin = Math.floor(row / SAMPLES) * width * CHANNELS;
    for (let column = 0; column < wide; column++) {
      const to = begin + Math.floor(column / SAMPLES) * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++) sum[to + channel] += line[column * CHANNELS + channel];
    }
  }
  const out = new Uint8ClampedArray(sum.length);
  for (let at = 0; at < sum.length; at += CHANNELS) {
    const covered = sum[at + 3];
    if (covered === 0) continue;
    for (let channel = 0; channel < 3; channel++) out[at + channel] = sum[at + channel] / covered;
    out[at + 3] = (covered / SAMPLES ** 2) * 255;
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
export function png(shapes: readonly Shape[], width: number, height: number): Buffer {
  const channels = pixels(shapes, width, height);
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
