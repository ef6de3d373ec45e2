// When a page has come to rest: nothing in it changes any more, nothing moves or fades, and its fonts are there.
import type { Page } from 'playwright-core';

// Runs in the page.
async function rest(): Promise<void> {
  const QUIET_MS = 100;
  // What is told at leisure moves for longer than that; it is looked at while it does.
  const MOST_MS = 500;
  const end = performance.now() + MOST_MS;
  let changed = performance.now();
  const observer = new MutationObserver(() => (changed = performance.now()));
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const ends = (one: Animation): boolean => Number.isFinite(Number(one.effect?.getComputedTiming().endTime));
  const moving = (): boolean => document.getAnimations().some((one) => one.playState === 'running' && ends(one));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  while (performance.now() < end) {
    const still = performance.now() - changed >= QUIET_MS && !moving();
    if (still && document.readyState === 'complete' && document.fonts.status === 'loaded') break;
    await new Promise((done) => setTimeout(done, 20));
  }
  observer.disconnect();
  await frame();
}

export const settled = (page: Page): Promise<void> => page.evaluate(rest);
