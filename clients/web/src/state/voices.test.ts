import { expect, test } from 'vitest';
import { IMPORTANCE, PEAK, SOUNDS, VARIATIONS, Variations, lengthOf, voiceOf, type Sound } from './voices';

// Numbers between 0 and 1 that are all over the place, and the same each time.
function scattered(): () => number {
  let n = 1;
  return () => (n = (n * 16807) % 2147483647) / 2147483647;
}

test('no variation comes twice in a row, and each comes about as often', () => {
  const variations = new Variations(scattered());
  const heard: Record<string, number[]> = { land: [], hit: [] };
  // Another sound in between changes nothing.
  for (let i = 0; i < 3000; i++)
    for (const sound of ['land', 'hit'] as const) heard[sound]!.push(variations.next(sound));
  for (const list of Object.values(heard)) {
    list.forEach((variation, i) => expect(variation).not.toBe(list[i - 1]));
    for (let variation = 0; variation < VARIATIONS; variation++) {
      const share = list.filter((each) => each === variation).length / list.length;
      expect(share).toBeGreaterThan(0.8 / VARIATIONS);
    }
  }
});

test('the first time any of them may come, whatever the generator says', () => {
  const first = [0, 0.34, 0.5, 0.67, 1 - Number.EPSILON].map((number) => new Variations(() => number).next('hit'));
  expect(new Set(first)).toEqual(new Set([0, 1, 2]));
});

test.each(SOUNDS)('%s has three variations, that differ by pitch or filter and by nothing else', (sound) => {
  const voices = [0, 1, 2].map((variation) => voiceOf(sound, variation));
  const still = voices.map((voice) =>
    voice.map((piece) => (piece.kind === 'noise' ? { ...piece, centre: 0 } : { ...piece, from: 0, to: 0, cutoff: 0 })),
  );
  expect(still[1]).toEqual(still[0]);
  expect(still[2]).toEqual(still[0]);
  expect(new Set(voices.map((voice) => JSON.stringify(voice))).size).toBe(VARIATIONS);
});

test('small beats are short, soft, and give way to all others', () => {
  const small: Sound[] = ['keep', 'energy', 'count', 'move'];
  for (const sound of small) {
    const voice = voiceOf(sound, 0);
    expect(lengthOf(voice)).toBeLessThanOrEqual(0.08);
    for (const { kind, gain } of voice) if (kind === 'tone') expect(gain).toBeLessThan(PEAK / 2);
    for (const other of SOUNDS) if (!small.includes(other)) expect(IMPORTANCE[sound]).toBeLessThan(IMPORTANCE[other]);
  }
});
