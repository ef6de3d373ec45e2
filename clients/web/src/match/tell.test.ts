import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import type { GameWords, Scene } from '../games/module';
import { GameViewSchema, OutcomeReason, OutcomeReasonSchema, OutcomeSchema } from '../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema, SeatOutSchema } from '../gen/wyrmhall/v1/match_pb';
import type { Frame } from '../net/timeline';
import { endText, linesOf, reasonText, shownText } from './tell';

const reasons = OutcomeReasonSchema.values
  .map(({ number }) => number as OutcomeReason)
  .filter((reason) => reason !== OutcomeReason.UNSPECIFIED && reason !== OutcomeReason.PLAYED);

test('every reason for an end before the end is said to winners, losers and those who watch, each in other words', () => {
  const said = reasons.flatMap((reason) => {
    const outcome = create(OutcomeSchema, { reason, winners: [0] });
    return [0, 1, -1].map((seat) => reasonText({ seat }, outcome));
  });
  expect(said).not.toContain('');
  expect(new Set(said).size).toBe(3 * reasons.length);
});

test('a seat that is out is said to have resigned, to have run out of time or to have been away', () => {
  const player = { case: 'player', value: { name: 'Ada' } } as const;
  const info = create(MatchInfoSchema, { seats: [{ occupant: player }, { occupant: player }] });
  const scene = { info, seat: 1 } as unknown as Scene;
  const told = (out: { seat?: number; timedOut?: boolean; stays?: boolean; absent?: boolean }): string => {
    const seatOut = create(SeatOutSchema, { seat: 0, ...out });
    const frame: Frame = {
      version: 1,
      view: create(GameViewSchema),
      events: [],
      seatOut,
      waitingOn: 0,
      outcome: undefined,
      before: undefined,
      afterGap: false,
      decided: [],
    };
    return linesOf({} as GameWords, scene, frame)
      .map(({ text }) => text)
      .join();
  };
  expect(told({})).toBe('*Ada* resigned.');
  expect(told({ timedOut: true })).toBe('*Ada* ran out of time.');
  expect(told({ timedOut: true, stays: true })).toBe('*Ada* ran out of time, so the least was decided.');
  expect(told({ absent: true })).toBe('*Ada* was away for too long.');
  expect(told({ seat: 1, absent: true })).toBe('*You* were away for too long.');
});

const two = create(MatchInfoSchema, {
  seats: ['Ada', 'Copper Lynx'].map((name) => ({ occupant: { case: 'player', value: { name } } as const })),
});

test('what is read out at the end says who has won, in the words of the game where it has its own', () => {
  const said = (seat: number, winners: number[], own = ''): string =>
    endText(
      { ending: () => own } as unknown as GameWords,
      { info: two, seat } as unknown as Scene,
      create(OutcomeSchema, { winners }),
    );
  expect(said(0, [0])).toBe('The match is over. You have won.');
  expect(said(0, [1])).toBe('The match is over. Copper Lynx wins.');
  expect(said(-1, [1])).toBe('The match is over. Copper Lynx wins.');
  expect(said(0, [])).toBe('The match is over. Nobody wins.');
  expect(said(0, [0], 'The hunt is won.')).toBe('The match is over. The hunt is won.');
});

test('while a decision is shown the bar says whose it is', () => {
  const said = (waitingOn: number): string => shownText({ info: two, seat: 0, waitingOn } as unknown as Scene);
  expect(said(0b01)).toBe('You move');
  expect(said(0b10)).toBe('Copper Lynx moves');
  expect(said(0b11)).toBe('The moves are shown');
  expect(said(0)).toBe('The moves are shown');
});
