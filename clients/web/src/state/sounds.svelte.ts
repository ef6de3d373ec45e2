// The sounds, made by WebAudio when needed, without files. Off until switched on.
import type { Settings } from './settings.svelte';

// Peak of a voice: −12 dBFS, so that nothing clips where a few sound at once.
const PEAK = 0.25;

export type Sound =
  'tick' | 'rattle' | 'land' | 'hit' | 'beaten' | 'ice' | 'move' | 'commit' | 'turn' | 'victory' | 'defeat';

export class Sounds {
  private context: AudioContext | undefined;
  private master: GainNode | undefined;

  constructor(private readonly settings: Settings) {}

  play(sound: Sound): void {
    const { sound: on, heard } = this.settings.values;
    // Only the sound of the player's turn is of use to somebody who looks elsewhere.
    if (!on || (sound !== 'turn' && (heard === 'turn' || document.hidden))) return;
    const at = this.open().currentTime;
    switch (sound) {
      case 'tick':
      case 'move':
        return this.noise(at, 0.012);
      case 'rattle':
        for (let i = 0, t = 0; i < 6; i++, t += 0.04 + i * 0.01) this.noise(at + t, 0.012);
        return;
      case 'land':
        this.tone(at, 'sine', 90, 60, 0.08);
        return this.noise(at, 0.012);
      case 'hit':
        return this.tone(at, 'sawtooth', 220, 70, 0.16, 900);
      case 'beaten':
        this.tone(at, 'triangle', 620, 600, 0.05);
        return this.tone(at + 0.09, 'triangle', 480, 460, 0.06);
      case 'ice':
        return [1600, 2000, 2400].forEach((pitch, i) => this.tone(at + i * 0.05, 'triangle', pitch, pitch, 0.14));
      case 'commit':
        this.tone(at, 'sine', 140, 90, 0.12);
        return this.noise(at, 0.06);
      case 'turn':
        this.tone(at, 'sine', 440, 440, 0.09);
        return this.tone(at + 0.1, 'sine', 659, 659, 0.09);
      case 'victory':
        this.tone(at, 'sine', 110, 110, 0.9);
        this.tone(at, 'sine', 165, 165, 0.9);
        return [294, 370, 440, 587].forEach((pitch, i) => this.tone(at + i * 0.16, 'triangle', pitch, pitch, 0.4));
      case 'defeat':
        this.tone(at, 'sine', 294, 294, 0.3);
        return this.tone(at + 0.28, 'sine', 220, 216, 0.5);
    }
  }

  private open(): AudioContext {
    this.context ??= new AudioContext();
    // A reloaded page may not play sounds until somebody has interacted with it.
    if (this.context.state === 'suspended') void this.context.resume();
    if (!this.master) {
      this.master = new GainNode(this.context);
      this.master.connect(this.context.destination);
    }
    this.master.gain.value = this.settings.values.volume / 100;
    return this.context;
  }

  // Noise through a band about 2.2 kHz: what a die says to a table.
  private noise(at: number, seconds: number): void {
    const context = this.context!;
    const length = Math.round(context.sampleRate * seconds);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length);
    const source = new AudioBufferSourceNode(context, { buffer });
    source
      .connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: 2200 }))
      .connect(new GainNode(context, { gain: PEAK }))
      .connect(this.master!);
    source.start(at);
  }

  // A note that glides from one pitch to another (hertz) and dies away.
  private tone(at: number, type: OscillatorType, from: number, to: number, seconds: number, cut = 8000): void {
    const context = this.context!;
    const voice = new OscillatorNode(context, { type, frequency: from });
    voice.frequency.setValueAtTime(from, at);
    voice.frequency.exponentialRampToValueAtTime(to, at + seconds);
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(PEAK, at + 0.008);
    level.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    voice
      .connect(new BiquadFilterNode(context, { type: 'lowpass', frequency: cut }))
      .connect(level)
      .connect(this.master!);
    voice.start(at);
    voice.stop(at + seconds + 0.02);
  }
}
