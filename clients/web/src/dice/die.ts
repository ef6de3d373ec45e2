// A die as SVG: at rest on the value that was rolled, or on the way there. A tumble is a turn backwards from the rest
// pose, so a die can only land on its value.
import { GRID_HEIGHT, numeral, numeralWidth } from './numeral';
import { PALE_RAMPS, RAMPS, type RampName } from './ramps';
import {
  LIGHT,
  compose,
  contrast,
  cross,
  dot,
  rotation,
  scale,
  solidOf,
  subtract,
  tone,
  turn,
  unit,
  type Face,
  type Matrix,
  type Ramp,
  type Sides,
  type Solid,
  type Vector,
} from './solid';

export interface DieLook {
  sides: Sides;
  value: number;
  ramp: RampName | Ramp;
  // Drawn small: the neighbours' numerals are left off and its own is larger.
  small?: boolean;
  // What the faces show instead of numerals, from 1 on: strokes on the grid of the numerals.
  faces?: readonly string[];
}

// The drawing is in a box of this size.
export const BOX = 256;
const LIGHT_INK = '#fff7e8';
const READABLE = 4.5;
const READ_FACE = 0;
// Which corner of the read face points up.
const FIRST_POLE = 10;

const AXIS_X: Vector = [1, 0, 0];
const AXIS_Y: Vector = [0, 1, 0];
const AXIS_Z: Vector = [0, 0, 1];

const tiltOf = (sides: Sides): [number, number] =>
  sides === 6 ? [0.42, -0.5] : sides === 4 ? [0.1, -0.62] : [0.16, -0.12];
const radiusOf = (sides: Sides): number => BOX * (sides === 6 ? 0.5 : sides === 4 ? 0.54 : 0.46);
const HEIGHTS: Record<Sides, number> = { 4: 0.46, 6: 0.62, 8: 0.44, 10: 0.42, 12: 0.4, 20: 0.25 };
const HEIGHT_READ_20 = 0.31;

function upOf(sides: Sides, solid: Solid): number {
  return sides === 10 ? solid.faces[READ_FACE].corners.findIndex((q) => q >= FIRST_POLE) : 0;
}

// The read face looks at the viewer, upright, then tilts so that its neighbours show.
function restPose(sides: Sides): Matrix {
  const solid = solidOf(sides);
  const face = solid.faces[READ_FACE];
  const z = face.normal;
  const arm = subtract(solid.points[face.corners[upOf(sides, solid)]], face.centre);
  const y = unit(subtract(arm, scale(z, dot(z, arm))));
  const upright: Matrix = [cross(y, z), y, z];
  const [a, b] = tiltOf(sides);
  const stand = sides === 6 ? rotation(AXIS_Z, -Math.PI / 4) : rotation(AXIS_Z, 0);
  return compose(compose(rotation(AXIS_X, a), rotation(AXIS_Y, b)), compose(stand, upright));
}

// Opposite faces add up to one more than the number of sides; the rest is spread so that neighbours differ.
export function numbering(sides: Sides, shown: number): number[] {
  if (sides === 4) return [shown, ...[1, 2, 3, 4].filter((v) => v !== shown)];
  const { faces } = solidOf(sides);
  const opposite = faces.map((f) => faces.findIndex((g) => dot(f.normal, g.normal) < -0.999));
  const numbers = new Array<number>(faces.length).fill(0);
  numbers[READ_FACE] = shown;
  numbers[opposite[READ_FACE]] = sides + 1 - shown;
  const pairs = Array.from({ length: sides / 2 }, (_, i) => i + 1).filter(
    (v) => v !== shown && sides + 1 - v !== shown,
  );
  const free = faces
    .map((_, i) => i)
    .filter((i) => numbers[i] === 0 && opposite[i] > i)
    .sort((a, b) => dot(faces[b].normal, faces[READ_FACE].normal) - dot(faces[a].normal, faces[READ_FACE].normal));
  free.forEach((face, k) => {
    const low = pairs.splice((k * 2 + 1) % pairs.length, 1)[0];
    numbers[face] = k % 2 === 0 ? sides + 1 - low : low;
    numbers[opposite[face]] = sides + 1 - numbers[face];
  });
  return numbers;
}

// The read face is darkened until its numeral can be read.
function readFill(ramp: Ramp, normal: Vector, ink: string, pale: boolean): string {
  let fill = '';
  for (let k = 0; k < 12; k++) {
    fill = tone(ramp, unit([normal[0] - 0.18 + k * 0.12, normal[1] + 0.22 - k * 0.12, normal[2]]));
    if (pale || contrast(fill, ink) >= READABLE) break;
  }
  return fill;
}

const fixed = (x: number): string => x.toFixed(1);

class Drawing {
  private readonly solid: Solid;
  private readonly ramp: Ramp;
  private readonly pale: boolean;
  private readonly ink: string;
  private readonly radius: number;
  private readonly middle: number;
  private readonly up: number;

  constructor(
    private readonly look: DieLook,
    private readonly pose: Matrix,
  ) {
    this.solid = solidOf(look.sides);
    this.ramp = typeof look.ramp === 'string' ? RAMPS[look.ramp] : look.ramp;
    this.pale = typeof look.ramp === 'string' ? PALE_RAMPS.has(look.ramp) : contrast(this.ramp[2], LIGHT_INK) < 3.2;
    this.ink = this.pale ? this.ramp[0] : LIGHT_INK;
    this.radius = radiusOf(look.sides);
    this.middle = BOX / 2 + (look.sides === 4 ? BOX * 0.06 : 0);
    this.up = upOf(look.sides, this.solid);
  }

