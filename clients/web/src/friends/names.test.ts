import { expect, test } from 'vitest';
import { namesIn, withText } from './names';

test('names with a comma between them, however they are typed', () => {
  expect(namesIn('Mira')).toEqual(['Mira']);
  expect(namesIn(' Mira Of Ely ,Bruno,, ')).toEqual(['Mira Of Ely', 'Bruno']);
  expect(namesIn(' , ')).toEqual([]);
  expect(namesIn(withText(['Mira', "O'Neil Jr."]))).toEqual(['Mira', "O'Neil Jr."]);
});
