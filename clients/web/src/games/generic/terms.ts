// How a match of any game is set up, in the words of the protocol.
import { GameOptionsSchema } from '../../gen/wyrmhall/v1/game_pb';
import type { GameTerms } from '../module';
import { lineOf, treeOf, within } from './plain';

export const terms: GameTerms = {
  options: (options) => [lineOf(within(treeOf(GameOptionsSchema, options)))].filter((line) => line !== ''),
};
