// A dragon's portrait as one SVG, made when the client is built: a head and a neck of facets under the light of the dice,
// on a hexagon. Back to front: plate, motif, far horns, spines, neck, frill, mouth, jaw, head, eye, near horns.
import type { Portrait } from './dragons.ts';
import { f1, facet, horn, norm, poly, pt, shade, spike, spline, sub, type Point } from './ink.ts';
import { HEAD, HEAD_FACETS, JAW, JAW_FACETS, NECK, mesh } from './mesh.ts';
import { motifs } from './motifs.ts';
import type { Ramp } from '../src/dice/solid.ts';

const RINGS = 11;
const COLUMNS = 6;
const DARK = '#140a08';

const between = (a: Point, b: Point, t: number): Point => a.map((v, i) => v + ((b[i] ?? 0) - v) * t);

class Sitter {
  private readonly head: Record<string, Point>;
  private readonly jaw: Record<string, Point>;
  private readonly spine: Point[];

  constructor(private readonly s: Portrait) {
    const stretched = (points: Record<string, Point>) =>
      Object.fromEntries(Object.entries(points).map(([name, p]) => [name, this.at(p)]));
    this.head = stretched(HEAD);
    this.jaw = stretched(JAW);
    this.spine = NECK.map((p) => [p[0] + (s.shift ?? 0), p[1], 0]);
  }

