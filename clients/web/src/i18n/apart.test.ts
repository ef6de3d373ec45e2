import { expect, test } from 'vitest';
import { apart } from './apart';

test('a name that is read from right to left is set apart from the sentence, and no other', () => {
  for (const name of ['محمد', 'שָׁלוֹם', 'Ada שלום', '\u{1E900}\u{1E922}\u{1E923}']) {
    expect(apart(name)).toBe(`\u2068${name}\u2069`);
  }
  for (const name of ['Ada', 'Zoë', 'Ольга', '山田太郎', 'สมศรี', '']) expect(apart(name)).toBe(name);
});
