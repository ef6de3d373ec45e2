// The signed statements of a record, held against what the record says: who vouches for it.
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, hex } from '../net/bytes';
import { isFalseBlame } from './start';
import { hashOf, isSigned, readAborted, readEnd, readStart, type Foresight, type Signed } from './statement';
import { Wrong, type AbortedRecord, type MatchRecord } from './record';

function need(condition: boolean, where: string): asserts condition {
  if (!condition) throw new Wrong(where);
}

function checkAborted(record: MatchRecord, { start, aborted }: AbortedRecord, index: number, used: Set<string>): void {
  const where = `abortedStarts[${index}]`;
  need(isSigned(start), `${where}.start.signature`);
  need(isSigned(aborted), `${where}.aborted.signature`);
  const [began, ended] = [readStart(start.text), readAborted(aborted.text)];
  need(began?.match === record.matchId && began.attempt === index + 1, `${where}.start`);
  const fits = ended?.match === began.match && ended.attempt === began.attempt && ended.start === hashOf(start.text);
  need(fits && ended.shown.length === began.seats.length, `${where}.aborted`);
  need(hex(sha256(fromHex(ended.serverSeed) ?? new Uint8Array())) === began.serverCommitment, `${where}.aborted`);
  need(!used.has(began.serverCommitment), `${where}.start`);
  used.add(began.serverCommitment);
  const silent = began.seats.flatMap(({ player }, seat) => (player !== '' && ended.shown[seat] === '' ? [seat] : []));
  const blamed = ended.reason === 'noReveal' ? ended.named.join() === silent.join() : !isFalseBlame(began, ended);
  need(blamed && (ended.named.length === 0) === (ended.reason === 'restart'), `${where}.aborted`);
}

function checkStart(record: MatchRecord, raw: Record<string, unknown>, start: Signed): void {
  const where = 'receipts.start';
  need(isSigned(start), `${where}.signature`);
  const says = readStart(start.text);
  need(says?.match === record.matchId && says.attempt === record.abortedStarts.length + 1, where);
  need(says.game === record.game && says.rules === raw['rulesVersion'], where);
  need(says.options === JSON.stringify(raw['options']) && says.turnSeconds === raw['turnSeconds'], where);
  need(says.serverCommitment === record.serverCommitment && says.seats.length === record.seats.length, where);
  const same = record.seats.every((seat, i) => {
    const said = says.seats[i];
    return 'bot' in seat
      ? said.player === '' && said.bot === seat.bot
      : said.player === seat.player && said.commitment === seat.commitment;
  });
  need(same, where);
}

// The key that vouches for a record, in hexadecimal; empty where nobody does. Throws Wrong where a statement does not fit.
export function checkReceipts(record: MatchRecord, raw: Record<string, unknown>, foresight: Foresight): string {
  const used = new Set([record.serverCommitment]);
  for (const [i, aborted] of record.abortedStarts.entries()) checkAborted(record, aborted, i, used);
  if (!record.receipts) return '';
  const { start, end } = record.receipts;
  if (start) checkStart(record, raw, start);
  need(isSigned(end), 'receipts.end.signature');
  const says = readEnd(end.text);
  const counted = { ...says, ...foresight };
  const fits =
    says !== undefined &&
    says.match === record.matchId &&
    says.start === (start ? hashOf(start.text) : '') &&
    says.serverSeed === record.serverSeed &&
    says.record === record.hash &&
    Object.entries(counted).every(([key, value]) => says[key as keyof typeof says] === value);
  need(fits, 'receipts.end');
  return end.key;
}
