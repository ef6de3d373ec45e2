// The chain of this client's seat in one match: whether this device holds it, whether the match began with it, and whether
// what the server says of it can be true. Giving it up is the person's to decide, never the server's.
import type { Choices, GameAction } from '../gen/wyrmhall/v1/game_pb';
import type { MatchInfo } from '../gen/wyrmhall/v1/match_pb';
import type { Fault } from './accusation';
import { equal, fromUuid } from '../net/bytes';
import { confirm, type Confirmation } from './confirmation';
import { promisedAtStart } from './handshake';
import { Links, type Fit } from './links';
import type { KeptChain, Secrets } from '../profile/secrets';

// Why the next decision can only be sent without a secret, if the player agrees.
export type Without =
  // The chain is not on this device.
  | 'absent'
  // The match started with a chain other than the one stored here.
  | 'unfit'
  | 'usedUp'
  // The server refuses the right link.
  | 'refused';

const FAULTS: Record<Exclude<Fit, 'fits'>, Fault> = { none: 'noLink', foreign: 'foreignLink', other: 'otherLink' };

export class OwnChain {
  private promised: KeptChain | undefined;
  private doubts = 0;
  private made: Links | undefined;
  links: Links | undefined;
  // What the server has may have changed, or does not fit: it must be asked before the next decision.
  stale = false;

  constructor(
    private readonly secrets: Secrets,
    private readonly match: string,
  ) {}

  // It is thousands of links: they are made while the server is asked for the match, and not once the page waits to show it.
  prepare(): void {
    const kept = this.promised ? undefined : this.secrets.chain(this.match);
    if (kept) this.made ??= new Links(this.secrets, this.match, kept.root);
  }

  // The match was opened, and the server says which link it has. What does not fit may have crossed a decision of another
  // tab: the first time it leaves the position stale, the second time it is a fault.
  opened(info: MatchInfo, seat: number, lastLink: Uint8Array): Fault | undefined {
    this.stale = false;
    const unkept = this.find(info, seat);
    if (unkept) return unkept;
    if (!this.links || this.secrets.agreedWithout(this.match)) return undefined;
    const fit = this.links.judge(lastLink);
    this.doubts = fit === 'fits' ? 0 : this.doubts + 1;
    if (fit === 'fits') return undefined;
    this.stale = this.doubts === 1;
    return this.stale ? undefined : FAULTS[fit];
  }

  // Whether this device holds it, and the match began as everybody had committed to.
  private find(info: MatchInfo, seat: number): Fault | undefined {
    if (this.promised) return undefined;
    const kept = this.secrets.chain(this.match);
    if (!kept) return undefined;
    this.promised = kept;
    const links = this.made ?? new Links(this.secrets, this.match, kept.root);
    const promised = promisedAtStart(kept, info);
    if (promised !== 'kept') return promised;
    if (!equal(links.commitment(), info.seats[seat].commitment)) return 'otherSecret';
    if (!kept.started) this.secrets.saveChain(this.match, { ...kept, started: true });
    this.links = links;
    return undefined;
  }

  // The k of the link for the next decision; 0 once the person has agreed to go without; else why there is none.
  next(): number | Without {
    if (this.secrets.agreedWithout(this.match)) return 0;
    if (!this.promised) return 'absent';
    if (!this.links) return 'unfit';
    return this.links.next || 'usedUp';
  }

  // The link that closes the chain once the match is over and its end is signed; absent where there is nothing to close.
  closing(info: MatchInfo, seat: number, lastLink: Uint8Array): Uint8Array | undefined {
    if (seat < 0 || this.find(info, seat) || this.secrets.agreedWithout(this.match)) return undefined;
    return this.links?.closing(lastLink);
  }

  // For a decision with the k-th link; absent where it cannot be confirmed.
  confirm(k: number, version: number, action: GameAction, choices: Choices | undefined): Confirmation | undefined {
    const next = k > 0 ? this.links?.after(k) : undefined;
    const match = fromUuid(this.match);
    return next && match && confirm(next, match, version, action, choices);
  }
}
