// Whether a start is what the server has signed: before x_0 is shown, when the match starts, and when it was called off.
import { sha256 } from '@noble/hashes/sha2.js';
import type { MatchInfo } from '../gen/wyrmhall/v1/match_pb';
import { BotLevel, CalledOffReason, type AbortedStart, type Table } from '../gen/wyrmhall/v1/table_pb';
import type { Accusation, Fault } from './accusation';
import { fromHex, hex, uuid } from '../net/bytes';
import { linkOf } from './chain';
import type { Receipt, Receipts } from '../profile/receipts';
import { hashOf, isSigned, readAborted, readStart, signedOf, type Aborted, type Signed, type Start } from './statement';

const REASONS: Record<Aborted['reason'], CalledOffReason> = {
  wrongReveal: CalledOffReason.WRONG_REVEAL,
  noReveal: CalledOffReason.NO_REVEAL,
  left: CalledOffReason.LEFT,
  restart: CalledOffReason.RESTART,
};

type Seats = Table['seats'] | MatchInfo['seats'];

// A statement has a bot's level in small letters.
const bot = (level: BotLevel): string => BotLevel[level]?.toLowerCase() ?? '';

// Whether a statement agrees with what is shown of a table or a match.
function says(
  start: Start,
  seen: Pick<MatchInfo, 'options' | 'turnSeconds' | 'serverCommitment'>,
  seats: Seats,
): boolean {
  return (
    start.game === seen.options?.game.case &&
    start.turnSeconds === seen.turnSeconds &&
    start.serverCommitment === hex(seen.serverCommitment) &&
    start.seats.length === seats.length &&
    start.seats.every((seat, i) => {
      const { occupant, commitment } = seats[i];
      return occupant.case === 'player'
        ? seat.player === uuid(occupant.value.accountId) && seat.commitment === hex(commitment)
        : occupant.case === 'bot' && seat.player === '' && seat.bot === bot(occupant.value.level);
    })
  );
}

const sha256OfHex = (text: string): string => hex(sha256(fromHex(text) ?? new Uint8Array()));

export class Starts {
  constructor(private readonly receipts: Receipts) {}

  private accusation(fault: Fault, match: string, statements: Signed[], seat: number): Accusation {
    return { fault, match, statements, seat, links: [], seen: {} };
  }

  // Signed by the key of now, or by one that the server had before.
  private trusts(signed: Signed, keys = this.receipts.keys()): boolean {
    if (!keys.includes(signed.key)) return false;
    const id = hashOf(JSON.stringify(signed));
    if (this.receipts.judged.has(id)) return true;
    if (!isSigned(signed)) return false;
    this.receipts.judged.add(id);
    return true;
  }

  // Before x_0 is shown: whether the table's statement is signed by the key of now and says what this client sees.
  // Keeps it then.
  atTable(table: Table, seat: number, x0: string, now: number): Accusation | undefined {
    const match = uuid(table.tableId);
    const signed = signedOf(table.start);
    const wrong = (fault: Fault, ...statements: Signed[]) => this.accusation(fault, match, statements, seat);
    if (!signed || !this.trusts(signed, this.receipts.keys().slice(0, 1)))
      return wrong('unsigned', ...(signed ? [signed] : []));
    const start = readStart(signed.text);
    if (!start || start.match !== match) return wrong('otherStart', signed);
    const clash = this.clash(start, signed);
    if (clash) return wrong(clash.fault, clash.receipt.start, signed);
    if (start.attempt !== table.abortedCount + 1 || !says(start, table, table.seats))
      return wrong('otherStart', signed);
    const before = this.receipts.of(match).find(({ attempt }) => attempt === start.attempt);
    const { attempt, serverCommitment } = start;
    if (!before) {
      this.receipts.save({ match, attempt, serverCommitment, start: signed, at: now, x0, taken: false, over: false });
    }
    return undefined;
  }

  // The server confirms that it has what this seat showed.
  taken(match: string): void {
    const receipt = this.receipts.last(match);
    if (receipt && !receipt.taken && receipt.x0 !== '') this.receipts.save({ ...receipt, taken: true });
  }

  // Another statement that is kept, and that cannot be true beside this one.
  private clash(start: Start, signed: Signed): { fault: Fault; receipt: Receipt } | undefined {
    for (const receipt of this.receipts.all()) {
      const same = receipt.match === start.match && receipt.attempt === start.attempt;
      if (same && receipt.start.text !== signed.text) return { fault: 'contradiction', receipt };
      if (!same && receipt.serverCommitment === start.serverCommitment) return { fault: 'repeated', receipt };
    }
    return undefined;
  }

