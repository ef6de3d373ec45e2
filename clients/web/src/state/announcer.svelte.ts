// What is read out: two live regions, one queue each, nothing twice in the same words.
import { untrack } from 'svelte';

const BETWEEN_MS = 500;
const MANY = 3;
const NBSP = '\u00a0';

export class Announcer {
  polite = $state('');
  assertive = $state('');
  private queue: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = '';
  // What to say instead of a long queue.
  tooMany: (n: number) => string = (n) => String(n);

  // The story.
  tell(text: string): void {
    if (!text) return;
    this.last = text;
    this.queue.push(text);
    if (this.queue.length > MANY) this.queue = [this.tooMany(this.queue.length), text];
    this.timer ??= setTimeout(() => this.next(), 0);
  }

  // Your turn, connection lost or back, match over.
  interrupt(text: string): void {
    this.assertive = untrack(() => this.assertive) === text ? text + NBSP : text;
  }

  // The last thing once more.
  again(): void {
    if (this.last) this.tell(this.last);
  }

  private next(): void {
    const text = this.queue.shift();
    this.timer = undefined;
    if (text === undefined) return;
    this.polite = untrack(() => this.polite) === text ? text + NBSP : text;
    this.timer = setTimeout(() => this.next(), BETWEEN_MS);
  }
}
