// Chromium, as the distribution has it, and pages that fail a test when they complain.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import * as features from './chromium_features';

// What is made for having no window takes a sixth less of the processor.
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell';
const EXECUTABLE = process.env['CHROMIUM'] ?? (existsSync(WITHOUT_WINDOW) ? WITHOUT_WINDOW : '/usr/bin/chromium');
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...features.NEVER, ...features.COSTLY].join(',')}`,
];

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

// Things move for this visitor, though they are told at once.
export const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' };

// What a page logged that it should not have. A lost connection is the browser's own complaint, not the page's.
const complaints = new WeakMap<Page, string[]>();
const EXPECTED = /WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

export interface Visitor extends BrowserContextOptions {
  // Has never been here before: the first match is explained.
  newcomer?: boolean;
  // What is set on the visitor's device.
  settings?: Record<string, unknown>;
}

// A visitor of their own: nothing is kept from others. Nothing moves, which takes a third of the processor, unless it is MOVING
// or a test sets how fast things are told.
export async function visitor(browser: Browser, options: Visitor = {}): Promise<Page> {
  const { settings, newcomer, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: settings?.['speed'] ? 'no-preference' : 'reduce',
    // What it would keep is gone with the visitor.
    serviceWorkers: 'block',
    ...rest,
  });
  await context.addInitScript(
    (kept: string) => {
      if (!localStorage.getItem('wyrmhall.settings')) localStorage.setItem('wyrmhall.settings', kept);
    },
    JSON.stringify({ speed: 'instant', ...settings }),
  );
  if (!newcomer) {
    await context.addInitScript(() => localStorage.setItem('wyrmhall.tour', JSON.stringify({ off: true })));
  }
  return watched(await context.newPage());
}

// Another tab of the same visitor.
export const tab = async (page: Page): Promise<Page> => watched(await page.context().newPage());

function watched(page: Page): Page {
  const said: string[] = [];
  complaints.set(page, said);
  page.on('pageerror', (error) => said.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !EXPECTED.test(message.text() + url)) said.push(message.text());
  });
  return page;
}

export function expectQuiet(...pages: Page[]): void {
  for (const page of pages) expect(complaints.get(page) ?? []).toEqual([]);
}
