// Whether a match ended as it began: the end statement held against the start that was kept. The receipt is done with then.
import { sha256 } from '@noble/hashes/sha2.js';
import type { Receipt as Told } from '../gen/wyrmhall/v1/receipt_pb';
import type { Accusation, Fault } from './accusation';
import { fromHex, hex } from '../net/bytes';
import type { Receipts } from '../profile/receipts';
import { hashOf, isSigned, readEnd, readStart, signedOf, type End, type Signed } from './statement';

export interface JudgedEnd {
  accusation?: Accusation;
  // The end as the server signed it; absent until it has.
  end?: End;
  // What is signed of the start and the end.
  statements: Signed[];
}

export function judgeEnd(receipts: Receipts, match: string, seat: number, told: Told): JudgedEnd {
  const wrong = (fault: Fault, ...told: (Signed | undefined)[]): JudgedEnd => {
    const statements = told.filter((s) => s !== undefined);
    return { accusation: { fault, match, statements, seat, links: [], seen: {} }, statements };
  };
  const kept = receipts.last(match);
  const [start, signed] = [kept?.start ?? signedOf(told.start), signedOf(told.end)];
  if (!signed) return { statements: [] };
  const end = readEnd(signed.text);
  if (!receipts.keys().includes(signed.key) || !isSigned(signed) || end?.match !== match)
    return wrong('unsigned', start, signed);
  const shown = signedOf(told.start);
  if (kept && shown?.text !== kept.start.text) return wrong('contradiction', kept.start, shown, signed);
  if (end.start !== (start ? hashOf(start.text) : '')) return wrong('contradiction', start, signed);
  const commitment = start ? readStart(start.text)?.serverCommitment : undefined;
  if (commitment !== undefined && hex(sha256(fromHex(end.serverSeed) ?? new Uint8Array())) !== commitment) {
    return wrong('otherSeed', start, signed);
  }
  if (kept && !kept.over) receipts.save({ ...kept, over: true });
  return { end, statements: start ? [start, signed] : [signed] };
}