  // `bevelled`: with the light along the edges, which a die in motion does without.
  body(bevelled: boolean): string {
    const numbers = numbering(this.look.sides, this.look.value);
    const seen = this.solid.faces
      .map((face, i) => ({ face, i, normal: turn(this.pose, face.normal) }))
      .filter((q) => q.normal[2] > 0.02)
      .sort((a, b) => a.normal[2] - b.normal[2]);
    let facets = '';
    let ink = '';
    for (const { face, i, normal } of seen) {
      const read = i === READ_FACE;
      const fill = read ? readFill(this.ramp, normal, this.ink, this.pale) : tone(this.ramp, normal);
      const corners = face.corners.map((q) => this.project(turn(this.pose, this.solid.points[q])));
      facets += `<polygon points="${corners.map((p) => p.map(fixed).join()).join(' ')}" fill="${fill}" stroke="${fill}"/>`;
      if (bevelled) facets += this.bevel(face, corners, read);
      if (read || (!this.look.small && normal[2] > 0.35)) ink += this.label(face, normal, numbers[i], read);
    }
    return `<g stroke-linejoin="round">${facets}</g>${ink}`;
  }

  private project(p: Vector): [number, number] {
    return [BOX / 2 + p[0] * this.radius, this.middle - p[1] * this.radius];
  }

  // A hair of light along the edges towards the light, of shade along the others.
  private bevel(face: Face, corners: [number, number][], read: boolean): string {
    const centre = this.project(turn(this.pose, face.centre));
    return corners
      .map((a, k) => {
        const b = corners[(k + 1) % corners.length];
        const outward = unit([(a[0] + b[0]) / 2 - centre[0], -((a[1] + b[1]) / 2 - centre[1]), 0]);
        const lit = dot(outward, LIGHT);
        const opacity = (0.1 + Math.abs(lit) * (read ? 0.55 : 0.28)).toFixed(2);
        return (
          `<path d="M${a.map(fixed).join(' ')}L${b.map(fixed).join(' ')}" stroke="${lit > 0 ? this.ramp[4] : this.ramp[0]}" ` +
          `stroke-opacity="${opacity}" stroke-width="${read ? 2.2 : 1.1}" stroke-linecap="round"/>`
        );
      })
      .join('');
  }

  // Laid into the plane of its face by an affine map.
  private label(face: Face, normal: Vector, value: number, read: boolean): string {
    const { sides, small } = this.look;
    const pole = sides === 10 ? face.corners.findIndex((q) => q >= FIRST_POLE) : read ? this.up : 0;
    const arm = subtract(this.solid.points[face.corners[pole]], face.centre);
    // A cube's numeral stands on an edge, not on a corner.
    const upward = unit(sides === 6 ? subtract(arm, cross(arm, face.normal)) : arm);
    const y = turn(this.pose, upward);
    const x = cross(y, normal);
    const height = sides === 20 && read ? HEIGHT_READ_20 : HEIGHTS[sides];
    const larger = small ? (sides === 20 || sides === 10 ? 1.2 : 1.35) : 1;
    const k = ((height * this.radius) / GRID_HEIGHT) * larger;
    const text = String(value);
    const centre = turn(this.pose, face.centre);
    const lift = sides === 10 ? 0.05 : 0;
    const o = this.project([centre[0] + y[0] * lift, centre[1] + y[1] * lift, 0]);
    const map = [x[0] * k, -x[1] * k, -y[0] * k, y[1] * k];
    const half = numeralWidth(text) / 2;
    const origin = [
      o[0] - map[0] * half - (map[2] * GRID_HEIGHT) / 2,
      o[1] - map[1] * half - (map[3] * GRID_HEIGHT) / 2,
    ];
    const matrix = `matrix(${[...map, ...origin].map((v) => v.toFixed(3)).join(' ')})`;
    return numeral(text, read ? this.ink : this.ramp[4], read ? 1 : 0.42, matrix, this.look.faces?.[value - 1]);
  }
}

const SHADOW = `<ellipse cx="${BOX / 2}" cy="${BOX * 0.94}" rx="${BOX * 0.3}" ry="${BOX * 0.035}" opacity=".22"/>`;
const resting = new Map<string, string>();

// What stands inside of an <svg viewBox="0 0 256 256">: the die at rest.
export function dieAtRest(look: DieLook): string {
  const key = JSON.stringify(look);
  let drawn = resting.get(key);
  if (drawn === undefined) resting.set(key, (drawn = SHADOW + new Drawing(look, restPose(look.sides)).body(true)));
  return drawn;
}

export interface Tumble {
  axis: Vector;
  // Radians that are left to turn when it begins.
  turns: number;
}

// The same event of the same match always tumbles alike. `seed` is any text.
export function tumbleOf(seed: string): Tumble {
  let hash = 2166136261;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 16777619) >>> 0;
  const part = (shift: number) => ((hash >>> shift) & 255) / 255;
  const angle = part(0) * 2 * Math.PI;
  return {
    axis: unit([Math.cos(angle), Math.sin(angle), (part(8) - 0.5) * 0.6]),
    turns: (2 + part(16)) * 2 * Math.PI,
  };
}

// The die on its way: `progress` from 0 to 1, where 1 is the pose at rest.
export function dieInMotion(look: DieLook, tumble: Tumble, progress: number): string {
  const left = tumble.turns * (1 - progress) ** 3;
  const pose = compose(rotation(tumble.axis, left), restPose(look.sides));
  return SHADOW + new Drawing(look, pose).body(false);
}
