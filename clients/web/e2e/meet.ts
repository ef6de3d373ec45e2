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
