// The record of a match (docs/record.md), as far as its dice are concerned. What was parsed is held to its types.
import type { Signed } from './statement';

export interface Roll {
  sides: number;
  value: number;
}
export type RecordSeat = { bot: string } | { name: string; player?: string; commitment: string; x0: string };
// A link of another seat than the one that decided, or of one that has closed its chain.
export interface SeatLink {
  seat: number;
  link: string;
}
export interface RecordMove {
  seat?: number;
  kind: string;
  // The version of the match that it answers.
  version?: number;
  // The id of the client's command, in decimal.
  actionId?: string;
  link?: string;
  // What was decided, such as "choice 3", and the code that binds it to the chain, in hexadecimal; both or neither.
  decision?: string;
  confirmation?: string;
  chainLost?: boolean;
  links?: SeatLink[];
  rolls: Roll[];
  events: unknown[];
  hash: string;
}
export interface AbortedRecord {
  start: Signed;
  aborted: Signed;
}
export interface MatchRecord {
  // 1 has no receipts, and names in its hashes; in 3 at least one decision is confirmed.
  format: number;
  matchId: string;
  game: string;
  seats: RecordSeat[];
  serverSeed: string;
  serverCommitment: string;
  abortedStarts: AbortedRecord[];
  start: { rolls: Roll[]; events: unknown[] };
  startHash: string;
  moves: RecordMove[];
  outcome: unknown;
  hash: string;
  receipts?: { start?: Signed; end: Signed };
  // What seats have shown after the end, and nothing hashes or signs.
  closingLinks?: SeatLink[];
}

const FORMATS = ['wyrmhall record 1', 'wyrmhall record 2', 'wyrmhall record 3'];
const CONFIRMED = 3;

// A record is invalid; the text says where.
export class Wrong extends Error {
  constructor(readonly where: string) {
    super(where);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hold(condition: boolean, where: string): asserts condition {
  if (!condition) throw new Wrong(where);
}

function holdRolls(rolls: unknown, where: string): void {
  hold(Array.isArray(rolls), where);
  for (const roll of rolls) {
    hold(isObject(roll) && Number.isInteger(roll['sides']) && Number.isInteger(roll['value']), where);
    hold((roll['sides'] as number) >= 2 && (roll['sides'] as number) <= 256, where);
  }
}

function holdSigned(value: unknown, where: string): void {
  hold(isObject(value), where);
  for (const key of ['text', 'key', 'signature']) hold(typeof value[key] === 'string', `${where}.${key}`);
}

function holdReceipts(raw: Record<string, unknown>): void {
  const { abortedStarts, receipts, closingLinks } = raw;
  if (closingLinks !== undefined) holdLinks(closingLinks, 'closingLinks');
  hold(Array.isArray(abortedStarts), 'abortedStarts');
  for (const [i, aborted] of (abortedStarts as unknown[]).entries()) {
    hold(isObject(aborted), `abortedStarts[${i}]`);
    for (const key of ['start', 'aborted']) holdSigned(aborted[key], `abortedStarts[${i}].${key}`);
  }
  if (receipts === undefined) return;
  hold(isObject(receipts), 'receipts');
  if (receipts['start'] !== undefined) holdSigned(receipts['start'], 'receipts.start');
  holdSigned(receipts['end'], 'receipts.end');
}

function holdLinks(links: unknown, where: string): void {
  hold(Array.isArray(links) && links.length > 0 && links.every(isObject), where);
  for (const { seat, link } of links as Record<string, unknown>[]) {
    hold(Number.isInteger(seat) && typeof link === 'string', where);
  }
}

const MOST_DECISION = 160;
const CODE = /^[0-9a-f]{32}$/;

function holdConfirmation(move: Record<string, unknown>, where: string): void {
  const { version, link, decision, confirmation } = move;
  hold(typeof decision === 'string' && decision.length <= MOST_DECISION, `${where}.decision`);
  hold(typeof confirmation === 'string' && CODE.test(confirmation), `${where}.confirmation`);
  hold(typeof link === 'string' && Number.isInteger(version), `${where}.confirmation`);
}

// Text that is no Unicode and numbers beyond all bounds are taken by JSON.parse and refused by the other verifiers.
const HALF_A_CHARACTER = /\p{Surrogate}/u;
function held(key: string, value: unknown): unknown {
  const whole =
    typeof value === 'string' ? !HALF_A_CHARACTER.test(value) : typeof value !== 'number' || isFinite(value);
  hold(whole && !HALF_A_CHARACTER.test(key), 'JSON');
  return value;
}

// The record, and the same as it was parsed, whose keys are in the order of the file.
export function parseRecord(text: string): { record: MatchRecord; raw: Record<string, unknown> } {
  let raw: unknown;
  try {
    raw = JSON.parse(text, held);
  } catch {
    throw new Wrong('JSON');
  }
  hold(isObject(raw), 'JSON');
  const format = FORMATS.indexOf(String(raw['format'])) + 1;
  hold(format > 0, 'format');
  for (const key of ['matchId', 'game', 'serverSeed', 'serverCommitment', 'startHash', 'hash']) {
    hold(typeof raw[key] === 'string', key);
  }
  hold(isObject(raw['start']), 'start');
  holdRolls(raw['start']['rolls'], 'start.rolls');
  hold(Array.isArray(raw['seats']) && raw['seats'].every(isObject), 'seats');
  for (const [i, seat] of raw['seats'].entries()) {
    const person = typeof seat['x0'] === 'string' && typeof seat['commitment'] === 'string';
    hold(typeof seat['bot'] === 'string' || person, `seats[${i}]`);
  }
  hold(Array.isArray(raw['moves']) && raw['moves'].every(isObject), 'moves');
  for (const [i, move] of raw['moves'].entries()) {
    hold(typeof move['kind'] === 'string' && typeof move['hash'] === 'string', `moves[${i}]`);
    holdRolls(move['rolls'], `moves[${i}].rolls`);
    if (move['links'] !== undefined) holdLinks(move['links'], `moves[${i}].links`);
    if ('decision' in move || 'confirmation' in move) holdConfirmation(move, `moves[${i}]`);
  }
  hold(raw['moves'].some((move) => 'confirmation' in move) === (format === CONFIRMED), 'moves');
  if (format > 1) holdReceipts(raw);
  else hold(raw['closingLinks'] === undefined, 'closingLinks');
  const record = { abortedStarts: [], ...raw, format } as unknown as MatchRecord;
  return { record, raw };
}
