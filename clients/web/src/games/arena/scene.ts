// An arena's view, read.
import { create } from '@bufbuild/protobuf';
import { ArenaViewSchema, type ArenaDie, type ArenaView } from '../../gen/wyrmhall/v1/arena_pb';
import { ArenaPhrase } from '../../gen/wyrmhall/v1/arena_sentence_pb';
import type { Choice, GameView } from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import type { Scene } from '../module';
import { seatName } from '../shared/seats';
import { t } from './messages';

const NOTHING = create(ArenaViewSchema);
export const SIDE = 4;
export const SQUARES = Array.from({ length: SIDE * SIDE }, (_, square) => square);
export const POWERS = [1, 2, 3, 4, 5, 6] as const;
export const SPECIES = [0, 1] as const;

export const arenaOf = (view: GameView): ArenaView => (view.game.case === 'arena' ? view.game.value : NOTHING);

// a1 to d4: column a to d from the left, row 1 to 4 from the top.
export const squareName = (square: number): string => `${'abcd'[square % SIDE]}${Math.floor(square / SIDE) + 1}`;

export const speciesName = (species: number): string => t(species === 0 ? 'fire' : 'ice');

// Who plays a species; in Solo Training one decides for both, and it is the own one or the opponent's.
export function ownerOf(scene: Scene, species: number): string {
  const view = arenaOf(scene.view);
  if (view.solo) return t(species === view.opponent ? 'solo.opponent' : 'solo.own');
  return seatName(scene.info, scene.seat, view.seats[species] ?? species);
}

// "ICE (Mira)"; in Solo Training "ICE (own)".
export function whoIs(scene: Scene, species: number): string {
  const view = arenaOf(scene.view);
  if (view.solo)
    return t(species === view.opponent ? 'species.opponent' : 'species.own', { species: speciesName(species) });
  return `${speciesName(species)} (${seatName(scene.info, scene.seat, view.seats[species] ?? 0)})`;
}

export const dieOn = (view: ArenaView, square: number): ArenaDie | undefined => {
  const die = view.board[square];
  return die?.species === undefined ? undefined : die;
};

export function pointsOf(view: ArenaView, species: number): { points: number; dragons: number } {
  const dice = SQUARES.map((square) => dieOn(view, square)).filter((die) => die?.species === species);
  return { points: dice.reduce((sum, die) => sum + (die?.power ?? 0), 0), dragons: dice.length };
}

export const phraseOf = (sentence: Sentence | undefined): ArenaPhrase =>
  sentence?.phrase.case === 'arena' ? sentence.phrase.value : ArenaPhrase.UNSPECIFIED;

// The squares that a choice sits on, in the server's order.
export const squaresOf = (choice: Pick<Choice, 'on'>): number[] =>
  choice.on.filter(({ path }) => path[0] === ArenaViewSchema.field.board.number).map(({ path }) => path[1]);