  // When the match has started: whether it is the start that was kept.
  atMatch(info: MatchInfo, seat: number, now: number): Accusation | undefined {
    const match = uuid(info.matchId);
    const signed = signedOf(info.start);
    const kept = this.receipts.last(match);
    const wrong = (fault: Fault, ...statements: Signed[]) => this.accusation(fault, match, statements, seat);
    if (!signed) return kept ? wrong('unsigned', kept.start) : undefined;
    if (kept?.start.text === signed.text) return undefined;
    if (!this.trusts(signed)) return wrong('unsigned', ...(kept ? [kept.start] : []), signed);
    const start = readStart(signed.text);
    const clash = start && this.clash(start, signed);
    if (clash) return wrong(clash.fault, clash.receipt.start, signed);
    if (!start || start.match !== match || kept || !says(start, info, info.seats)) {
      return wrong('otherStart', ...(kept ? [kept.start] : []), signed);
    }
    const { attempt, serverCommitment } = start;
    this.receipts.save({ match, attempt, serverCommitment, start: signed, at: now, x0: '', taken: false, over: false });
    return undefined;
  }

  // The starts that were called off at a table, each held against what is signed of it, and against what was kept here.
  // `spent` is told each commitment that must not come again.
  calledOff(table: Table, account: string, spent: (commitment: Uint8Array) => void): Accusation | undefined {
    const match = uuid(table.tableId);
    const seat = table.seats.findIndex(
      ({ occupant }) => occupant.case === 'player' && uuid(occupant.value.accountId) === account,
    );
    const first = table.abortedCount - table.abortedStarts.length + 1;
    for (const [i, aborted] of table.abortedStarts.entries()) {
      const found = this.oneCalledOff(match, first + i, aborted, account);
      if (found.fault) return this.accusation(found.fault, match, found.statements, seat);
      if (found.commitment) spent(found.commitment);
    }
    return undefined;
  }

  private oneCalledOff(
    match: string,
    attempt: number,
    told: AbortedStart,
    account: string,
  ): { fault?: Fault; statements: Signed[]; commitment?: Uint8Array } {
    const [startSigned, abortedSigned] = [signedOf(told.start), signedOf(told.aborted)];
    const statements = [startSigned, abortedSigned].filter((signed) => signed !== undefined);
    if (!startSigned || !abortedSigned || !this.trusts(startSigned) || !this.trusts(abortedSigned)) {
      return { fault: 'unsigned', statements };
    }
    const [start, aborted] = [readStart(startSigned.text), readAborted(abortedSigned.text)];
    const fits = start?.match === match && start.attempt === attempt && aborted?.match === match;
    if (!fits || aborted.attempt !== attempt || aborted.start !== hashOf(startSigned.text)) {
      return { fault: 'contradiction', statements };
    }
    const kept = this.receipts.of(match).find((receipt) => receipt.attempt === attempt);
    if (kept && kept.start.text !== startSigned.text) {
      return { fault: 'contradiction', statements: [kept.start, ...statements] };
    }
    if (sha256OfHex(aborted.serverSeed) !== start.serverCommitment) return { fault: 'abortedSeed', statements };
    if (isFalseBlame(start, aborted)) return { fault: 'blamedFalsely', statements };
    const own = start.seats.findIndex(({ player }) => player === account);
    if (kept?.taken && aborted.named.includes(own) && aborted.reason !== 'left') {
      return { fault: 'blamedMe', statements };
    }
    const named = aborted.named.map((seat) => start.seats[seat]?.player ?? '');
    const shown = told.named.map(({ accountId }) => uuid(accountId));
    if (told.reason !== REASONS[aborted.reason] || named.join() !== shown.join()) {
      return { fault: 'otherStart', statements };
    }
    if (kept && !kept.over) this.receipts.save({ ...kept, over: true });
    const commitment = fromHex(start.serverCommitment);
    return { statements, ...(commitment ? { commitment } : {}) };
  }
}

// Whether a seat is blamed for something that the same statement disproves.
export function isFalseBlame(start: Start, aborted: Aborted): boolean {
  const fits = (seat: number): boolean => {
    const x0 = fromHex(aborted.shown[seat] ?? '');
    return x0?.length === 16 && hex(linkOf(x0)) === start.seats[seat]?.commitment;
  };
  if (aborted.shown.some((x0, seat) => x0 !== '' && !fits(seat))) return true;
  return (aborted.reason === 'noReveal' || aborted.reason === 'wrongReveal') && aborted.named.some(fits);
}
