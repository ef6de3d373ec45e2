import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Remark, SaidSchema } from '../gen/wyrmhall/v1/remark_pb';
import { fromUuid } from '../net/bytes';
import { Conversation, REMARKS } from './conversation.svelte';

const TABLE = '0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f';
const OTHER = '0190f3a2-1b2c-7d3e-8f40-000000000001';
const said = (remark: Remark, table = TABLE) =>
  create(SaidSchema, {
    tableId: fromUuid(table)!,
    player: { accountId: fromUuid(OTHER)!, name: 'Copper Lynx' },
    remark,
  });
let conversation: Conversation;
const heard = (table = TABLE) => conversation.at(table).map(({ name, remark }) => `${name} ${Remark[remark]}`);
beforeEach(() => {
  vi.useFakeTimers();
  conversation = new Conversation({ request: vi.fn() });
});
afterEach(() => void vi.useRealTimers());

test('what is said stays for a moment, at its own table', () => {
  conversation.took(said(Remark.HELLO));
  vi.advanceTimersByTime(4000);
  conversation.took(said(Remark.THANKS));
  conversation.took(said(Remark.SORRY, OTHER));
  expect(heard()).toEqual(['Copper Lynx HELLO', 'Copper Lynx THANKS']);
  expect(heard(OTHER)).toEqual(['Copper Lynx SORRY']);
  vi.advanceTimersByTime(3000);
  expect(heard()).toEqual(['Copper Lynx THANKS']);
  vi.advanceTimersByTime(4000);
  expect([heard(), heard(OTHER)]).toEqual([[], []]);
});

test('of much that is said the latest is shown, and what a newer server adds is not', () => {
  for (const remark of REMARKS) conversation.took(said(remark));
  conversation.took(said(99 as Remark));
  conversation.took(said(Remark.UNSPECIFIED));
  expect(heard()).toHaveLength(3);
  expect(heard().at(-1)).toBe('Copper Lynx GOODBYE');
  expect(REMARKS).toHaveLength(12);
});
