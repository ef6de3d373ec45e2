// What is heard: made by WebAudio as it is needed, no files. Off until it is switched on.
import type { Settings } from './settings.svelte';

// Peak of everything, so that nothing clips: −12 dBFS.
const PEAK = 0.25;

export type Sound = 'rattle' | 'land' | 'hit' | 'beaten' | 'move' | 'seal' | 'turn' | 'victory' | 'defeat';

export class Sounds {
  private context: AudioContext | undefined;

  constructor(private readonly settings: Settings) {}

  play(sound: Sound): void {
    if (!this.settings.values.sound || document.hidden) return;
    this.context ??= new AudioContext();
    const at = this.context.currentTime;
    switch (sound) {
      case 'rattle':
        for (let i = 0, t = 0; i < 6; i++, t += 0.04 + i * 0.01) this.tick(at + t);
        return;
      case 'land':
        this.tone(at, 'sine', 90, 60, 0.08);
        return this.tick(at);
      case 'hit':
        return this.tone(at, 'sawtooth', 220, 70, 0.16, 900);
      case 'beaten':
        this.tone(at, 'triangle', 620, 600, 0.05);
        return this.tone(at + 0.09, 'triangle', 480, 460, 0.06);
      case 'move':
        return this.tick(at);
      case 'seal':
        return this.tone(at, 'sine', 140, 90, 0.12);
      case 'turn':
        this.tone(at, 'sine', 440, 440, 0.09);
        return this.tone(at + 0.1, 'sine', 659, 659, 0.09);
      case 'victory':
        return [294, 370, 440, 587].forEach((pitch, i) => this.tone(at + i * 0.16, 'triangle', pitch, pitch, 0.4));
      case 'defeat':
        this.tone(at, 'sine', 294, 294, 0.3);
        return this.tone(at + 0.28, 'sine', 220, 216, 0.5);
    }
  }

  // 12 ms of noise.
  private tick(at: number): void {
    const context = this.context!;
    const length = Math.round(context.sampleRate * 0.012);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length);
    const source = new AudioBufferSourceNode(context, { buffer });
    const band = new BiquadFilterNode(context, { type: 'bandpass', frequency: 2200 });
    source
      .connect(band)
      .connect(new GainNode(context, { gain: PEAK }))
      .connect(context.destination);
    source.start(at);
  }

  // A note that glides from one pitch to another (hertz) and dies away.
  private tone(at: number, type: OscillatorType, from: number, to: number, seconds: number, cut = 8000): void {
    const context = this.context!;
    const voice = new OscillatorNode(context, { type, frequency: from });
    voice.frequency.exponentialRampToValueAtTime(to, at + seconds);
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(PEAK, at + 0.008);
    level.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    voice.connect(new BiquadFilterNode(context, { type: 'lowpass', frequency: cut })).connect(level);
    level.connect(context.destination);
    voice.start(at);
    voice.stop(at + seconds + 0.02);
  }
}
