import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test } from 'vitest';
import { RematchOfferSchema } from '../gen/wyrmhall/v1/table_pb';
import { fromUuid } from '../net/bytes';
import { RematchOffers } from './rematch_offers.svelte';

const MATCH = '0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f';
const TABLE = '0190f3a2-1b2c-7d3e-8f40-000000000001';
const offer = (table: string, ...names: string[]) =>
  create(RematchOfferSchema, {
    matchId: fromUuid(MATCH)!,
    tableId: fromUuid(table)!,
    players: names.map((name) => ({ name })),
  });
let offers: RematchOffers;
beforeEach(() => {
  offers = new RematchOffers();
});

test('who waits is known until nobody does', () => {
  offers.took(offer(TABLE, 'Copper Lynx'));
  expect(offers.of(MATCH)).toEqual(['Copper Lynx']);
  expect(offers.matches).toEqual([MATCH]);
  offers.took(offer(TABLE));
  expect(offers.of(MATCH)).toEqual([]);
  expect(offers.matches).toEqual([]);
});

test('a player who says no is not asked again for this table, but for another one', () => {
  offers.took(offer(TABLE, 'Copper Lynx'));
  offers.decline(MATCH);
  expect(offers.matches).toEqual([]);
  offers.took(offer(TABLE, 'Copper Lynx', 'Sly Toad'));
  expect(offers.matches).toEqual([]);
  offers.begin([offer(TABLE, 'Copper Lynx')]);
  expect(offers.matches).toEqual([]);
  offers.took(offer('0190f3a2-1b2c-7d3e-8f40-000000000002', 'Copper Lynx'));
  expect(offers.of(MATCH)).toEqual(['Copper Lynx']);
});

test('what was told before a loss of the connection counts no more', () => {
  offers.took(offer(TABLE, 'Copper Lynx'));
  offers.begin([]);
  expect(offers.matches).toEqual([]);
});
