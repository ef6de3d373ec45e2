// What a game brings to the page. Its card (games/<game>/card.ts) is there from the start; all else comes in parts, each a
// file by the same name in the folder of every game that has it, and each is loaded when it is wanted. What a game lacks to
// be played at all is the generic one's (games/generic), which knows nothing of any game.
import type { Component } from 'svelte';
import type {
  Choice,
  Choices,
  GameAction,
  GameEvent,
  GameOptions,
  GameView,
  Outcome,
} from '../gen/wyrmhall/v1/game_pb';
import type { DiceLuck } from '../gen/wyrmhall/v1/luck_pb';
import type { MatchInfo, Odds } from '../gen/wyrmhall/v1/match_pb';
import type { Table } from '../gen/wyrmhall/v1/table_pb';
import type { Sentence } from '../gen/wyrmhall/v1/sentence_pb';
import type { Frame } from '../net/timeline';
import type { Speed } from '../state/settings.svelte';
import type { Sound } from '../state/voices';
import type { Options } from '../state/wish';
import type { Setup } from './setup';

// What words are about: a match as one viewer sees it.
export interface Scene {
  view: GameView;
  info: MatchInfo;
  // -1 for a spectator.
  seat: number;
  // One bit a seat.
  waitingOn: number;
  // The step that led to it, and those before.
  frame?: Frame;
}

// What is said to a player who has nothing to decide until others have gone further.
export interface Idle {
  text: string;
  skip: string;
}

export interface GameWords {
  // One event as one sentence; empty for what goes without saying.
  event(scene: Scene, event: GameEvent): string;
  // The same for what goes without saying in the story, but not for who listens instead of looking. Absent where that is
  // nothing.
  aloud?(scene: Scene, event: GameEvent): string;
  // One event as a few words for the recap; empty for what does not matter there.
  recap(scene: Scene, event: GameEvent): string;
  // What a choice says on its button.
  choice(scene: Scene, choice: Choice): string;
  // What a form, one of its parts or one of its values is called. Absent where the game has no forms.
  form?(scene: Scene, sentence: Sentence): string;
  // Why something cannot be done, or was refused.
  reason(scene: Scene, sentence: Sentence): string;
  // What the turn is about: "Ember, 3 energy".
  turn(scene: Scene): string;
  // For a player who is asked nothing before something else comes, since none of their heroes can act: what the bar
  // says
  // until then, and what a press skips to. Absent where that never is.
  idle?(scene: Scene): Idle | undefined;
  // Where the match stands: "Round 4 · Game 1 of 3"; where there is little room "R4 · 1/3".
  standing(scene: Scene, short?: boolean): string;
  // The whole state in two sentences.
  summary(scene: Scene): string;
  // What dice of a kind came to whose faces are symbols, in a few words. Absent where faces are numbers, which are added up.
  symbols?(dice: DiceLuck): string;
  // A first line for the loser: one true thing; empty for none.
  consolation(scene: Scene): string;
  // How it ended, where the game has words of its own for that; empty where those of every game will do.
  ending(scene: Scene, outcome: Outcome): string;
}

// What somebody did in their turn, for a story that tells the turn as a whole.
export interface Deed {
  // Who did it; below 0 for one whom no seat plays.
  seat: number;
  // By what name, such as that of a dragon.
  who: string;
  // A turn of theirs begins with it, even where they had the last one too.
  begins: boolean;
  // What mattered, in a few words each; none for what only led to it.
  what: string[];
}

// What an event was in somebody's turn. Undefined for what is told by itself.
export type Deeds = (scene: Scene, event: GameEvent) => Deed | undefined;

// What is said of a match before it begins.
export interface GameTerms {
  // The options of a match, as words; at a table, before all are ready, without what seats may bring.
  options(options: GameOptions, atTable?: boolean): string[];
  // What a seat plays, as far as the options say it. Absent where all seats are alike.
  side?(options: GameOptions, seat: number): string;
}

