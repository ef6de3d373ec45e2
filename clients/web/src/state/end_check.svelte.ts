// What this page does when a match is over, in the background: it asks for what the server signs of the end, closes the chain
// of its seat, asks for the record, and compares all with what was shown (docs/dice.md).
import type { Accusation } from '../trust/accusation';
import { fromUuid } from '../net/bytes';
import { judgeEnd } from '../trust/end';
import { exported } from '../net/exported';
import type { ProfileStore } from '../profile/profile_store';
import { Lost, Refused, type Session } from '../net/session';
import type { Foresight, Signed } from '../trust/statement';
import type { Confirmations } from '../trust/confirmations';
import type { ShownMatch } from '../trust/shown';

// What came of comparing; each has a sentence in the catalogue "dice", with the key "end.check.…".
export type Checked =
  | 'asking'
  // What was shown is what was played, or it is not.
  | 'same'
  | 'other'
  // It could not be compared: nothing is signed, there is no record, or it is of a form that this page does not know.
  | 'unsigned'
  | 'noRecord'
  | 'newer';

// The match that is over.
export interface Ended {
  // A UUID.
  readonly id: string;
  // -1 for a spectator.
  readonly seat: number;
  readonly shown: ShownMatch;
  // Resolves when what happened before this page was there has been told.
  told(): Promise<void>;
  // The link that closes the chain of the seat; absent where there is nothing to close.
  closing(): Uint8Array | undefined;
  accuse(accusation: Accusation): void;
}

// Somebody may keep the server busy: what does not come is asked for again, after these waits.
const ASK_AGAIN_MS = [2_000, 10_000, 30_000, 60_000];
// For one answer; a long record takes its time.
const ANSWER_MS = 60_000;
// For the answer to the link that closes the chain: the check does without.
const CLOSED_MS = 10_000;

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

export class EndCheck {
  private work: Promise<void> | undefined;
  private closing: Uint8Array | undefined;

  // What the server has signed of the end: how many rolls it could not foresee.
  foresight = $state.raw<Foresight>();
  // Absent where nothing is compared, such as for spectators.
  checked = $state<Checked>();
  // Which decisions are confirmed by the players who made them, once what was shown is what was played.
  confirmations = $state.raw<Confirmations>();

  constructor(
    private readonly session: Session,
    private readonly profiles: ProfileStore,
    private readonly match: Ended,
  ) {}

  // Once; after a loss of the connection it may be called again. Resolves when all is said, or the connection is lost.
  begin(): Promise<void> {
    this.work ??= this.check().catch((error: unknown) => {
      if (!(error instanceof Lost)) throw error;
      this.work = undefined;
    });
    return this.work;
  }

  private async check(): Promise<void> {
    const playing = this.match.seat >= 0;
    if (playing) this.checked = 'asking';
    this.closing ??= this.match.closing(); // the chain is dropped once it is closed
    const signed = await this.askEnd();
    if (!playing) return;
    if (signed) await this.closeChain();
    this.checked = signed ? await this.compared(signed.hash, signed.statements) : 'unsigned';
  }

  // Asks until something comes: undefined where nothing does, or the server refuses it for good.
  private async persistently<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
    for (const wait of [0, ...ASK_AGAIN_MS]) {
      if (wait > 0) await after(wait);
      try {
        const answer = await Promise.race([ask(), after(ANSWER_MS)]);
        if (answer !== undefined) return answer;
      } catch (error) {
        if (error instanceof Lost) throw error;
        if (error instanceof Refused) return undefined;
      }
    }
    return undefined;
  }

  // What the server signs. Only what fits the start lets go of the receipt, and of the chain if it has nothing to close.
  private async askEnd(): Promise<{ hash: string; statements: Signed[] } | undefined> {
    const { id, seat } = this.match;
    const { receipts, secrets } = this.profiles;
    const judged = await this.persistently(async () => {
      const { message } = await this.session.request({ case: 'askReceipt', value: { matchId: fromUuid(id)! } });
      if (message.case !== 'receipt') return undefined;
      const came = judgeEnd(receipts, id, seat, message.value);
      return came.accusation || came.end ? came : undefined;
    });
    if (judged?.accusation) this.match.accuse(judged.accusation);
    this.foresight = judged?.end;
    // Where no start was signed either, nothing more can come.
    if (judged?.end ? !this.closing : !judged && !receipts.last(id)) secrets.dropChain(id);
    return judged?.end && { hash: judged.end.record, statements: judged.statements };
  }

  // So that the last decision is confirmed too. Not before the server is bound to the moves by what it has signed: until then
  // anyone who has the link can confirm another. Until it is answered the chain is kept, and closed another time.
  private async closeChain(): Promise<void> {
    const [matchId, link] = [fromUuid(this.match.id), this.closing];
    if (!matchId || !link) return;
    const request = this.session.request({ case: 'closeChain', value: { matchId, link } });
    try {
      if ((await Promise.race([request, after(CLOSED_MS)])) === undefined) return;
    } catch (error) {
      // Where it is refused, that decision stays as it is.
      if (!(error instanceof Refused)) throw error;
    }
    this.profiles.secrets.dropChain(this.match.id);
  }

  private async compared(signedHash: string, statements: Signed[]): Promise<Checked> {
    const { id: match, seat, shown } = this.match;
    const came = await this.persistently(async () => ({
      record: await exported(this.session, match),
      ...(await import('../trust/compare')),
    }));
    if (!came) return 'noRecord';
    await this.match.told();
    const comparison = came.compare({ match, seat, shown, signedHash }, came.record);
    if (comparison.is === 'same') this.confirmations = comparison.confirmations;
    if (comparison.is === 'other') {
      const seen = { ...comparison.difference };
      this.match.accuse({ fault: 'shownOtherwise', match, statements, seat, links: [], seen, record: came.record });
    }
    return comparison.is;
  }
}
