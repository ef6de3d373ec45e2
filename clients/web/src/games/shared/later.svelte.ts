// A part of a board that is seldom seen at first. It is fetched once the board is there and the page is idle; a match that shows
// it at once is opened with it.
import type { Component } from 'svelte';
import type { Choices, GameView } from '../../gen/wyrmhall/v1/game_pb';
import type { Fetched } from '../module';

export class Later<Props extends object> implements Fetched {
  // Absent until it is fetched.
  Part = $state.raw<Component<Props>>();

  constructor(
    private readonly file: () => Promise<{ default: Component<Props> }>,
    // Absent where a player unfolds it.
    readonly isShown: (view: GameView, choices: Choices | undefined) => boolean = () => false,
  ) {}

  readonly fetch = async (): Promise<void> => {
    this.Part ??= (await this.file()).default;
  };
}
