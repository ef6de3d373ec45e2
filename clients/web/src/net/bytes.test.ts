import { expect, test } from 'vitest';
import { equal, fromHex, fromUuid, hex, joined, uuid } from './bytes';

test('bytes and their texts are each other’s inverse, and nonsense is nothing', () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => i * 17);
  expect(fromHex(hex(bytes))).toEqual(bytes);
  expect(uuid(bytes)).toBe('00112233-4455-6677-8899-aabbccddeeff');
  expect(fromUuid(uuid(bytes))).toEqual(bytes);
  for (const text of ['0', 'zz', 'AB']) expect(fromHex(text)).toBeUndefined();
  for (const text of ['', 'x', uuid(bytes) + '0', hex(bytes)]) expect(fromUuid(text)).toBeUndefined();
});

test('equality and joining', () => {
  expect(equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(equal(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equal(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
  expect(joined(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3))).toEqual(Uint8Array.of(1, 2, 3));
});
