// What axe finds wrong with a page for those who do not see or point as others do.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { settled } from './settled';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
// The rules whose outcome depends on colours. The dark theme changes colours alone, and what is looked at in it is
// looked at in the light one too: there all rules are asked.
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

// Each as its rule, the element, and what would mend it; once the page has come to rest.
export async function axeFaults(page: Page): Promise<string[]> {
  await settled(page);
  // A page's policy lets no script in but its own, and axe comes past it through the debugger.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const options = { runOnly: dark ? COLOURS : ALL, resultTypes: ['violations'] };
  const found: Violation[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then((r) => r.violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

// The same in the light theme and then in the dark one. It ends in the light one.
export async function axeFaultsInBothThemes(page: Page): Promise<string[]> {
  const all: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    all.push(...(await axeFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return all;
}
