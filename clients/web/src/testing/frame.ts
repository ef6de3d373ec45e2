// For tests: a step of a match as the timeline has it.
import type { Frame } from '../net/timeline';

export const aFrame = (version: number, view: Frame['view'], more: Partial<Frame> = {}): Frame => ({
  version,
  view,
  events: [],
  seatOut: undefined,
  waitingOn: 1,
  outcome: undefined,
  before: undefined,
  afterGap: false,
  decided: [],
  ...more,
});
