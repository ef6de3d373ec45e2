// What is read out: two live regions, one queue each, nothing twice in the same words.
import { untrack } from 'svelte';

const BETWEEN_MS = 500;
const MANY = 8; // sentences
const NBSP = '\u00a0';

export class Announcer {
  polite = $state('');
  assertive = $state('');
  private queue: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = '';
  private dropped = 0;
  // What to say instead of the first of a long queue: that n things happened.
  tooMany: (n: number) => string = (n) => String(n);

  // The story.
  tell(text: string): void {
    if (!text) return;
    this.last = text;
    this.queue.push(text);
    if (this.queue.length > MANY) this.dropped += this.queue.splice(0, this.queue.length - MANY).length;
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

  // All that waits, at once: one after the other it would come later and later where much happens.
  private next(): void {
    this.timer = undefined;
    if (this.queue.length === 0) return;
    const first = this.dropped > 0 ? [this.tooMany(this.dropped)] : [];
    const text = [...first, ...this.queue].join(' ');
    this.queue = [];
    this.dropped = 0;
    this.polite = untrack(() => this.polite) === text ? text + NBSP : text;
    this.timer = setTimeout(() => this.next(), BETWEEN_MS);
  }
}
