// Words for a game that this client does not know: those of the protocol itself.
import { GameActionSchema, GameEventSchema } from '../../gen/wyrmhall/v1/game_pb';
import { SentenceSchema } from '../../gen/wyrmhall/v1/sentence_pb';
import { capital } from '../../i18n/index.svelte';
import type { GameWords } from '../module';
import { lineOf, treeOf, within } from './plain';

export const words: GameWords = {
  event: (_, event) => capital(lineOf(within(treeOf(GameEventSchema, event)))) + '.',
  recap: (_, event) => lineOf(within(treeOf(GameEventSchema, event))),
  choice: (_, { action }) => (action ? capital(lineOf(within(treeOf(GameActionSchema, action)))) : '–'),
  form: (_, sentence) => lineOf(treeOf(SentenceSchema, sentence)),
  reason: (_, sentence) => lineOf(treeOf(SentenceSchema, sentence)),
  turn: () => '',
  standing: () => '',
  summary: () => '',
  consolation: () => '',
  ending: () => '',
};
