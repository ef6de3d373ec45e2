import { expect, test } from 'vitest';
import { columnsFor } from './columns';

test('games stand in one row as long as their titles fit, else in rows that are as full as each other', () => {
  expect([1, 2, 3, 4, 5].map(columnsFor)).toEqual([1, 2, 3, 4, 5]);
  expect([6, 7, 8, 9, 10, 11].map(columnsFor)).toEqual([3, 4, 4, 5, 5, 4]);
});
