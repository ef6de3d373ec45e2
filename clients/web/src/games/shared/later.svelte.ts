// A part of a board that is not seen at first. It is fetched once the board is there and the page is idle; a match that shows
// it at once is opened with it.
import type { Component } from 'svelte';
import type { Choices, GameView } from '../../gen/wyrmhall/v1/game_pb';
import { words } from '../../i18n/index.svelte';
import { wanted } from '../../state/wanted.svelte';
import type { Fetched } from '../module';

export class Later<Props extends object> implements Fetched {
  private part = $state.raw<Component<Props>>();
  private asked: Promise<void> | undefined;

  constructor(
    private readonly file: () => Promise<{ default: Component<Props> }>,
    // Absent where only a press of this player's shows it.
    readonly isShown: (view: GameView, choices: Choices | undefined) => boolean = () => false,
  ) {}

  // Absent until it is fetched; what asks for it has it fetched, or the person is told.
  get Part(): Component<Props> | undefined {
    if (!this.part) this.asked ??= wanted(() => this.fetch());
    return this.part;
  }

  async fetch(): Promise<void> {
    if (this.part) return;
    const file = await this.file();
    // It may bring messages of its own.
    await words.ready();
    this.part = file.default;
  }
}
