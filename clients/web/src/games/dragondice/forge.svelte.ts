// The forces that a player has built on this device, one for each side and size.
import { SIZES, USUAL_SIZE, codeOf, forceOf, readyForce, type Force } from './force';

const KEY = 'wyrmhall.dragondice.forces';
const SPECIES = [2, 3] as const;

type Built = Record<string, Force>;
const nameOf = (seat: number, points: number): string => `${seat}.${points}`;

function kept(): Built {
  const read = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string> | string[];
  // Once there was but one size.
  const codes: Record<string, string> = Array.isArray(read)
    ? Object.fromEntries(read.map((code, seat) => [nameOf(seat, USUAL_SIZE), code]))
    : read;
  const built: Built = {};
  for (const seat of SPECIES.keys()) {
    for (const points of SIZES) {
      const force = forceOf(codes[nameOf(seat, points)] ?? '');
      if (force) built[nameOf(seat, points)] = force;
    }
  }
  return built;
}

class Forge {
  private built = $state.raw<Built>({});

  constructor() {
    try {
      this.built = kept();
    } catch {
      // Not readable: as if nothing had been built.
    }
  }

  of(seat: number, points: number): Force {
    return this.built[nameOf(seat, points)] ?? readyForce(SPECIES[seat], points);
  }
  change(seat: number, points: number, force: Force): void {
    this.built = { ...this.built, [nameOf(seat, points)]: force };
    try {
      const codes = Object.entries(this.built).map(([name, one]) => [name, codeOf(one)]);
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(codes)));
    } catch {
      // No room: it lasts as long as the page.
    }
  }
}
export const forge = new Forge();
