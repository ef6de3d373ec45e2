// A refusal as a sentence: what happened, what is safe, what one can do.
import { RefusalCode, type Refusal } from '../gen/wyrmhall/v1/server_pb';
import type { GameWords, Scene } from '../games/module';
import { Refused } from '../net/session';
import { t, type Key } from './index.svelte';

const KEYS: Partial<Record<RefusalCode, Key>> = {
  [RefusalCode.WRONG_VERSION]: 'version.wrong',
  [RefusalCode.NAME_TAKEN]: 'refused.taken',
  [RefusalCode.TOKEN_UNKNOWN]: 'refused.token',
  [RefusalCode.GAME_UNKNOWN]: 'refused.game',
  [RefusalCode.TABLE_UNKNOWN]: 'refused.table',
  [RefusalCode.SEAT_NOT_FREE]: 'table.full',
  [RefusalCode.MATCH_UNKNOWN]: 'refused.match',
  [RefusalCode.NOT_YOUR_MATCH]: 'refused.notYours',
  [RefusalCode.MATCH_NOT_OVER]: 'refused.notOver',
  [RefusalCode.NOT_YOUR_TURN]: 'refused.notTurn',
  [RefusalCode.STALE]: 'refused.stale',
  [RefusalCode.TOO_FAST]: 'refused.fast',
  [RefusalCode.BUSY]: 'refused.busy',
  [RefusalCode.NO_STORE]: 'refused.noStore',
  [RefusalCode.DRAINING]: 'refused.draining',
  [RefusalCode.RULES_VERSION_UNKNOWN]: 'refused.rules',
  [RefusalCode.WRONG_LINK]: 'refused.link',
  [RefusalCode.LIMIT_REACHED]: 'refused.limit',
  [RefusalCode.MATCH_OVER]: 'match.turn.over',
  [RefusalCode.OPTIONS_INVALID]: 'refused.options',
  [RefusalCode.NOT_SEATED]: 'refused.notSeated',
  [RefusalCode.SEATED_ALREADY]: 'refused.seated',
  [RefusalCode.WRONG_PHASE]: 'refused.phase',
  [RefusalCode.COMMITMENT_MISMATCH]: 'refused.secrets',
  [RefusalCode.REVEAL_MISMATCH]: 'refused.secrets',
  [RefusalCode.ILLEGAL]: 'refused.illegal',
  [RefusalCode.MOVED]: 'refused.moved',
  [RefusalCode.TOO_MANY_OUTCOMES]: 'refused.outcomes',
  [RefusalCode.ODDS_OFF]: 'refused.oddsOff',
  [RefusalCode.INTERNAL]: 'refused.internal',
  [RefusalCode.ACCOUNT_BLOCKED]: 'refused.blocked',
  [RefusalCode.FIND_PAUSED]: 'refused.findPaused',
  [RefusalCode.PLAYER_UNKNOWN]: 'refused.player',
  [RefusalCode.NOT_WELCOME]: 'refused.notWelcome',
  [RefusalCode.NAME_RESERVED]: 'refused.nameReserved',
  [RefusalCode.NAME_UNSEEN]: 'refused.nameUnseen',
  [RefusalCode.NAME_MARKS]: 'refused.nameMarks',
  [RefusalCode.PROOF_NEEDED]: 'refused.proof',
  [RefusalCode.REGISTRATION_CLOSED]: 'refused.closed',
  [RefusalCode.INVITATION_NEEDED]: 'refused.invitation',
  [RefusalCode.INVITATION_UNKNOWN]: 'refused.invitationUnknown',
  [RefusalCode.NO_ABSENCE_CLAIMS]: 'refused.noClaims',
  [RefusalCode.NOT_ABSENT]: 'refused.notAbsent',
  [RefusalCode.ABSENT_TOO_SHORTLY]: 'refused.absentTooShortly',
};

// Which limit, by the field of the refusal.
const LIMITS: Partial<Record<string, Key>> = {
  own_matches: 'refused.limit.own',
  address_matches: 'refused.limit.address',
  matches: 'refused.limit.all',
  starts: 'refused.limit.starts',
  viewers: 'refused.limit.viewers',
  watched: 'refused.limit.watched',
  own_connections: 'refused.limit.connections',
  renames: 'refused.renames',
  sign_ins: 'refused.signIns',
};

// When to come again: seconds, or minutes from two of them on.
function whenAgain(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return t('refused.again.s', { n: seconds });
  return t('refused.again.min', { n: Math.ceil(seconds / 60) });
}

// Those that only a fault of this page brings about: it says what the server said.
export const OWN_FAULTS: readonly RefusalCode[] = [
  RefusalCode.MALFORMED,
  RefusalCode.UNKNOWN_COMMAND,
  RefusalCode.HELLO_FIRST,
  RefusalCode.SIGN_IN_FIRST,
  RefusalCode.SIGNED_IN_ALREADY,
  RefusalCode.FIELD_INVALID,
  RefusalCode.CHANNEL_UNKNOWN,
];

export function refusalText(refusal: Refusal, words?: GameWords, scene?: Scene): string {
  if (words && scene && refusal.reason && refusal.reason.phrase.case !== undefined) {
    return words.reason(scene, refusal.reason);
  }
  if (refusal.code === RefusalCode.NAME_INVALID) return t('refused.name', { rule: t('me.name.rule') });
  const limit = refusal.code === RefusalCode.LIMIT_REACHED ? LIMITS[refusal.field] : undefined;
  if (limit) return refusal.retryAfterMs ? `${t(limit)} ${whenAgain(refusal.retryAfterMs)}` : t(limit);
  const key = KEYS[refusal.code];
  if (key && refusal.code === RefusalCode.ABSENT_TOO_SHORTLY && refusal.retryAfterMs) {
    return `${t(key)} ${whenAgain(refusal.retryAfterMs)}`;
  }
  return key ? t(key) : t('refused.other', { detail: refusal.detail || String(refusal.code) });
}

export function errorText(error: unknown): string {
  return error instanceof Refused ? refusalText(error.refusal) : t('net.off');
}
