// How players come together at a table that one of them has opened.
import type { Page } from 'playwright-core';
import { play } from './driver';

// By the link that the host has. What each can bring is as the page proposes it: nobody takes the time to choose.
export async function meet(host: Page, ...guests: Page[]): Promise<void> {
  const link = await host.inputValue('input[readonly]');
  // One after the other: each has the next seat.
  for (const guest of guests) {
    await guest.goto(link);
    await guest.waitForSelector('.seat, .match');
  }
  await play([host, ...guests], { ways: ['[data-test=ready], [data-test=set-out]'], until: '.match' });
}

// For anybody to watch: of a game as it is proposed, or as `choose` sets it up.
export async function openPublicMatch(
  host: Page,
  guest: Page,
  url: string,
  game: string,
  choose?: (page: Page) => Promise<void>,
): Promise<void> {
  for (const page of [host, guest]) {
    await page.goto(`${url}/play/${game}`);
    await choose?.(page);
    await page.getByLabel('Anyone', { exact: true }).check();
    await page.click('[data-test=start][aria-disabled=false]');
    await page.waitForURL(/\/[tm]\//);
  }
  await play([host, guest], { ways: ['[data-test=ready], [data-test=set-out]'], until: '.match' });
}
