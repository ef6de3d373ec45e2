// The picture of a duel that moves, at the top of README: some seconds as a player sees them, as an animated WebP in docs/images,
// with DOCS=1.
// It takes img2webp, of Debian's package webp.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visitor } from '../e2e/browser';
import { ACT, END, decideUntilAct, startAgainstBot } from '../e2e/duel';
import { openSite } from '../e2e/site';
import { forDocs } from './camera';

const { server, browser } = await openSite();
const CLIP = fileURLToPath(new URL('../../../docs/images/web-duel.webp', import.meta.url));
const SIZE = { width: 1080, height: 800 };
const LARGEST = 900_000; // bytes
const SECONDS = { least: 6, most: 12 };
const LAST_MS = 1500; // how long the last frame stands before all of it begins again
const GAP_MS = 50; // between frames: what changes sooner is left out
const QUALITIES = [80, 65, 50, 35]; // the first that is small enough is taken

interface Frame {
  at: number; // milliseconds
  picture: Buffer;
}

// What the page shows from now on, whenever that changes, until what this returns is called.
async function record(page: Page): Promise<() => Promise<Frame[]>> {
  const frames: Frame[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, picture: Buffer.from(data, 'base64') });
    void cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 95, maxWidth: SIZE.width, maxHeight: SIZE.height });
  return async () => {
    await cdp.send('Page.stopScreencast');
    await cdp.detach();
    return frames.filter(({ at }, i) => i === 0 || at - frames[i - 1].at > 0);
  };
}

function thinned(frames: readonly Frame[]): Frame[] {
  const kept: Frame[] = [];
  for (const frame of frames) {
    const last = kept.at(-1);
    if (last && frame.at - last.at < GAP_MS) kept[kept.length - 1] = { at: last.at, picture: frame.picture };
    else kept.push(frame);
  }
  return kept;
}

function write(frames: readonly Frame[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'wyrmhall-clip-'));
  try {
    const files = frames.flatMap(({ at, picture }, i) => {
      const file = join(folder, `${i}.jpeg`);
      writeFileSync(file, picture);
      const next = frames[i + 1]?.at ?? at + LAST_MS;
      return ['-d', String(Math.round(next - at)), file];
    });
    for (const quality of QUALITIES) {
      const how = ['-loop', '0', '-mixed', '-m', '6', '-q', String(quality)];
      execFileSync('img2webp', ['-min_size', ...how, ...files, '-o', CLIP], { stdio: 'pipe' });
      console.log(`quality ${quality}: ${frames.length} frames, ${statSync(CLIP).size} bytes`);
      if (statSync(CLIP).size <= LARGEST) return;
    }
    throw new Error(`it has more than ${LARGEST} bytes`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.runIf(forDocs('clip'))('clip', async () => {
  const page = await visitor(browser, { viewport: SIZE, colorScheme: 'dark', settings: { speed: 'brisk' } });
  for (let tries = 0; tries < 10; tries++) {
    await startAgainstBot(page, server.url);
    await decideUntilAct(page);
    if (await page.locator(END).isVisible()) continue;
    await page.waitForTimeout(800);
    const stop = await record(page);
    const begun = Date.now();
    const seconds = (): number => (Date.now() - begun) / 1000;
    // The odds of what is pointed at, then the blow, and the answer to it.
    while (seconds() < SECONDS.least && !(await page.locator(END).isVisible())) {
      const act = page.locator(ACT).first();
      await act.hover();
      await page.waitForTimeout(900);
      await act.click();
      await page.waitForSelector(`${ACT}, ${END}`, { timeout: 20_000 });
      await page.waitForTimeout(500);
    }
    const frames = thinned(await stop());
    // A fight that was over too soon shows too little, and one with long answers too much.
    if ((await page.locator(END).isVisible()) || seconds() > SECONDS.most) continue;
    write(frames);
    expect(frames.length).toBeGreaterThan(SECONDS.least * 4);
    return;
  }
  throw new Error('no fight took as long as it should');
});
