// Numerals as strokes on a grid of 10 by 16, so that a die needs no font and they tumble with it.

const STROKES: Record<string, string> = {
  0: 'M5 1C1.6 1 1 4.6 1 8s.6 7 4 7 4-3.6 4-7-.6-7-4-7z',
  1: 'M2 4 6 1v14',
  2: 'M1.2 4.6C1.6 2.2 3 1 5 1c2.4 0 3.9 1.5 3.9 3.7 0 3.6-5 5.3-7.7 10.3H9',
  3: 'M1.4 2.6C2.3 1.5 3.5 1 4.9 1c2.3 0 3.8 1.3 3.8 3.3 0 2.1-1.7 3.3-4.2 3.3C7.3 7.6 9 8.9 9 11.2 9 13.6 7.3 15 4.8 15 3.2 15 1.9 14.4 1 13.2',
  4: 'M6.8 15V1L1 11h8.4',
  5: 'M8.3 1H2.3L1.7 7.6C2.5 6.9 3.6 6.5 4.8 6.5 7.3 6.5 9 8.2 9 10.7 9 13.3 7.3 15 4.7 15 3.2 15 1.9 14.4 1 13.3',
  6: 'M8 1.6C4 2.4 1 6 1 10.4 1 13.2 2.6 15 5 15s4-1.8 4-4.3-1.6-4.2-4-4.2C3 6.5 1.4 7.9 1 10',
  7: 'M1 1h8L3.8 15',
  8: 'M5 7.5C2.9 7.5 1.7 6.2 1.7 4.3S3 1 5 1s3.3 1.4 3.3 3.3S7.1 7.5 5 7.5zM5 7.5C2.5 7.5 1 9 1 11.3S2.6 15 5 15s4-1.4 4-3.7S7.5 7.5 5 7.5z',
  9: 'M2 14.4C6 13.6 9 10 9 5.6 9 2.8 7.4 1 5 1S1 2.8 1 5.3 2.6 9.5 5 9.5C7 9.5 8.6 8.1 9 6',
};

export const GRID_HEIGHT = 16;
const ADVANCE = 13;

export const numeralWidth = (text: string): number => text.length * 10 + (text.length - 1) * 3;

// A group of SVG under an affine map of the grid. A lone 6 or 9 is underlined.
// `mark`: strokes that are shown instead.
export function numeral(text: string, ink: string, opacity: number, matrix: string, mark?: string): string {
  const bar = text === '6' || text === '9' ? '<path d="M1 18.6h8"/>' : '';
  const digits = [...text].map((digit, i) => `<path transform="translate(${i * ADVANCE} 0)" d="${STROKES[digit]}"/>`);
  const faint = opacity < 1 ? ` opacity="${opacity}"` : '';
  return (
    `<g transform="${matrix}" fill="none" stroke="${ink}" stroke-width="2.4" stroke-linecap="round" ` +
    `stroke-linejoin="round"${faint}>${mark ? `<path d="${mark}"/>` : digits.join('') + bar}</g>`
  );
}
