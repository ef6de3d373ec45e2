// The statements that a server signs (docs/dice.md): of each start, and of how it ended. Whatever is written in another way
// is not a statement.
import { hashes, verify } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type { Statement } from '../gen/wyrmhall/v1/table_pb';
import { fromHex, hex } from '../net/bytes';

// WebCrypto is missing on pages that are served by plain HTTP.
hashes.sha512 = sha512;

// A text, and the signature and key in hexadecimal: as it is kept, and as a file has it.
export interface Signed {
  text: string;
  key: string;
  signature: string;
}

export interface StartSeat {
  // The account, as a UUID; empty for a bot.
  player: string;
  // link(x_0); empty for a bot.
  commitment: string;
  bot: string;
}
export interface Start {
  match: string;
  attempt: number;
  game: string;
  rules: number;
  options: string;
  turnSeconds: number;
  serverCommitment: string;
  time: string;
  seats: StartSeat[];
}
export type Reason = 'wrongReveal' | 'noReveal' | 'left' | 'restart';
export interface Aborted {
  match: string;
  attempt: number;
  // hashOf the start.
  start: string;
  reason: Reason;
  named: number[];
  serverSeed: string;
  // x_0 by seat; empty where none was shown.
  shown: string[];
  time: string;
}
export interface Foresight {
  rolls: number;
  unforeseeable: number;
  afterBot: number;
  byStandIn: number;
  withoutChain: number;
}
export interface End extends Foresight {
  match: string;
  // hashOf the start; empty for none.
  start: string;
  serverSeed: string;
  // The last hash of the record.
  record: string;
}

const MOST_BYTES = 16 * 1024;
const MOST_SEATS = 8;
const MOST_32 = 2 ** 32 - 1;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const NUMBER = '0|[1-9]\\d{0,15}';
const SEAT = new RegExp(`^(\\d) (?:player (${UUID}) ([0-9a-f]{32})|bot ([^ ]*))$`);
const SHOWN = /^(\d) ([0-9a-f]{32}|none)$/;

export function signedOf(statement: Statement | undefined): Signed | undefined {
  if (!statement || statement.text.length === 0 || statement.text.length > MOST_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(statement.text);
    return { text, key: hex(statement.publicKey), signature: hex(statement.signature) };
  } catch {
    return undefined;
  }
}

// Whether the holder of the key has signed it. Strict, as other checkers are: what one takes all take.
export function isSigned({ text, key, signature }: Signed): boolean {
  const [by, what] = [fromHex(key), fromHex(signature)];
  if (by?.length !== 32 || what?.length !== 64) return false;
  try {
    return verify(what, new TextEncoder().encode(text), by, { zip215: false });
  } catch {
    return false;
  }
}

export const hashOf = (text: string): string => hex(sha256(new TextEncoder().encode(text)));

// Reads a text line by line; throws if it is not a statement.
class Lines {
  private readonly lines: string[];
  private at = 0;

  constructor(text: string, title: string) {
    this.lines = text.split('\n');
    if (new TextEncoder().encode(text).length > MOST_BYTES || this.lines.pop() !== '') throw new SyntaxError(title);
    if (this.lines[this.at++] !== title) throw new SyntaxError(title);
  }

  // What stands behind a key, all of it in the form that is given.
  value(key: string, form: string): string {
    const line = this.lines[this.at++] ?? '';
    if (!line.startsWith(`${key} `)) throw new SyntaxError(key);
    const value = line.slice(key.length + 1);
    if (!new RegExp(`^(?:${form})$`, 's').test(value)) throw new SyntaxError(key);
    return value;
  }
  hex(key: string, bytes: number): string {
    return this.value(key, `[0-9a-f]{${bytes * 2}}`);
  }
  number(key: string, most = Number.MAX_SAFE_INTEGER): number {
    const number = Number(this.value(key, NUMBER));
    if (number > most) throw new SyntaxError(key);
    return number;
  }
  time(): string {
    const time = this.value('time', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z');
    const milliseconds = Date.parse(`${time.slice(0, 23)}Z`);
    if (!(milliseconds >= 0) || new Date(milliseconds).toISOString().slice(0, 23) !== time.slice(0, 23)) {
      throw new SyntaxError('time');
    }
    return time;
  }
  // The lines of one key, one for each seat in order.
  each(key: string, form: RegExp): RegExpExecArray[] {
    const found: RegExpExecArray[] = [];
    while (this.lines[this.at]?.startsWith(`${key} `)) {
      const parts = form.exec(this.lines[this.at++].slice(key.length + 1));
      if (!parts || Number(parts[1]) !== found.length || found.length === MOST_SEATS) throw new SyntaxError(key);
      found.push(parts);
    }
    return found;
  }
  end(): void {
    if (this.at !== this.lines.length) throw new SyntaxError('end');
  }
}

function read<T>(take: () => T): T | undefined {
  try {
    return take();
  } catch {
    return undefined;
  }
}

export const readStart = (text: string): Start | undefined =>
  read(() => {
    const lines = new Lines(text, 'wyrmhall start 1');
    const start = {
      match: lines.value('match', UUID),
      attempt: lines.number('attempt', MOST_32),
      game: lines.value('game', '.*'),
      rules: lines.number('rules', MOST_32),
      options: lines.value('options', '.*'),
      turnSeconds: lines.number('turn-seconds', MOST_32),
      serverCommitment: lines.hex('server-commitment', 32),
      time: lines.time(),
      seats: lines
        .each('seat', SEAT)
        .map(([, , player = '', commitment = '', bot = '']) => ({ player, commitment, bot })),
    };
    lines.end();
    return start.attempt > 0 ? start : undefined;
  });

export const readAborted = (text: string): Aborted | undefined =>
  read(() => {
    const lines = new Lines(text, 'wyrmhall aborted 1');
    const [match, attempt, start] = [
      lines.value('match', UUID),
      lines.number('attempt', MOST_32),
      lines.hex('start', 32),
    ];
    const reason = lines.value('reason', 'wrongReveal|noReveal|left|restart') as Reason;
    const names = lines.value('named', 'none|\\d(?: \\d)*');
    const named = names === 'none' ? [] : names.split(' ').map(Number);
    const serverSeed = lines.hex('server-seed', 32);
    const shown = lines.each('shown', SHOWN).map(([, , x0]) => (x0 === 'none' ? '' : x0));
    const time = lines.time();
    lines.end();
    if (shown.length === 0 || named.some((seat, i) => i > 0 && seat <= named[i - 1])) return undefined;
    return { match, attempt, start, reason, named, serverSeed, shown, time };
  });

export const readEnd = (text: string): End | undefined =>
  read(() => {
    const lines = new Lines(text, 'wyrmhall end 1');
    const [match, start] = [lines.value('match', UUID), lines.value('start', 'none|[0-9a-f]{64}')];
    const end = {
      match,
      start: start === 'none' ? '' : start,
      serverSeed: lines.hex('server-seed', 32),
      record: lines.hex('record', 16),
      rolls: lines.number('rolls'),
      unforeseeable: lines.number('unforeseeable'),
      afterBot: lines.number('after-bot'),
      byStandIn: lines.number('by-stand-in'),
      withoutChain: lines.number('without-chain'),
    };
    lines.end();
    return end.rolls === end.unforeseeable + end.afterBot + end.byStandIn + end.withoutChain ? end : undefined;
  });
