// Plays sounds: a variation of each, and of those that come together the most important ones.
import { Chorus } from './chorus';
import { Loudspeaker } from './loudspeaker';
import { IMPORTANCE, Variations, voiceOf, type Sound } from './voices';

export class Band {
  private readonly loudspeaker: Loudspeaker;
  private readonly chorus = new Chorus();
  private readonly variations = new Variations();

  constructor(private readonly context: BaseAudioContext) {
    this.loudspeaker = new Loudspeaker(context);
  }

  // Volume: 0 to 100.
  play(sound: Sound, volume: number): void {
    const { context, loudspeaker } = this;
    // A reloaded page may not play sounds until somebody has interacted with it.
    if (context instanceof AudioContext && context.state === 'suspended') void context.resume();
    loudspeaker.setVolume(volume / 100);
    this.chorus.join(IMPORTANCE[sound], loudspeaker.now, () =>
      loudspeaker.play(voiceOf(sound, this.variations.next(sound))),
    );
  }
}
