// What cards look like where there is no room for a name, drawn with a pen in a square of 20.
import { DanceCardKind, type DanceView } from '../../gen/wyrmhall/v1/dance_pb';

const CLOSER = 'M2 10h6.500M5.500 6.500 9 10l-3.500 3.500M18 10h-6.500M14.500 6.500 11 10l3.500 3.500';
const APART = 'M9 10H2M5 6.500 1.500 10 5 13.500M11 10h7M15 6.500 18.500 10 15 13.500';
const AGAIN = 'M16.500 10a6.500 6.500 0 1 1-2-4.700M15 1v4.500h-4.500';
const SWORD = 'M3 17 15 5V2h3v3h-3L3 17zM4 11l5 5M3 17l3-3';
const SHIELD = 'M10 2l7 3v5c0 4-3 7-7 8-4-1-7-4-7-8V5z';

// By the number of the card.
export const CARDS: readonly string[] = [
  'M2 18 15 5M18 2l-6 1.500 4.500 4.500zM7 13l4.500 3.500V10',
  'M3.500 18 11 7M8.500 6.500 12 2.500c3 .5 5 2.500 5.500 5.500L12.500 9.500z',
  SWORD,
  'M3 16C3 9 7 5.500 15 5.500M11 1.500l5 4-5 4M9 17h2.500M15 17h2.500',
  `${SHIELD}M10 6v8M7 9h6`,
  CLOSER,
  APART,
  AGAIN,
  'M11 2c4 5 6 7 6 10.500a6.500 6.500 0 0 1-13 0c0-3 2-5 3-7 .5 2 1.500 2.500 2.500 3 0-3 0-4.500 1.500-6.500z',
  'M4 3c0 6 1 10 3 14M9.500 2c0 6 1 11 3 15.500M15 3c0 5 .5 8 2.500 12',
  'M2 3c0 10 5 13 11 9.500M11 8.500l7.500 1-3 7z',
  'M2 17C3 8 8 3 18 3c-.5 3-2 4.500-4 5 0 2.500-1 4-3.500 4.500-.5 2-2 3-4 3zM2 17 14 8',
  'M2 3a4 4 0 0 0 8 0 4 4 0 0 0 8 0M6 8a4 4 0 0 0 8 0M2 13a4 4 0 0 0 8 0 4 4 0 0 0 8 0',
  CLOSER,
  APART,
  AGAIN,
];

const KINDS: Partial<Record<DanceCardKind, string>> = {
  [DanceCardKind.ATTACK]: SWORD,
  [DanceCardKind.DEFENCE]: SHIELD,
  [DanceCardKind.MOVE]: 'M7 4 1.500 10 7 16M13 4l5.500 6L13 16M2 10h16',
  [DanceCardKind.RECOVER]: AGAIN,
};

export const glyphOfKind = (kind: DanceCardKind | undefined): string => KINDS[kind ?? 0] ?? '';
export const glyphOf = (view: DanceView, card: number): string => CARDS[card] ?? glyphOfKind(view.cards[card]?.kind);

// How the range changes.
export const MOVED = { closer: CLOSER, apart: APART };
// What nothing gets through.
export const STOPPED = SHIELD;
