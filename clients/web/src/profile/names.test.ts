import { expect, test } from 'vitest';
import { makeUpName } from './names';

test('a made-up name is one that the server takes', () => {
  for (let i = 0; i < 200; i++) {
    expect(makeUpName(i % 3)).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+( \d{2,3})?$/);
    expect(makeUpName(i % 3).length).toBeLessThanOrEqual(20);
  }
});
