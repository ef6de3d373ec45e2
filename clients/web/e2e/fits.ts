// Whether a page fits its window, and what can be pressed a thumb.
import type { Page } from 'playwright-core';

// Pixels by which a page is wider than its window.
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const LEAST = 44;
const PRESSED = ['button:not([aria-disabled=true])', 'a[href]', 'summary', 'select'].map((one) => `main ${one}`);

// What can be pressed and is smaller than a thumb wants it. The edge of a plate may be cut at a corner.
export const tooSmall = (page: Page): Promise<string[]> =>
  page.locator(PRESSED.join(', ')).evaluateAll(
    (all, least) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        if (width === 0 || Math.min(width, height) >= least - 0.01) return [];
        return [`${one.textContent?.trim().slice(0, 40)} (${one.className}): ${width} × ${height}`];
      }),
    LEAST,
  );

// Words that run out of the plate they stand on: one of these.
export const outOfPlates = (page: Page, which: string): Promise<string[]> =>
  page.locator(which).evaluateAll((plates) =>
    plates.flatMap((plate) => {
      const room = plate.getBoundingClientRect();
      if (!plate.checkVisibility({ visibilityProperty: true }) || room.width === 0) return [];
      const texts = document.createTreeWalker(plate, NodeFilter.SHOW_TEXT);
      const out: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.textContent?.trim() || text.parentElement?.closest('.visually-hidden')) continue;
        const words = document.createRange();
        words.selectNodeContents(text);
        const runs = [...words.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1,
        );
        if (runs) out.push(`${text.textContent.trim()} (${plate.className})`);
      }
      return out;
    }),
  );
