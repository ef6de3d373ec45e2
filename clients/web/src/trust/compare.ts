// Compares the record of a match with what this page showed of it: dice, own decisions, length and outcome.
import { OutcomeReason, type Outcome } from '../gen/wyrmhall/v1/game_pb';
import type { Confirmations } from './confirmations';
import { Wrong, type MatchRecord, type RecordMove } from './record';
import type { ShownAct, ShownMatch } from './shown';
import { verify, type Verdict } from './verify';

// What differs; each has a sentence in the catalogue "dice", with the key "accuse.shown.…".
export type Differing = 'record' | 'hash' | 'length' | 'outcome' | 'dice' | 'act';

// How it differs: what was shown, what the record has instead, and in which step.
export interface Difference {
  what: Differing;
  shown: string;
  recorded: string;
  n: string;
}

export interface Played {
  match: string;
  seat: number;
  shown: ShownMatch;
  // The last hash of the record, as the server has signed it.
  signedHash: string;
}

export type Comparison =
  | { is: 'same'; confirmations: Confirmations }
  | { is: 'other'; difference: Difference }
  // The record is of a form that this page does not know: a newer one can check it.
  | { is: 'newer' };

const other = (what: Differing, shown: string, recorded: string, n: number | string = ''): Difference => ({
  what,
  shown,
  recorded,
  n: String(n),
});

const REASONS: Partial<Record<OutcomeReason, string>> = {
  [OutcomeReason.PLAYED]: 'played',
  [OutcomeReason.RESIGNED]: 'resigned',
  [OutcomeReason.TIME]: 'time',
  [OutcomeReason.ABSENCE]: 'absence',
};

// As the record writes it.
const written = ({ winners, places, reason }: Outcome): string =>
  JSON.stringify({ winners, places, reason: REASONS[reason] ?? '' });

function otherEnd({ shown }: Played, { moves, outcome }: MatchRecord): Difference | undefined {
  for (const end of shown.ends) {
    if (end.version !== moves.length) return other('length', String(end.version), String(moves.length));
    const [seen, recorded] = [written(end.outcome), JSON.stringify(outcome)];
    if (seen !== recorded) return other('outcome', seen, recorded);
  }
  return undefined;
}

// Not every roll is shown to everybody, but what is shown was rolled, and in this order.
function wereRolled(shown: readonly number[], rolled: readonly number[]): boolean {
  let at = 0;
  return shown.every((face) => {
    at = rolled.indexOf(face, at) + 1;
    return at > 0;
  });
}

function otherDice({ shown }: Played, { start, moves }: MatchRecord): Difference | undefined {
  for (const { version, faces } of shown.steps) {
    const step = version === 0 ? start : moves.at(version - 1);
    const rolled = (step?.rolls ?? []).map(({ value }) => value);
    if (!wereRolled(faces, rolled)) return other('dice', faces.join(' '), rolled.join(' ') || '–', version);
  }
  return undefined;
}

// The server that keeps the record is the one that this page came from: it knows confirmations, and leaves none out.
const isAct = (move: RecordMove, seat: number, act: ShownAct): boolean =>
  move.kind === 'action' &&
  move.seat === seat &&
  move.version === act.answers &&
  move.actionId === String(act.id) &&
  move.decision === act.decision &&
  move.confirmation === act.confirmation;

// Where an act should stand.
const moveOf = (moves: readonly RecordMove[], seat: number, { id, ledTo }: ShownAct): RecordMove | undefined =>
  moves.find((move, i) => (ledTo === undefined ? move.seat === seat && move.actionId === String(id) : i + 1 === ledTo));

// Moves of this seat that this page has not sent may be of another tab or device: nothing is said of them.
function otherAct({ shown, seat }: Played, { moves }: MatchRecord): Difference | undefined {
  for (const act of shown.acts) {
    const move = moveOf(moves, seat, act);
    if (move && isAct(move, seat, act)) continue;
    const sent = [`decision ${act.id}`, ...(act.decision === undefined ? [] : [act.decision, act.confirmation])];
    return other('act', sent.join(', '), move ? JSON.stringify(move) : '', act.answers);
  }
  return undefined;
}

const otherRecord = ({ match, signedHash }: Played, { matchId, hash }: MatchRecord): Difference | undefined => {
  if (matchId !== match) return other('record', match, matchId);
  return hash === signedHash ? undefined : other('hash', signedHash, hash);
};

// The first thing that differs, if any does. `text` is a record, from anywhere.
export function compare(played: Played, text: string): Comparison {
  let verdict: Verdict;
  try {
    verdict = verify(text);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return error.where === 'format' ? { is: 'newer' } : { is: 'other', difference: other('record', '', error.where) };
  }
  const { record, confirmations } = verdict;
  const difference =
    otherRecord(played, record) ?? otherEnd(played, record) ?? otherDice(played, record) ?? otherAct(played, record);
  return difference ? { is: 'other', difference } : { is: 'same', confirmations };
}
