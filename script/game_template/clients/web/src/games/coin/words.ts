// What is said of Heads or Tails: choices and refusals by its messages, all else in the words of the protocol.
import { CoinOptionsSchema } from '../../gen/wyrmhall/v1/coin_pb';
import { CoinPhraseSchema } from '../../gen/wyrmhall/v1/coin_sentence_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import type { Arguments } from '../../i18n/index.svelte';
import { words as plainWords } from '../generic/words';
import type { GameWords, Scene } from '../module';
import { seatName } from '../shared/seats';
import { named } from './messages';

// Each argument in every way in which a message may name it.
function argumentsOf(scene: Scene, sentence: Sentence): Arguments {
  const values: Arguments = {};
  sentence.arguments.forEach((n, i) => {
    values[`n${i}`] = n;
    values[`seat${i}`] = seatName(scene.info, scene.seat, n);
    values[`option${i}`] = CoinOptionsSchema.fields.find(({ number }) => number === n)?.name ?? String(n);
  });
  return values;
}

function said(scene: Scene, sentence: Sentence): string | undefined {
  const phrase = sentence.phrase.case === 'coin' ? sentence.phrase.value : 0;
  return named(CoinPhraseSchema, phrase, argumentsOf(scene, sentence));
}

export const words: GameWords = {
  ...plainWords,
  choice: (scene, choice) => (choice.sentence && said(scene, choice.sentence)) ?? plainWords.choice(scene, choice),
  reason: (scene, sentence) => said(scene, sentence) ?? plainWords.reason(scene, sentence),
};
