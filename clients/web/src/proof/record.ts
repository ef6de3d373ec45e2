// The record of a match (docs/record.md), as far as its dice are concerned. What was parsed is held to its types.

export interface Roll {
  sides: number;
  value: number;
}
export type RecordSeat = { bot: string } | { name: string; commitment: string; x0: string };
export interface RecordMove {
  seat?: number;
  kind: string;
  link?: string;
  chainLost?: boolean;
  rolls: Roll[];
  events: unknown[];
  hash: string;
}
export interface MatchRecord {
  matchId: string;
  game: string;
  seats: RecordSeat[];
  serverSeed: string;
  serverCommitment: string;
  start: { rolls: Roll[]; events: unknown[] };
  startHash: string;
  moves: RecordMove[];
  outcome: unknown;
  hash: string;
}

// Something in a record is not as it must be; the text says where.
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

// The record, and the same as it was parsed, whose keys are in the order of the file.
export function parseRecord(text: string): { record: MatchRecord; raw: Record<string, unknown> } {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new Wrong('JSON');
  }
  hold(isObject(raw) && raw['format'] === 'wyrmhall record 1', 'format');
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
  }
  return { record: raw as unknown as MatchRecord, raw };
}
