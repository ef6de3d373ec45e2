// Plays voices by Web Audio, into whatever it is given: a player's ears or the buffer of a test.
import { PEAK, type Noise, type Tone, type Voice } from './voices';

// Nothing is louder, whatever sounds together: −6 dBFS.
export const CEILING = 0.5;
// How finely the ceiling is drawn: steps from silence to full scale.
const STEPS = 1024;
// Seconds.
const NOISE = 1;
const ATTACK = 0.008;
const CUT_OFF = 0.01;
const TAIL = 0.02;
// As good as silent; a fall to it may be exponential, one to nothing may not.
const SILENT = 0.001;

export class Loudspeaker {
  private readonly volume: GainNode;
  private readonly ceiling: WaveShaperNode;
  private readonly noise: AudioBuffer;

  constructor(
    private readonly context: BaseAudioContext,
    private readonly random: () => number = Math.random,
  ) {
    this.ceiling = new WaveShaperNode(context, { curve: bent() });
    this.volume = new GainNode(context);
    this.ceiling.connect(this.volume).connect(context.destination);
    this.noise = context.createBuffer(1, NOISE * context.sampleRate, context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = random() * 2 - 1;
  }

  get now(): number {
    return this.context.currentTime;
  }

  // From 0 to 1.
  setVolume(volume: number): void {
    this.volume.gain.value = volume;
  }

  // Begins at once. What is returned cuts it off.
  play(voice: Voice): () => void {
    const { now } = this;
    const out = new GainNode(this.context);
    out.connect(this.ceiling);
    for (const piece of voice) {
      if (piece.kind === 'noise') this.playNoise(piece, now + piece.at, out);
      else this.playTone(piece, now + piece.at, out);
    }
    return () => {
      // What has not been heard yet can go without a fade.
      if (this.now <= now) return out.disconnect();
      out.gain.setValueAtTime(1, this.now);
      out.gain.linearRampToValueAtTime(0, this.now + CUT_OFF);
    };
  }

  private playNoise({ seconds, centre, gain }: Noise, at: number, out: AudioNode): void {
    const { context } = this;
    const source = new AudioBufferSourceNode(context, { buffer: this.noise });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(gain, at);
    level.gain.linearRampToValueAtTime(0, at + seconds);
    source
      .connect(level)
      .connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: centre }))
      .connect(out);
    // Another stretch of it each time: two clicks of the same noise sound like a machine.
    source.start(at, this.random() * (NOISE - seconds), seconds);
  }

  private playTone({ wave, seconds, from, to, cutoff, gain }: Tone, at: number, out: AudioNode): void {
    const { context } = this;
    const source = new OscillatorNode(context, { type: wave, frequency: from });
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + seconds);
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(gain, at + ATTACK);
    level.gain.exponentialRampToValueAtTime(SILENT, at + seconds);
    source
      .connect(new BiquadFilterNode(context, { type: 'lowpass', frequency: cutoff }))
      .connect(level)
      .connect(out);
    source.start(at);
    source.stop(at + seconds + TAIL);
  }
}

// Leaves a voice by itself as it is, and bends the sum of several towards the ceiling, that is never passed.
function bent(): Float32Array<ArrayBuffer> {
  const room = CEILING - PEAK;
  return Float32Array.from({ length: 2 * STEPS + 1 }, (_, i) => {
    const sample = i / STEPS - 1;
    const size = Math.abs(sample);
    return size <= PEAK ? sample : Math.sign(sample) * (PEAK + room * Math.tanh((size - PEAK) / room));
  });
}
