// Which decisions of a match are confirmed by the players who made them (docs/dice.md), as figures and as a sentence.
import { joined } from '../i18n/index.svelte';
import { hex } from '../net/bytes';
import { codeOf } from './confirmation';
import { t } from './messages';
import type { RecordMove } from './record';

// How many of all decisions that came with a link.
export interface Confirmations {
  confirmed: number;
  // They came without a confirmation.
  without: number;
  // The link that would show it never came: at most one for each seat.
  last: number;
  // The confirmation is of another decision, or was made without the chain. Whether a choice is the action that was
  // played takes the rules, which this page does not know.
  different: number;
}

type Decided = Pick<RecordMove, 'version' | 'decision' | 'confirmation'>;

// Goes through a match move after move.
export class ConfirmationCheck {
  // For each seat the last decision, for which the next link is not known yet.
  private readonly open = new Map<number, Decided>();
  private readonly counted: Confirmations = { confirmed: 0, without: 0, last: 0, different: 0 };

  // `match` is the id in 16 bytes.
  constructor(private readonly match: Uint8Array) {}

  // A decision with a link of its seat.
  decided(seat: number, link: Uint8Array, move: Decided): void {
    this.shown(seat, link);
    this.open.set(seat, move);
  }

  // A link of a seat, which may have come with the decision of another or after the end: it shows whether the decision before it was confirmed.
  shown(seat: number, link: Uint8Array): void {
    const before = this.open.get(seat);
    this.open.delete(seat);
    if (before) this.counted[this.kindOf(before, link)]++;
  }

  // After all of these.
  all(): Confirmations {
    const all = { ...this.counted };
    for (const { confirmation } of this.open.values()) all[confirmation === undefined ? 'without' : 'last']++;
    return all;
  }

  private kindOf({ version, decision, confirmation }: Decided, link: Uint8Array): keyof Confirmations {
    if (confirmation === undefined) return 'without';
    const code = codeOf(link, this.match, version ?? 0, decision ?? '');
    return hex(code) === confirmation ? 'confirmed' : 'different';
  }
}

export const decisionsOf = ({ confirmed, without, last, different }: Confirmations): number =>
  confirmed + without + last + different;

// "22 of 23 decisions confirmed by the players who made them; 1 the last of a seat, whose next secret was never shown."
// Empty where nobody had a chain.
export function confirmationsText(all: Confirmations): string {
  const { confirmed, without, last, different } = all;
  const decisions = decisionsOf(all);
  if (decisions === 0) return '';
  const parts = [t('confirm.decisions', { n: confirmed, m: decisions })];
  if (without > 0) parts.push(t('confirm.without', { n: without }));
  if (last > 0) parts.push(t('confirm.last', { n: last }));
  if (different > 0) parts.push(t('confirm.different', { n: different }));
  return `${joined(parts)}.`;
}
