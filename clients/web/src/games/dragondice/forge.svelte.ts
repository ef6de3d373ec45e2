// The forces that a player has built on this device, one for each side.
import { codeOf, forceOf, presetForce, type Force } from './force';

const KEY = 'wyrmhall.dragondice.forces';
const USUAL = [2, 3] as const;

class Forge {
  private built = $state.raw<readonly Force[]>(USUAL.map(presetForce));

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
      this.built = USUAL.map((preset, seat) => forceOf(kept[seat] ?? '') ?? presetForce(preset));
    } catch {
      // Not readable: as if nothing had been built.
    }
  }

  of(seat: number): Force {
    return this.built[seat];
  }
  change(seat: number, force: Force): void {
    this.built = this.built.with(seat, force);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.built.map(codeOf)));
    } catch {
      // No room: it lasts as long as the page.
    }
  }
}
export const forge = new Forge();
