// The links of this seat's chain during a match: which comes next, by what was shown here, and whether what the server says
// of them fits that. The server never decides that a chain is lost: it would see every roll before it falls.
import { hex } from '../net/bytes';
import { CHAIN_LENGTH, Chain } from './chain';
import type { Secrets, Shown } from '../profile/secrets';

// What the server claims to have of this seat, compared with what was shown here.
export type Fit =
  | 'fits'
  // It claims to have none.
  | 'none'
  // It names one that is not of this chain.
  | 'foreign'
  // It names one that was shown long ago, or never taken.
  | 'other';

export class Links {
  private readonly chain: Chain;

  constructor(
    private readonly secrets: Secrets,
    private readonly match: string,
    root: Uint8Array,
  ) {
    this.chain = new Chain(root);
  }

  commitment(): Uint8Array {
    return this.chain.commitment();
  }

  at(k: number): Uint8Array {
    return this.chain.at(k);
  }

  // The link after this one; absent after the last.
  after(k: number): Uint8Array | undefined {
    return k < CHAIN_LENGTH ? this.chain.at(k + 1) : undefined;
  }

  // The link after the last one that the server has, which was taken here or which it named on opening: it closes the chain
  // once the match is over. Absent where no decision has carried one.
  closing(lastLink: Uint8Array): Uint8Array | undefined {
    const last = Math.max(this.shown().used, this.chain.find(lastLink));
    return last > 0 ? this.after(last) : undefined;
  }

  // From x_0 up to the last one that was sent, in hexadecimal.
  allShown(): string[] {
    const { sent } = this.shown();
    return Array.from({ length: sent + 1 }, (_, k) => hex(this.chain.at(k)));
  }

  // The k for the next decision; 0 when all of the chain is used.
  get next(): number {
    const { used } = this.shown();
    return used < CHAIN_LENGTH ? used + 1 : 0;
  }

  // Call before a decision is sent with this link. `decision` is its id.
  sending(k: number, decision: string): void {
    const { used } = this.shown();
    this.secrets.saveShown(this.match, { used, sent: Math.max(k, used), open: decision });
  }

  // A decision that carried this link was taken.
  taken(k: number): void {
    const shown = this.shown();
    if (k <= shown.used) return;
    this.secrets.saveShown(this.match, { used: k, sent: Math.max(k, shown.sent), open: '' });
  }

  // That decision was refused: its link counts as unused, and is the only one that the next may carry.
  refused(decision: string): void {
    const shown = this.shown();
    if (shown.open === decision) this.secrets.saveShown(this.match, { ...shown, open: '' });
  }

  // What the server claims when a match is opened. If it fits, the links it has count as taken.
  judge(lastLink: Uint8Array): Fit {
    if (lastLink.length === 0) return 'none';
    const k = this.chain.find(lastLink);
    if (k < 0) return 'foreign';
    const shown = this.secrets.shown(this.match);
    // A match from before this was kept: what the server has is taken as it says.
    if (!shown) {
      this.secrets.saveShown(this.match, { used: k, sent: k, open: '' });
      return 'fits';
    }
    if (k === shown.used) return 'fits';
    // One more than was taken: only a decision that nobody has answered yet can have brought it.
    if (k !== shown.used + 1 || k !== shown.sent || shown.open === '') return 'other';
    this.taken(k);
    return 'fits';
  }

  private shown(): Shown {
    return this.secrets.shown(this.match) ?? { used: 0, sent: 0, open: '' };
  }
}
