// What a server did that it must never do; and the file that says so, which `wyrmhall verify --accusation` and the page
// judge without that server (docs/dice.md).
import type { Signed } from './statement';

// Each has a sentence in the catalogue "dice", with the key "accuse.…".
export type Fault =
  // The seed, or a seat's x_0, is another than was committed to.
  | 'otherSeed'
  | 'otherSecret'
  // The match stands as it stood before something that was shown already.
  | 'older'
  // A commitment of the server's came a second time.
  | 'repeated'
  // It claims to have no link of this seat, one that is not of its chain, or one that cannot be the last.
  | 'noLink'
  | 'foreignLink'
  | 'otherLink'
  // It refuses the only link that can be right.
  | 'linkRefused'
  // A start without a statement of the key that was pinned, or one that says something else than was seen.
  | 'unsigned'
  | 'otherStart'
  // It has signed two things of which one is not true.
  | 'contradiction'
  // A start that was called off: nobody says how it ended, its seed does not fit, or somebody is blamed who did reveal.
  | 'untraced'
  | 'abortedSeed'
  | 'blamedMe'
  | 'blamedFalsely'
  // It showed other dice, decisions or another outcome than it has recorded.
  | 'shownOtherwise';

// What a judge calls it; absent where there is no evidence to judge.
export type Charge =
  | 'commitmentTwice'
  | 'contradiction'
  | 'seedDoesNotFit'
  | 'falseBlame'
  | 'notShown'
  | 'chainTakenAway'
  | 'unsigned'
  | 'shownOtherwise';
export const CHARGES: Record<Fault, Charge | undefined> = {
  otherSeed: 'seedDoesNotFit',
  otherSecret: 'unsigned',
  older: undefined,
  repeated: 'commitmentTwice',
  noLink: 'chainTakenAway',
  foreignLink: 'chainTakenAway',
  otherLink: 'chainTakenAway',
  linkRefused: 'chainTakenAway',
  unsigned: 'unsigned',
  otherStart: 'unsigned',
  contradiction: 'contradiction',
  untraced: 'unsigned',
  abortedSeed: 'seedDoesNotFit',
  blamedMe: 'notShown',
  blamedFalsely: 'falseBlame',
  shownOtherwise: 'shownOtherwise',
};

export interface Accusation {
  fault: Fault;
  // The id of the match, or of its table.
  match: string;
  statements: Signed[];
  // -1 for none.
  seat: number;
  // This seat's links from x_0 up to the last one that it has shown, in hexadecimal.
  links: string[];
  // What unsigned messages said.
  seen: Record<string, string>;
  // The text of the record that says something else; left out of what is kept where it is long.
  record?: string;
}

export const ACCUSATION_FORMAT = 'wyrmhall accusation 1';

// `said` is for people: what the server did. `key` is the one that was pinned.
export function accusationFile(accusation: Accusation, server: string, key: string, said: string, at: Date): string {
  const { fault, match, seat, links, seen, statements, record } = accusation;
  const own = { match, ...(seat >= 0 ? { seat } : {}), links, seen, ...(record === undefined ? {} : { record }) };
  const time = at.toISOString().replace(/\.\d+Z$/, 'Z');
  const file = { format: ACCUSATION_FORMAT, of: CHARGES[fault], key, server, at: time, said, statements, own };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
