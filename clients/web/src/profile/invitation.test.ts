import { expect, test } from 'vitest';
import { invitationIn } from './invitation';

test('an invitation is taken out of the address, wherever it stands', () => {
  expect(invitationIn('https://hall.example/#invitation=abc-def')).toEqual({ code: 'abc-def', rest: '/' });
  expect(invitationIn('https://hall.example/table/1?invitation=abc&x=1')).toEqual({
    code: 'abc',
    rest: '/table/1?x=1',
  });
  expect(invitationIn('https://hall.example/table/1?x=1#part')).toBeUndefined();
});
