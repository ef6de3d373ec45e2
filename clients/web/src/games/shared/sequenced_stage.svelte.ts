// A stage that shows what happens beat by beat, and at the end of each step the match as it is then.
import type { Frame } from '../../net/timeline';
import type { Speed } from '../../state/settings.svelte';
import type { Sound } from '../../state/voices';
import type { Stage } from '../module';
import { Sequencer, type Beat } from './sequencer.svelte';

export abstract class SequencedStage implements Stage {
  version = $state(-1);
  abstract readonly rolling: boolean;
  private readonly sequencer: Sequencer;

  constructor(
    speed: () => Speed,
    protected readonly hear: (sound: Sound) => void = () => undefined,
  ) {
    this.sequencer = new Sequencer(speed);
  }

  get busy(): boolean {
    return this.sequencer.busy;
  }
  get pace(): number {
    return this.sequencer.pace;
  }
  finish(): void {
    this.sequencer.finish();
  }

  jump(frame: Frame): void {
    this.finish();
    this.show(frame);
  }

  feed(frame: Frame, before: Frame | undefined, mine: boolean): void {
    const beats = this.beatsOf(frame, before, mine);
    this.sequencer.add([...beats, { ms: 0, do: () => this.show(frame) }]);
  }

  // What led to a frame.
  protected abstract beatsOf(frame: Frame, before: Frame | undefined, mine: boolean): Beat[];

  // The match as it stands at a frame, and nothing that moves.
  protected show(frame: Frame): void {
    this.version = frame.version;
  }
}