  draw(): string {
    const { s } = this;
    const { neck, belly, back } = this.neck();
    const { H, J } = { H: this.head, J: this.jaw };
    const face =
      mesh(J, JAW_FACETS, s.ramp, { seed: 70, lift: -0.05 }) +
      this.chin() +
      this.upperTeeth() +
      mesh(H, HEAD_FACETS, s.ramp) +
      poly([H.S, H.T, H.U], s.ramp[0]) +
      facet([H.D, H.T, H.S], s.ramp, { lift: -0.2, seed: 5 });
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" role="img" aria-label="${s.name}">` +
      `<defs>${this.definitions()}</defs>${this.plate()}<g clip-path="url(#cut)">${this.horns(true)}${this.spines(back)}` +
      `${neck}${belly}${this.frill()}${this.mouth()}${this.hinge()}${this.lowerTeeth()}${face}${this.cheek()}` +
      `${this.nostril()}${this.eye()}${this.brow()}${this.horns(false)}</g></svg>\n`
    );
  }

  // What moves in a portrait whose turn it is, to lie over it: the eye blinks, the maw glows. A picture of its own, so that
  // the large one is drawn once.
  life(): string {
    const { s } = this;
    const [x, y] = this.head.O;
    const lid = shade(s.ramp, norm([-0.3, 0.5, 0.8]));
    return (
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><style>' +
      '.glow{animation:4s ease-in-out infinite alternate breathe;opacity:0}.lid{animation:7s infinite blink;opacity:0}' +
      '@keyframes breathe{to{opacity:.75}}@keyframes blink{0%,96%,99.5%{opacity:0}96.8%,98.8%{opacity:1}}' +
      '@media (prefers-reduced-motion:reduce){.glow,.lid{animation:none}}</style>' +
      `<defs><radialGradient id="maw"><stop stop-color="${s.glow[0]}" stop-opacity=".9"/>` +
      `<stop offset=".4" stop-color="${s.glow[1]}" stop-opacity=".5"/>` +
      `<stop offset="1" stop-color="${s.glow[1]}" stop-opacity="0"/></radialGradient></defs>` +
      `<ellipse class="glow" cx="${f1(x + 38)}" cy="${f1(y + 16)}" rx="92" ry="44" fill="url(#maw)"/>` +
      `<g class="lid" transform="translate(${pt(this.at([299, 191, 0]))}) rotate(6)">` +
      `<path d="M-25 2Q-6-17 25 0 4 14-25 2Z" fill="${lid}"/><path d="M-25 2Q0 10 25 0" fill="none" stroke="${DARK}" stroke-width="3"/></g>` +
      '</svg>\n'
    );
  }

  // Every dragon is the same mesh, stretched.
  private at([x, y, z]: Point): Point {
    const t = Math.max(0, (x - 300) / 160);
    return [x + t * (this.s.snout ?? 0) + (this.s.shift ?? 0), y + t * t * (this.s.droop ?? 0), z ?? 0];
  }

  // --- The plate ---

  private readonly corners: Point[] = Array.from({ length: 6 }, (_, k) => {
    const angle = (k * Math.PI) / 3;
    return [256 + 236 * Math.sin(angle), 262 - 236 * Math.cos(angle)];
  });

  private definitions(): string {
    const { s } = this;
    const c = this.corners;
    const centre = this.head.O;
    return (
      `<clipPath id="plate"><polygon points="${c.map(pt).join(' ')}"/></clipPath>` +
      `<clipPath id="cut"><path d="M-60-80H580V262L${pt(c[2])} ${pt(c[3])} ${pt(c[4])}L-60 262z"/></clipPath>` +
      `<radialGradient id="maw" gradientUnits="userSpaceOnUse" cx="${f1(centre[0] + 18)}" cy="${f1(centre[1] + 14)}" r="150">` +
      `<stop stop-color="${s.glow[0]}"/><stop offset=".35" stop-color="${s.glow[1]}"/><stop offset="1" stop-color="#1d0b0c"/>` +
      `</radialGradient><radialGradient id="iris"><stop stop-color="${s.eye[0]}"/><stop offset="1" stop-color="${s.eye[1]}"/>` +
      '</radialGradient>'
    );
  }

  private plate(): string {
    const c = this.corners;
    const inner = [0, 2, 4].map((k): Point => {
      const angle = (k * Math.PI) / 3;
      return [256 + 128 * Math.sin(angle), 262 - 128 * Math.cos(angle)];
    });
    const facets: [Point[], Point][] = [
      [
        [c[0], c[1], inner[0]],
        [0.3, 0.5, 0.7],
      ],
      [
        [c[1], c[2], inner[1]],
        [0.7, 0.1, 0.6],
      ],
      [
        [c[2], c[3], inner[1]],
        [0.5, -0.6, 0.5],
      ],
      [
        [c[3], c[4], inner[2]],
        [-0.3, -0.7, 0.5],
      ],
      [
        [c[4], c[5], inner[2]],
        [-0.7, -0.1, 0.6],
      ],
      [
        [c[5], c[0], inner[0]],
        [-0.5, 0.5, 0.7],
      ],
      [
        [c[1], inner[0], inner[1]],
        [0.4, 0, 0.8],
      ],
      [
        [c[3], inner[1], inner[2]],
        [0, -0.5, 0.8],
      ],
      [
        [c[5], inner[2], inner[0]],
        [-0.4, 0.1, 0.8],
      ],
      [inner, [-0.1, 0.3, 1]],
    ];
    const wall = facets.map(([points, normal]) => {
      const fill = shade(this.s.back, norm(normal.map((v, d) => v - (d === 1 ? 0.25 : 0.12))));
      return poly(points, fill, ` stroke="${fill}"`);
    });
    return (
      `<g clip-path="url(#plate)">${wall.join('')}${motifs[this.s.motif](this.s.motifColours)}</g>` +
      `<polygon points="${c.map(pt).join(' ')}" fill="none" stroke="${this.s.rim}" stroke-width="5" stroke-linejoin="round"/>`
    );
  }

  // --- The neck: rings along a curve, staggered so that its facets read as scales ---

  private ring(i: number, staggered: boolean): Point[] {
    const t = i / RINGS;
    const c = spline(this.spine, t);
    const d = norm(sub(spline(this.spine, Math.min(1, t + 0.02)), spline(this.spine, Math.max(0, t - 0.02))));
    const width = 46 + 46 * t + (this.s.bulk ?? 0) * t;
    return Array.from({ length: COLUMNS + 1 }, (_, j) => {
      const around = -1 + (2 * (j + (staggered && j < COLUMNS ? 0.5 : 0))) / COLUMNS;
      const angle = (Math.max(-1, Math.min(1, around)) * Math.PI) / 2;
      return [c[0] + d[1] * width * Math.sin(angle), c[1] - d[0] * width * Math.sin(angle), width * Math.cos(angle)];
    });
  }

  private neck(): { neck: string; belly: string; back: Point[] } {
    const { ramp, belly: throat } = this.s;
    const back: Point[] = [];
    let neck = '';
    let belly = '';
    for (let i = 0; i < RINGS; i++) {
      const odd = i % 2 === 1;
      const [A, B] = [this.ring(i, odd), this.ring(i + 1, !odd)];
      const [A0, B0] = [this.ring(i, false), this.ring(i + 1, false)];
      back.push(A0[0]);
      for (let j = 0; j < COLUMNS; j++) {
        const seed = i * 17 + j * 3;
        const pair = odd
          ? [
              [A[j], B[j], B[j + 1]],
              [A[j], A[j + 1], B[j + 1]],
            ]
          : [
              [A[j], A[j + 1], B[j]],
              [A[j + 1], B[j], B[j + 1]],
            ];
        neck += facet(pair[0], ramp, { seed }) + facet(pair[1], ramp, { seed: seed + 1 });
      }
      if (odd) neck += poly([A0[0], B[0], B[1], A[0]], shade(ramp, norm([-0.6, 0.2, 0.5])));
      // Broad plates down the throat.
      const k = COLUMNS - 2;
      belly +=
        facet([A0[k], A0[k + 1], B0[k + 1], B0[k]], throat, { lift: 0.25, seed: i }) +
        facet([A0[k + 1], A0[k + 2], B0[k + 2], B0[k + 1]], throat, { lift: 0.05, seed: i + 9 });
      const rim = [0, 1, 2].map((n) => between(B0[k + n], A0[k + n], 0.22));
      belly += poly([B0[k], ...rim, B0[k + 2], B0[k + 1]], throat[0], ' opacity=".38"');
    }
    return { neck, belly, back };
  }

  private spines(back: Point[]): string {
    const [length, lean] = this.s.spine;
    return back
      .slice(1)
      .map((p, i) => {
        const q = back[i];
        const d = sub(p, q);
        const out = norm([d[1], -d[0]]);
        const height = length * (0.75 + 0.5 * Math.sin(i * 0.55 + 0.6));
        const tip = [(q[0] + p[0]) / 2 - Math.abs(out[0]) * height, (q[1] + p[1]) / 2 + lean - height * 0.25];
        return spike([q[0] + d[0] * 0.05, q[1] + d[1] * 0.05], [p[0], p[1]], tip, this.s.crest);
      })
      .reverse()
      .join('');
  }

  private frill(): string {
    const tips = this.s.frill;
    const base = (i: number) => this.at([206, 258 + i * 14, 10]);
    const webs = tips.slice(0, -1).map((tip, i) => {
      const [from, to] = [this.at([...tip, 0]), this.at([...tips[i + 1], 0])];
      const [root, next] = [base(i), base(i + 1)];
      const fold = [
        ((from[0] + to[0]) / 2) * 0.72 + next[0] * 0.28,
        ((from[1] + to[1]) / 2) * 0.72 + next[1] * 0.28,
        0,
      ];
      const near = [root[0], root[1], 20];
      const far = [next[0], next[1], 20];
      return (
        facet([near, [from[0] * 0.86 + root[0] * 0.14, from[1] * 0.86 + root[1] * 0.14, 6], fold], this.s.web) +
        facet([far, [to[0] * 0.86 + next[0] * 0.14, to[1] * 0.86 + next[1] * 0.14, 4], fold], this.s.web, {
          lift: -0.2,
        }) +
        facet([near, far, fold], this.s.web, { lift: -0.1 })
      );
    });
    const rays = tips.map(([x, y], i) => {
      const root = 264 + i * 13;
      const path = [
        [208, root - 6, 0],
        [(208 + x) / 2, (root + y) / 2 - 5, 0],
        [x, y, 0],
      ];
      return horn(
        path.map((p) => this.at(p)),
        7,
        this.s.crest,
        { seg: 4 },
      );
    });
    return webs.join('') + rays.join('');
  }

  // --- The head ---

  private horns(far: boolean): string {
    const { bone } = this.s;
    const ramp: Ramp = far ? [bone[0], bone[1], bone[1], bone[2], bone[3]] : bone;
    const [dx, dy] = far ? [26, -12] : [0, 0];
    return this.s.horns
      .map(({ path, width, segments }) =>
        horn(
          path.map((p) => this.at([p[0] + dx, p[1] + dy, 0])),
          width,
          ramp,
          { seg: segments ?? 9 },
        ),
      )
      .join('');
  }

  private hinge(): string {
    const { H, J } = { H: this.head, J: this.jaw };
    return [
      [H.P, H.O, J.b],
      [H.P, J.b, J.a],
      [H.Q, H.P, J.a],
      [H.Q, J.a, J.m],
    ]
      .map((points, i) => facet(points, this.s.ramp, { lift: -0.35, seed: i + 300 }))
      .join('');
  }

  private mouth(): string {
    const { H, J } = { H: this.head, J: this.jaw };
    const by = (p: Point, x: number, y: number) => pt([p[0] + x, p[1] + y]);
    const tongue =
      `M${by(J.b, 14, -2)}Q${by(J.c, 4, -22)} ${by(J.d, -2, -14)}T${by(J.e, -6, -12)}` +
      `Q${by(J.d, 10, 4)} ${by(J.c, 0, 4)}Z`;
    return (
      poly([H.O, H.N, H.M, H.L, H.K, H.J, J.f, J.e, J.d, J.c, J.b], 'url(#maw)') +
      `<path d="${tongue}" fill="${this.s.tongue ?? '#c4473a'}"/>`
    );
  }

  private tooth([x, y]: Point, height: number, width: number, lean: number): string {
    const tip = [x + lean, y + height];
    return (
      poly([[x - width, y], [x + width, y], tip], this.s.bone[4]) +
      poly([[x + width * 0.1, y], [x + width, y], tip], this.s.bone[2])
    );
  }

  private upperTeeth(): string {
    const { J, K, L, M, N } = this.head;
    const teeth: [Point, Point, number, number, number][] = [
      [J, K, 0.35, 26, 6],
      [K, L, 0.12, 15, 4.5],
      [K, L, 0.62, 19, 5],
      [L, M, 0.15, 13, 4.5],
      [L, M, 0.62, 16, 4.5],
      [M, N, 0.12, 11, 4],
      [M, N, 0.55, 12, 4],
    ];
    return teeth
      .map(([a, b, t, height, width]) => {
        const [x, y] = between(a, b, t);
        return this.tooth([x, y - 3], height, width, -3);
      })
      .join('');
  }

  private lowerTeeth(): string {
    const { c, d, e, f } = this.jaw;
    const teeth: [Point, Point, number, number, number][] = [
      [f, e, 0.25, -22, 5],
      [e, d, 0.05, -12, 4],
      [e, d, 0.55, -15, 4.5],
      [d, c, 0.1, -11, 4],
      [d, c, 0.6, -12, 4],
    ];
    return teeth
      .map(([a, b, t, height, width]) => {
        const [x, y] = between(a, b, t);
        return this.tooth([x, y + 3], height, width, 2);
      })
      .join('');
  }

  private eye(): string {
    return (
      `<g transform="translate(${pt(this.at([299, 191, 0]))}) rotate(6)"><path d="M-25 2Q-6-17 25 0 4 14-25 2Z" fill="${DARK}"/>` +
      '<path d="M-19 1Q-4-12 20 0 3 9-19 1Z" fill="url(#iris)"/>' +
      `<path d="M1-8.5Q5.5-1 1 6.5-3.5-1 1-8.5Z" fill="${DARK}"/><circle cx="-4" cy="-4" r="2.1" fill="#fff"/></g>`
    );
  }

  private brow(): string {
    const [a, b, c, d, e, f] = [
      [250, 182, 50],
      [286, 160, 66],
      [300, 174, 70],
      [340, 176, 52],
      [274, 185, 60],
      [328, 188, 46],
    ].map((p) => this.at(p));
    const { ramp, bone, browSpike } = this.s;
    const lids =
      facet([a, b, c], ramp, { lift: 0.5 }) +
      facet([b, d, c], ramp, { lift: 0.75 }) +
      facet([a, c, e], ramp, { lift: -0.4 }) +
      facet([c, d, f], ramp, { lift: -0.35 }) +
      facet([c, f, e], ramp, { lift: -1.2 });
    if (!browSpike) return lids;
    const tip = this.at([262 + browSpike[0], 150 + browSpike[1]]);
    return lids + spike(this.at([276, 164]), this.at([306, 158]), tip, bone);
  }

  private nostril(): string {
    const { Z } = this.head;
    return `<path d="M${pt([Z[0] - 8, Z[1] + 1])}q9-11 17-4-7 2-10 9-6 0-7-5z" fill="${DARK}"/>`;
  }

  private chin(): string {
    return this.s.chin
      .map(([x, h]) => spike(this.at([x, 338]), this.at([x + 22, 340]), this.at([x - 4, 338 + h]), this.s.crest))
      .join('');
  }

  private cheek(): string {
    const spikes = this.s.cheek ?? [
      [224, 292, 158, 318],
      [232, 308, 182, 350],
    ];
    return spikes
      .map(([x, y, tipX, tipY]) => {
        const path = [
          [x, y, 0],
          [(x + tipX) / 2, (y + tipY) / 2 - 6, 0],
          [tipX, tipY, 0],
        ];
        return horn(
          path.map((p) => this.at(p)),
          11,
          this.s.bone,
          { seg: 5 },
        );
      })
      .join('');
  }
}

// The number that each facet's variation is seeded with makes a portrait the same on every machine.
export function portrait(of: Portrait): string {
  return new Sitter(of).draw();
}

export function life(of: Portrait): string {
  return new Sitter(of).life();
}
