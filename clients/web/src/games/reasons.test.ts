import { create, type DescEnum } from '@bufbuild/protobuf';
import { afterEach, expect, test, vi } from 'vitest';
import { GameViewSchema } from '../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../gen/wyrmhall/v1/match_pb';
import { SentenceSchema, type Sentence } from '../gen/wyrmhall/v1/sentence_pb';
import { words } from '../i18n/index.svelte';
import type { Scene } from './module';

// The boards want a browser.
vi.mock('../match/tour', () => ({ tour: {} }));
const { gamePart } = await import('./parts');
const { GAMES } = await import('./registry');

type Phrase = Extract<Sentence['phrase'], { value: number }>;

const scene: Scene = { view: create(GameViewSchema), info: create(MatchInfoSchema), seat: 0, waitingOn: 0 };
const phrasesOf = (game: string): DescEnum => SentenceSchema.fields.find(({ name }) => name === game)!.enum!;

afterEach(() => vi.unstubAllGlobals());

test.each(GAMES)(
  '$code: whatever phrase the server refuses with, it can be said in every language',
  async ({ code }) => {
    vi.stubGlobal('document', { documentElement: {} });
    const { reason } = await gamePart(code, 'words');
    const phrases = phrasesOf(code).values;
    expect(phrases.length).toBeGreaterThan(1);
    for (const locale of ['en', 'fr']) {
      await words.use(locale);
      for (const { name, number } of phrases) {
        const phrase = { case: code, value: number } as Phrase;
        expect(reason(scene, create(SentenceSchema, { phrase, arguments: [1, 2, 3, 4] })), name).toMatch(/^[^{}]+$/);
      }
    }
  },
);
