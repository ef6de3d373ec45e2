// The sounds, made by Web Audio when needed, without files. Off until switched on; what makes them is loaded then.
import type { Band } from './band';
import type { Settings } from './settings.svelte';
import type { Sound } from './voices';

export class Sounds {
  private band: Promise<Band> | undefined;
  private playing: Band | undefined;

  constructor(
    private readonly settings: Pick<Settings, 'values'>,
    private readonly makeContext: () => BaseAudioContext = () => new AudioContext(),
  ) {}

  play(sound: Sound): void {
    const { sound: on, heard, volume } = this.settings.values;
    // Only the sound of the player's turn is of use to somebody who looks elsewhere.
    if (!on || (sound !== 'turn' && (heard === 'turn' || document.hidden))) return;
    if (this.playing) return this.playing.play(sound, volume);
    // The first sounds come a moment late; those that then wait are as many as a browser begins at once.
    void this.come().then((band) => band.play(sound, volume));
  }

  private come(): Promise<Band> {
    this.band ??= import('./band').then(({ Band }) => (this.playing = new Band(this.makeContext())));
    // Where it could not be loaded it is tried again with the next sound.
    this.band.catch(() => (this.band = undefined));
    return this.band;
  }
}
