// The stage of a game without pictures: what happened is shown at once.
import type { Frame } from '../../net/timeline';
import type { Stage } from '../module';

export class PlainStage implements Stage {
  version = $state(-1);
  readonly busy = false;
  readonly rolling = false;

  feed(frame: Frame): void {
    this.version = frame.version;
  }
  jump(frame: Frame): void {
    this.version = frame.version;
  }
  finish(): void {
    // Nothing is ever under way.
  }
}
