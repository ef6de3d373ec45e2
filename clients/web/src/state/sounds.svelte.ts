// The sounds, made by Web Audio when needed, without files. Off until switched on.
import { Chorus } from './chorus';
import { Loudspeaker } from './loudspeaker';
import type { Settings } from './settings.svelte';
import { IMPORTANCE, Variations, voiceOf, type Sound } from './voices';

export class Sounds {
  private context: BaseAudioContext | undefined;
  private loudspeaker: Loudspeaker | undefined;
  private readonly chorus = new Chorus();
  private readonly variations = new Variations();

  constructor(
    private readonly settings: Pick<Settings, 'values'>,
    private readonly makeContext: () => BaseAudioContext = () => new AudioContext(),
  ) {}

  play(sound: Sound): void {
    const { sound: on, heard } = this.settings.values;
    // Only the sound of the player's turn is of use to somebody who looks elsewhere.
    if (!on || (sound !== 'turn' && (heard === 'turn' || document.hidden))) return;
    const loudspeaker = this.open();
    this.chorus.join(IMPORTANCE[sound], loudspeaker.now, () =>
      loudspeaker.play(voiceOf(sound, this.variations.next(sound))),
    );
  }

  private open(): Loudspeaker {
    this.context ??= this.makeContext();
    // A reloaded page may not play sounds until somebody has interacted with it.
    if (this.context instanceof AudioContext && this.context.state === 'suspended') void this.context.resume();
    this.loudspeaker ??= new Loudspeaker(this.context);
    this.loudspeaker.setVolume(this.settings.values.volume / 100);
    return this.loudspeaker;
  }
}
