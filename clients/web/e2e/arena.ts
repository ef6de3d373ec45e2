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
  if (await press('[data-test=seal]')) return true;
  if (await press('.pairs button')) return true;
  if (await press('.pick[aria-pressed=false]')) return press('.square.lit');
  if (!(await press('.square.lit:not(.armed)'))) return false;
  return (await press('.square.target')) || (await press('.fan button'));
}

export async function openArenaTable(host: Page, guest: Page, url: string, ...settings: string[]): Promise<void> {
  await host.goto(`${url}/play/arena`);
  for (const text of [...settings, 'A friend']) await host.click(`label:has-text("${text}")`);
  await host.click('[data-test=start]');
  const link = await host.inputValue('input[readonly]');
  await guest.goto(link);
  await Promise.all([host.waitForURL('**/m/**'), guest.waitForURL('**/m/**')]);
}