// How what happens is shown over time. A stage lags behind the match: no number that follows from a die is shown before
// that die rests.
export interface Stage {
  // The version of the match that is shown.
  readonly version: number;
  // Something is being shown.
  readonly busy: boolean;
  // Dice roll right now. Much is shown for which none does.
  readonly rolling: boolean;
  // The match has gone on to this frame; `before` is how it stood. `mine`: it was this player's own decision.
  feed(frame: Frame, before: Frame | undefined, mine: boolean): void;
  // Shows a frame at once.
  jump(frame: Frame): void;
  // Ends what is being shown, at once.
  finish(): void;
}

// What the player wants of how it is shown, and who hears it.
export interface Manner {
  speed: () => Speed;
  hear: (sound: Sound) => void;
}

// What a board is handed. It draws, and says which choice was pressed.
export interface BoardProps<S extends Stage = Stage> {
  scene: Scene;
  // The game's own even on a board of any game; that board's where it has none.
  words: GameWords;
  stage: S;
  // What can be chosen now; absent where nothing is asked, or while the stage is busy.
  choices: Choices | undefined;
  // Why no choice can be made although one is asked for; empty if it can.
  blocked: string;
  pending: GameAction | undefined;
  // The match is over, so no more choices come.
  over: boolean;
  odds: (action: GameAction) => Promise<Odds | undefined>;
  choose: (choice: Pick<Choice, 'action'>) => void;
  // The rulebook is to open at this rule.
  onrule: (number: string) => void;
}

// What a part of a table's page is handed.
export interface TableProps {
  table: Table;
  // -1 for who has none.
  seat: number;
}

// What the picture at the end of a match is handed.
export interface EndingProps {
  scene: Scene;
  outcome: Outcome;
}

// The rules of a game, on one page.
export interface Rules {
  paragraphs: () => string[];
  // What stands beneath them.
  Appendix?: Component;
}

// What the tour of the first match taught, summed up at its end.
export interface Lessons {
  // The card of the tour that must have been shown.
  taughtBy: string;
  learnt: () => string[];
}

// A part of a board that is fetched by itself.
export interface Fetched {
  // Whether a board shows it that shows this, with these choices.
  isShown(view: GameView, choices: Choices | undefined): boolean;
  fetch(): Promise<void>;
}

// What a match is played with, besides words.
export interface Playing<S extends Stage = Stage> {
  makeStage(seat: number, manner: Manner): S;
  Board: Component<BoardProps<S>>;
  // What is worth offering of all that can be done. Absent where that is all of it.
  offered?(choices: Choices, scene: Scene): Choices;
  lessons?: Lessons;
  // Parts of the board that come after it. Absent where all of it is there at once.
  later?: readonly Fetched[];
}

// A board is only ever handed a stage that its own game has made, so the page need not know of which kind it is.
export const definePlaying = <S extends Stage>(playing: Playing<S>): Playing => playing as unknown as Playing;

// All that the page of a match needs until the match ends.
export interface GameModule extends Playing {
  words: GameWords;
}

// The parts of a game, by the names of their files.
export interface GameParts {
  words: GameWords;
  terms: GameTerms;
  // Absent where nobody does more than one thing that is told before somebody else does.
  deeds: Deeds | undefined;
  playing: Playing;
  // Absent where the game cannot be set up here.
  setup: Setup | undefined;
  rules: Rules | undefined;
  // What the game is about, beside what is set up: it fills a square of any size.
  Picture: Component | undefined;
  // How a match has ended, as a picture.
  Ending: Component<EndingProps> | undefined;
  // What stands on a table's page besides its seats: what players bring.
  AtTable: Component<TableProps> | undefined;
  // The page of the heroes that a player keeps.
  Heroes: Component | undefined;
}

// What the hall shows of a game. Its title stands with its messages, in clients/messages/<game>/card/<language>.json.
export interface GameCard {
  // Its name in the protocol, and of its folder.
  code: string;
  // Its place in the hall: 1 is the first.
  order: number;
  // What it looks like, in a row as high as `size` pixels.
  Emblem?: Component<{ size: number }>;
  // Players keep heroes from one match to the next, and say at the table who comes along.
  heroes?: boolean;
  // All its players win, or nobody does.
  together?: boolean;
}

// The card of the game that the hall offers to somebody who just wants to play: one card says so.
export interface FeaturedCard extends GameCard {
  featured: true;
  quick: Options;
  // Pictures of two dragons, who welcome visitors.
  welcome: readonly [string, string];
}
