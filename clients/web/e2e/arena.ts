// How a person plays in the arena on the page.
import type { Page } from 'playwright-core';

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

// Plays by itself on the page, all but the commitment: in there it costs no way back and forth for each press.
export async function playByItself(page: Page): Promise<void> {
  await page.evaluate(() => {
    const press = (selector: string): boolean => {
      const found = document.querySelector<HTMLElement>(selector);
      found?.click();
      return found !== null;
    };
    setInterval(() => {
      if (document.querySelector('[data-test=commit]')) return;
      if (document.querySelector('.pick[aria-pressed=true]')) return void press('.square.lit');
      if (press('.pick') || press('.square.target') || press('.fan button')) return;
      press('.square.lit:not(.armed)');
    }, 10);
  });
}

// A setting is the text of what is pressed, or "legend: text" where that says too little.
export async function openArenaTable(host: Page, guest: Page, url: string, ...settings: string[]): Promise<void> {
  await host.goto(`${url}/play/arena`);
  for (const text of [...settings, 'A friend']) {
    const [legend, label] = text.includes(': ') ? text.split(': ') : ['', text];
    await host.click(`fieldset:has-text("${legend}") label:has-text("${label}")`);
  }
  await host.click('[data-test=start]');
  const link = await host.inputValue('input[readonly]');
  await guest.goto(link);
  await Promise.all([host.waitForURL('**/m/**'), guest.waitForURL('**/m/**')]);
}
