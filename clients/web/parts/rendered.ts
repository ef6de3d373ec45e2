// Renders sounds to samples instead of to ears, for the test that measures them.
import { Loudspeaker } from '../src/state/loudspeaker';
import type { Settings, Values } from '../src/state/settings.svelte';
import { Sounds } from '../src/state/sounds.svelte';
import { SOUNDS, VARIATIONS, voiceOf, type Sound } from '../src/state/voices';

// Hertz, and seconds: longer than any voice.
const SAMPLE_RATE = 48_000;
const LENGTH = 1.5;
const LOADED_MS = 100;

const silence = (): OfflineAudioContext => new OfflineAudioContext(1, LENGTH * SAMPLE_RATE, SAMPLE_RATE);
const samplesOf = async (context: OfflineAudioContext): Promise<Float32Array> =>
  (await context.startRendering()).getChannelData(0);

// The same noise each time, so that what differs is not the noise.
function scattered(): () => number {
  let n = 1;
  return () => (n = (n * 16807) % 2147483647) / 2147483647;
}

// Voices that begin at once, at full volume.
function together(voices: readonly (readonly [Sound, number])[]): Promise<Float32Array> {
  const context = silence();
  const loudspeaker = new Loudspeaker(context, scattered());
  for (const [sound, variation] of voices) loudspeaker.play(voiceOf(sound, variation));
  return samplesOf(context);
}

const peakOf = (samples: Float32Array): number => samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
const energyOf = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0);

export const rendered = {
  SOUNDS,
  VARIATIONS,
  peak: async (...voices: (readonly [Sound, number])[]) => peakOf(await together(voices)),

  // How much two variations of a sound differ: 0 where they are the same.
  async difference(sound: Sound, one: number, other: number): Promise<number> {
    const a = await together([[sound, one]]);
    const b = await together([[sound, other]]);
    return energyOf(a.map((sample, i) => sample - (b[i] ?? 0))) / energyOf(a);
  },

  // The peaks of a sound that is cut off after `after` seconds: until then, and from a fiftieth of a second later on.
  async cutOff(sound: Sound, after: number): Promise<[number, number]> {
    const context = silence();
    const cutOff = new Loudspeaker(context, scattered()).play(voiceOf(sound, 0));
    void context.suspend(after).then(() => {
      cutOff();
      return context.resume();
    });
    const samples = await samplesOf(context);
    const at = (seconds: number): number => Math.round(seconds * SAMPLE_RATE);
    return [peakOf(samples.slice(0, at(after))), peakOf(samples.slice(at(after + 0.02)))];
  },

  // The peak of what a player hears of sounds that are asked for at once, as their settings are.
  async heard(sounds: readonly Sound[], set: Pick<Values, 'sound' | 'heard' | 'volume'>): Promise<number> {
    const context = silence();
    const played = new Sounds({ values: set as Settings['values'] }, () => context);
    for (const sound of sounds) played.play(sound);
    // What plays them is loaded with the first of them.
    await new Promise((resolve) => setTimeout(resolve, LOADED_MS));
    return peakOf(await samplesOf(context));
  },
};
