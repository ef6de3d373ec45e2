import { expect, test } from 'vitest';
import { ringOf } from './ring';

// As it is seen: 0 is the one at the foot, the others follow clockwise; T is the tray.
function drawn(dragons: number): string[] {
  const { spots, tray } = ringOf(dragons);
  const rows = Array.from({ length: Math.max(...spots.map(({ row }) => row)) }, () => Array<string>(6).fill(' '));
  [...spots.map((spot, i) => ({ ...spot, text: String(i) })), { ...tray, text: 'T' }].forEach(
    ({ column, row, text }) => {
      for (const at of [column - 1, column]) {
        expect(rows[row - 1][at]).toBe(' ');
        rows[row - 1][at] = text;
      }
    },
  );
  return rows.map((row) => row.join(''));
}

test('neighbours stand beside each other, and nobody where somebody else or the tray is', () => {
  expect(drawn(1)).toEqual(['  TT  ', '  00  ']);
  expect(drawn(2)).toEqual(['  11  ', '  TT  ', '  00  ']);
  expect(drawn(3)).toEqual(['11TT22', '  00  ']);
  expect(drawn(4)).toEqual(['  22  ', '11TT33', '  00  ']);
  expect(drawn(5)).toEqual([' 2233 ', '11TT44', '  00  ']);
  expect(drawn(6)).toEqual(['223344', '11TT55', '  00  ']);
  expect(drawn(7)).toEqual([' 3344 ', '22TT55', '110066']);
  expect(drawn(8)).toEqual(['334455', '22TT66', '110077']);
});
