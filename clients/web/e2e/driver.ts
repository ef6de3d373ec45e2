// Plays from within the page, for tests that need how a match goes on or ends, and not how it is pressed: that costs one way
// to the browser and back, where a press from outside costs several for each decision. What the page does is the same. As by
// keyboard, what is pressed has the focus, and no press may lose it: not even the last.
import type { Page } from 'playwright-core';

export interface Play {
  // What is pressed, as selectors: the first that can be pressed now.
  ways: readonly string[];
  // What ends it, once it can be seen.
  until: string;
  // Where a selector finds several: another one each time, beginning with this. Without it always the first.
  turn?: number | undefined;
  // Once in this many presses the last of the ways comes first.
  lastEach?: number;
}

// Runs in the page.
function playThere({ ways, until, turn, lastEach = 0 }: Play): Promise<string> {
  const PACE_MS = 10;
  const PRESSES_MOST = 6000;
  const seen = (one: Element): boolean => one.checkVisibility({ visibilityProperty: true });
  const pressable = (selector: string): HTMLElement[] => {
    const dialog = document.querySelector(':modal');
    return [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (one) => one.ariaDisabled !== 'true' && seen(one) && (!dialog || dialog.contains(one)),
    );
  };
  let presses = 0;
  // What was pressed last on the page of a match; one page that follows another begins without a focus.
  let last = '';
  const inMatch = (): boolean => document.getElementById('board-title') !== null;
  const press = (): void => {
    const order = lastEach && presses % lastEach === lastEach - 1 ? [ways.at(-1)!, ...ways] : ways;
    for (const way of order) {
      const found = pressable(way);
      if (found.length === 0) continue;
      const one = found[turn === undefined ? 0 : (turn + presses) % found.length];
      one.focus({ focusVisible: true } as FocusOptions);
      one.click();
      last = inMatch() ? way : '';
      presses++;
      return;
    }
  };
  return new Promise((done) => {
    const go = (): void => {
      if (last && inMatch() && document.activeElement === document.body) return done(`the focus is lost after ${last}`);
      if ([...document.querySelectorAll(until)].some(seen)) return done('');
      if (presses >= PRESSES_MOST) return done(`after ${presses} presses there is no ${until}`);
      press();
      setTimeout(go, PACE_MS);
    };
    go();
  });
}

// On all pages at once, until each has come to what ends it; each takes other turns than the others.
export async function play(pages: Page[], { turn, ...plan }: Play): Promise<void> {
  const said = await Promise.all(
    pages.map((page, i) => page.evaluate(playThere, { ...plan, turn: turn === undefined ? turn : turn + 3 * i })),
  );
  const wrong = said.find((text) => text !== '');
  if (wrong) throw new Error(wrong);
}
