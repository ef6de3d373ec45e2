import { create, type DescEnum } from '@bufbuild/protobuf';
import { afterEach, expect, test, vi } from 'vitest';
import { ArenaPhraseSchema } from '../gen/wyrmhall/v1/arena_sentence_pb';
import { DancePhraseSchema } from '../gen/wyrmhall/v1/dance_sentence_pb';
import { DragondicePhraseSchema } from '../gen/wyrmhall/v1/dragondice_sentence_pb';
import { DuelPhraseSchema } from '../gen/wyrmhall/v1/duel_sentence_pb';
import { GameViewSchema } from '../gen/wyrmhall/v1/game_pb';
import { HuntPhraseSchema } from '../gen/wyrmhall/v1/hunt_sentence_pb';
import { MatchInfoSchema } from '../gen/wyrmhall/v1/match_pb';
import { SentenceSchema } from '../gen/wyrmhall/v1/sentence_pb';
import { words } from '../i18n/index.svelte';
import { arenaWords } from './arena/words';
import { danceWords } from './dance/words';
import { dragondiceWords } from './dragondice/words';
import { duelWords } from './duel/words';
import { huntWords } from './hunt/words';
import type { GameWords, Scene } from './module';

const scene: Scene = { view: create(GameViewSchema), info: create(MatchInfoSchema), seat: 0, waitingOn: 0 };
const GAMES: [string, GameWords, DescEnum][] = [
  ['duel', duelWords, DuelPhraseSchema],
  ['arena', arenaWords, ArenaPhraseSchema],
  ['dance', danceWords, DancePhraseSchema],
  ['hunt', huntWords, HuntPhraseSchema],
  ['dragondice', dragondiceWords, DragondicePhraseSchema],
];

afterEach(() => vi.unstubAllGlobals());

test.each(GAMES)(
  '%s: whatever phrase the server refuses with, it can be said in every language',
  async (game, { reason }, phrases) => {
    vi.stubGlobal('document', { documentElement: {} });
    for (const locale of ['en', 'fr'] as const) {
      await words.use(locale);
      for (const { name, number } of phrases.values) {
        const phrase = { case: game as 'duel', value: number };
        expect(reason(scene, create(SentenceSchema, { phrase, arguments: [1, 2, 3, 4] })), name).toMatch(/^[^{}]+$/);
      }
    }
  },
);
