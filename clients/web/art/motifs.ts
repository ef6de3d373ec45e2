// What stands behind a dragon on its plate: one for each element. Colours are handed in.
import { f1, hash, poly } from './ink.ts';

const flame = (x: number, y: number, w: number, h: number, c: string, o: number): string =>
  `<path d="M${f1(x - w)} ${y}C${f1(x - w * 1.1)} ${f1(y - h * 0.35)} ${f1(x - w * 0.2)} ${f1(y - h * 0.45)} ${f1(x - w * 0.25)} ${f1(y - h)}C${f1(x + w * 0.5)} ${f1(y - h * 0.7)} ${f1(x + w * 1.2)} ${f1(y - h * 0.4)} ${f1(x + w)} ${y}Z" fill="${c}" opacity="${o}"/>`;
export const motifs = {
  fire: (c: string[]): string =>
    [0, 1, 2, 3, 4, 5, 6].map((i) => flame(60 + i * 66, 520, 52, 150 + 130 * hash(i, 4), c[0], 0.55)).join('') +
    [0, 1, 2, 3, 4, 5].map((i) => flame(96 + i * 66, 520, 36, 90 + 100 * hash(i, 9), c[1], 0.5)).join('') +
    [...Array(16)]
      .map((_, i) =>
        poly(
          [
            [0, -5],
            [4, 0],
            [0, 5],
            [-4, 0],
          ].map((p) => [p[0] + 60 + 400 * hash(i, 5), p[1] + 60 + 330 * hash(i, 6)]),
          c[2],
          ` opacity="${(0.35 + 0.5 * hash(i, 7)).toFixed(2)}"`,
        ),
      )
      .join(''),
  slash: (c: string[]): string =>
    [0, 1, 2, 3, 4]
      .map(
        (i) =>
          `<path d="M${300 + i * 44} ${60 + i * 12}q-40 180-150 ${380 - i * 20}q60-190 136-${386 - i * 20}z" fill="${c[i % 2]}" opacity=".6"/>`,
      )
      .join(''),
  arcs: (c: string[]): string =>
    [0, 1, 2, 3, 4, 5]
      .map(
        (i) =>
          `<path d="M${40 + i * 14} ${500 - i * 30}C${200 + i * 20} ${560 - i * 60} ${420 + i * 10} ${470 - i * 60} ${500} ${330 - i * 62}" fill="none" stroke="${c[i % 3]}" stroke-width="${16 - i * 2}" stroke-linecap="round" opacity=".55"/>`,
      )
      .join(''),
  stone: (c: string[]): string =>
    [...Array(26)]
      .map((_, i) => {
        const x = 20 + (i % 7) * 72 + (Math.floor(i / 7) % 2) * 36,
          y = 510 - Math.floor(i / 7) * 58;
        return poly(
          [
            [x, y],
            [x + 8, y - 50],
            [x + 60, y - 54],
            [x + 66, y - 4],
          ],
          c[i % 2],
          ` opacity="${(0.35 + 0.35 * hash(i, 2)).toFixed(2)}"`,
        );
      })
      .join(''),
  thorn: (c: string[]): string =>
    [0, 1, 2, 3, 4, 5]
      .map((i) => {
        const x = 300 + i * 40,
          y = 520;
        let o = `<path d="M${x} ${y}q-40-140 20-${f1(250 + 60 * hash(i, 3))}" fill="none" stroke="${c[i % 2]}" stroke-width="9" opacity=".7"/>`;
        for (let k = 1; k < 6; k++)
          o += poly(
            [
              [x - 14, y - k * 44],
              [x - 6, y - k * 44 - 18],
              [x + (k % 2 ? -44 : 26), y - k * 44 - 22],
            ],
            c[i % 2],
            ' opacity=".7"',
          );
        return o;
      })
      .join(''),
  water: (c: string[]): string =>
    [0, 1, 2, 3, 4]
      .map(
        (i) =>
          `<path d="M0 ${360 + i * 40}q43-34 86 0t86 0 86 0 86 0 86 0 86 0V520H0Z" fill="${c[i % 2]}" opacity=".38"/>`,
      )
      .join('') +
    [...Array(9)]
      .map((_, i) => {
        const x = 300 + 150 * hash(i, 3),
          y = 80 + 250 * hash(i, 8);
        return `<path d="M${f1(x)} ${f1(y - 11)}q9 11 0 17-9-6 0-17z" fill="${c[2]}" opacity=".6"/>`;
      })
      .join(''),
  shard: (c: string[]): string =>
    [...Array(11)]
      .map((_, i) => {
        const x = 10 + i * 50,
          h = 90 + 200 * hash(i, 3),
          t = (hash(i, 5) - 0.5) * 60;
        return (
          poly(
            [
              [x - 26, 520],
              [x + t, 520 - h],
              [x + 8, 520],
            ],
            c[0],
            ' opacity=".75"',
          ) +
          poly(
            [
              [x + 8, 520],
              [x + t, 520 - h],
              [x + 34, 520],
            ],
            c[1],
            ' opacity=".75"',
          )
        );
      })
      .join('') +
    [...Array(12)]
      .map((_, i) => {
        const x = 60 + 400 * hash(i, 5),
          y = 60 + 280 * hash(i, 6);
        return `<path d="M${f1(x - 5)} ${f1(y)}h10M${f1(x - 2.5)} ${f1(y - 4.3)}l5 8.600M${f1(x + 2.5)} ${f1(y - 4.3)}l-5 8.600" stroke="${c[2]}" stroke-width="1.600" opacity=".8"/>`;
      })
      .join(''),
  wind: (c: string[]): string =>
    [0, 1, 2, 3, 4, 5]
      .map((i) => {
        const y = 110 + i * 66;
        return `<path d="M${-20 + 30 * (i % 2)} ${y}C160 ${y - 60} 260 ${y + 50} 400 ${y - 10}c60-26 80 40 34 46-30 2-34-34-8-34" fill="none" stroke="${c[i % 3]}" stroke-width="7" stroke-linecap="round" opacity=".55"/>`;
      })
      .join(''),
};
export type Motif = keyof typeof motifs;
