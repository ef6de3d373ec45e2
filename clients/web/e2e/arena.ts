// How a person plays in the arena on the page.
import type { Page } from 'playwright-core';
import { play } from './driver';
import { END } from './duel';
import { meet } from './meet';

const PRESS = { timeout: 2000 };

// Does the first thing that can be done, if there is one now.
export async function decideArena(page: Page): Promise<boolean> {
  const first = (selector: string) => page.locator(selector).first();
  const press = async (selector: string): Promise<boolean> => {
    if (!(await first(selector).isVisible())) return false;
    return first(selector)
      .click(PRESS)
      .then(() => true)
      .catch(() => false);
  };
  if (await press('[data-test=commit]')) return true;
  if (await press('.pairs button')) return true;
  if (await press('.pick[aria-pressed=false]')) return press('.square.lit');
  if (!(await press('.square.lit:not(.armed)'))) return false;
  return (await press('.square.target')) || (await press('.fan button'));
}

const WAYS = [
  '.pairs button',
  'main:has(.pick[aria-pressed=true]) .square.lit',
  '.pick[aria-pressed=false]',
  '.square.target',
  '.fan button',
  '.square.lit:not(.armed)',
];
const COMMIT = '[data-test=commit]';

// Plays until each page has come to a commitment, or to the end.
export const arenaToCommitment = (pages: Page[]): Promise<void> =>
  play(pages, { ways: WAYS, until: `${COMMIT}, ${END}` });

// Commits what the page proposes, too.
export const ALL_WAYS = [COMMIT, ...WAYS];
export const arenaToEnd = (pages: Page[]): Promise<void> => play(pages, { ways: ALL_WAYS, until: END });

// The same by mouse.
export async function arenaByMouse(page: Page): Promise<void> {
  for (let step = 0; step < 900; step++) {
    if (await page.locator(END).isVisible()) return;
    if (!(await decideArena(page))) await page.waitForTimeout(20);
  }
  throw new Error('the match does not end');
}

// A setting is the text of what is pressed, or "legend: text" where that says too little.
export async function openArenaTable(host: Page, guest: Page, url: string, ...settings: string[]): Promise<void> {
  await host.goto(`${url}/play/arena`);
  for (const text of [...settings, 'A friend']) {
    const [legend, label] = text.includes(': ') ? text.split(': ') : ['', text];
    await host.click(`fieldset:has-text("${legend}") label:has-text("${label}")`);
  }
  await host.click('[data-test=start]');
  await meet(host, guest);
}
