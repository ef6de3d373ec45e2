// Compares the record of a match with what this page showed of it: dice, own decisions, length and outcome.
import { OutcomeReason, type Outcome } from '../gen/wyrmhall/v1/game_pb';
import { Wrong, type MatchRecord, type RecordMove } from './record';
import type { ShownAct, ShownMatch } from './shown';
import { verify } from './verify';

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

// The record is of a form that this page does not know: a newer one can check it.
export const NEWER = 'newer';

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

const isAct = (move: RecordMove | undefined, seat: number, { id, answers }: ShownAct): boolean =>
  move?.kind === 'action' && move.seat === seat && move.version === answers && move.actionId === String(id);

// Moves of this seat that this page has not sent may be of another tab or device: nothing is said of them.
function lostAct({ shown, seat }: Played, { moves }: MatchRecord): Difference | undefined {
  for (const act of shown.acts) {
    const there =
      act.ledTo === undefined
        ? moves.some((move) => isAct(move, seat, act))
        : act.ledTo > 0 && isAct(moves.at(act.ledTo - 1), seat, act);
    if (!there) return other('act', `decision ${act.id}`, '', act.answers);
  }
  return undefined;
}

// The first thing that differs; undefined where what was shown is what was played. `text` is a record, from anywhere.
export function compare(played: Played, text: string): Difference | typeof NEWER | undefined {
  let record: MatchRecord;
  try {
    ({ record } = verify(text));
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return error.where === 'format' ? NEWER : other('record', '', error.where);
  }
  if (record.matchId !== played.match) return other('record', played.match, record.matchId);
  if (record.hash !== played.signedHash) return other('hash', played.signedHash, record.hash);
  return otherEnd(played, record) ?? otherDice(played, record) ?? lostAct(played, record);
}
