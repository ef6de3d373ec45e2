// What one asks of a table.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { GameOptionsSchema, SeatPartSchema } from '../gen/wyrmhall/v1/game_pb';

export type Options = MessageInitShape<typeof GameOptionsSchema>;
// What a seat brings.
export type Part = MessageInitShape<typeof SeatPartSchema>;
// How one wants to play, besides the options: what is left out is as the server has it.
export interface Wish {
  // 0 for no limit.
  turnSeconds?: number;
  absenceSeconds?: number | undefined;
  part?: Part | undefined;
  // With anybody: options that do not matter, and "clock".
  any?: string[];
  // At a table of one's own: the names of players who are challenged.
  challenged?: string[];
}
