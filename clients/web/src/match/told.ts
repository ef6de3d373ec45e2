// What is told of the steps of a match. Each is put into words once, so that a long match costs no more than a short one.
import type { GameWords, Scene } from '../games/module';
import type { Frame } from '../net/timeline';
import { linesOf, unmarked, type Line } from './tell';

// Where most steps have nothing to tell, this number of them is looked at for each line or chip.
const STEPS_FOR_ONE = 20;
const MOST_CHIPS = 5;

export interface ToldStep {
  version: number;
  // Nothing is known of what was before it.
  first: boolean;
  // How the match stood after it.
  scene: Scene;
  // Sentences of the story.
  lines: Line[];
  // What is read out.
  aloud: string[];
  // The same in a few words each, without what does not matter for a recap.
  chips: string[];
}

export class Told {
  private readonly steps = new WeakMap<Frame, ToldStep>();

  constructor(
    private readonly words: GameWords,
    private readonly scene: Pick<Scene, 'info' | 'seat'>,
  ) {}

  of(frame: Frame): ToldStep {
    let step = this.steps.get(frame);
    if (!step) {
      const scene: Scene = { ...this.scene, view: frame.view, waitingOn: frame.waitingOn, frame };
      const lines = linesOf(this.words, scene, frame);
      const heard = this.words.aloud ? linesOf(this.words, scene, frame, true) : lines;
      step = {
        version: frame.version,
        first: frame.before === undefined,
        scene,
        lines,
        aloud: heard.map(({ text }) => text),
        chips: frame.events.map((event) => unmarked(this.words.recap(scene, event))).filter((text) => text !== ''),
      };
      this.steps.set(frame, step);
    }
    return step;
  }

  // The latest steps up to this one, the newest last: enough for `most` lines or chips, if there are that many
  //
  // after that version.
  latest(frame: Frame | undefined, most: number, which: 'lines' | 'chips', after = -1): ToldStep[] {
    const steps: ToldStep[] = [];
    let count = 0;
    for (
      let at = frame;
      at && at.version > after && count < most && steps.length < most * STEPS_FOR_ONE;
      at = at.before
    ) {
      const step = this.of(at);
      steps.push(step);
      count += step[which].length;
    }
    return steps.toReversed();
  }

  // What happened since the player's last decision, in a few chips; how many steps there were before those.
  recap(frame: Frame | undefined, since: number): { chips: string[]; more: number } {
    const steps = this.latest(frame, MOST_CHIPS, 'chips', since);
    return {
      chips: steps.flatMap((step) => step.chips).slice(-MOST_CHIPS),
      more: steps[0]?.first === false ? steps[0].version - 1 - Math.max(since, 0) : 0,
    };
  }
}
