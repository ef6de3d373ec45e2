// Which tiles show how their match stands: of those in view the first few, since each keeps a match open and draws a board.
const MOST = 4;

// A tile, whatever it is.
export type Tile = symbol;

export class Glances {
  // In the order in which they came into view.
  private inView = $state.raw<readonly Tile[]>([]);

  enter(tile: Tile): void {
    if (!this.inView.includes(tile)) this.inView = [...this.inView, tile];
  }
  // Out of view, or with nothing to show: the next one has its place.
  leave(tile: Tile): void {
    this.inView = this.inView.filter((one) => one !== tile);
  }

  shows(tile: Tile): boolean {
    return this.inView.slice(0, MOST).includes(tile);
  }
}

export const glances = new Glances();
