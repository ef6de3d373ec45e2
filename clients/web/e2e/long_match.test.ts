// A match of far more moves than people make, which a relay makes of a short one: what a page does for a move must not grow
// with those before it, be they told one by one or all at once after a reload.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HuntActivationType, HuntSkill } from '../src/gen/wyrmhall/v1/hunt_pb';
import { MatchUpdateSchema, type MatchUpdate } from '../src/gen/wyrmhall/v1/match_pb';
import { MOVING, visitor } from './browser';
import { ROLL, startHunt } from './hunt';
import { lieTo, type Say } from './liar';
import { slowdown } from './pace';
import { openSite } from './site';

const MOVES = 1500;
const BATCH = 500;
const NODES = 3500;
// How many times as long as the first moves the last ones may take. Nothing grows: the rest is for other tests that run
// beside this one.
const GROWTH = 2;
// On a processor slowed down for the test no task takes longer than this, neither while moves come nor at a reload. Other
// work on the machine only ever makes one longer: the best of LOTS lots of moves, and of RELOADS reloads, shows what the
// page costs.
const LONG_TASK_MS = 100;
const LOT = 200;
const LOTS = 3;
const RELOADS = 6;

const { server, browser } = await openSite();

// A move of somebody else, with which the second hero strikes.
const report = { hero: 1, type: HuntActivationType.SKILL, skill: HuntSkill.CLEAVE, damage: 1 };
const struck: MessageInitShape<typeof MatchUpdateSchema> = {
  events: [{ game: { case: 'hunt', value: { event: { case: 'activation', value: report } } } }],
  waitingOn: 0b10,
};
const move = (version: number): MatchUpdate => create(MatchUpdateSchema, { ...struck, version: BigInt(version) });
// What the page says of the moves before the five that it names, once it has come to this one; the first was its own.
const before = (version: number): string => `.recap:has-text("${version - 6} moves, then")`;

// A page on which others decide without end: `more` tells it of a number of their moves.
async function onlooker(): Promise<{ page: Page; more: (count: number) => Promise<void>; version: () => number }> {
  const page = await visitor(browser, MOVING);
  let say: Say | undefined;
  let channel = 0;
  let version = 0;
  let began: MatchUpdate | undefined;
  await lieTo(page, {
    fromPage: ({ command, commandId }, answer) => {
      say = answer;
      if (command.case !== 'askStory' || !began) return true;
      const since = Number(command.value.sinceVersion);
      const updates = Array.from({ length: Math.min(BATCH, version + 1 - since) }, (_, i) => move(since + i));
      if (since === 0) updates[0] = began;
      const next = since + updates.length;
      answer({ case: 'story', value: { updates, ...(next <= version && { continueFrom: BigInt(next) }) } }, commandId);
      return false;
    },
    fromServer: ({ message }) => {
      if (message.case !== 'matchOpened') return true;
      channel = message.value.channel;
      const update = message.value.updates.at(-1);
      if (!update) return true;
      // After a reload it stands where the relay has led it.
      began ??= { ...update, version: 0n };
      version = Math.max(version, Number(update.version));
      update.version = BigInt(version);
      return true;
    },
  });
  await startHunt(page, server.url);
  const more = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      say?.({ case: 'update', value: { ...move(++version), channel } });
      if (i % 10 === 9) await page.waitForTimeout(10);
    }
    await page.waitForSelector(before(version));
  };
  return { page, more, version: () => version };
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
// For a page that is loaded after this.
const watchTasks = (): void => {
  const tasks: number[] = [];
  const add = (entries: PerformanceEntryList): void => void tasks.push(...entries.map(({ duration }) => duration));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'longtask' });
  const take = (): number[] => (add(observer.takeRecords()), tasks.splice(0));
  Object.assign(window, { take });
};
// Since this was asked last. A browser tells of a task some time after it.
const TOLD_MS = 400;
const longestTask = async (page: Page): Promise<number> => {
  await page.waitForTimeout(TOLD_MS);
  return page.evaluate(() => Math.max(0, ...(window as unknown as { take: () => number[] }).take()));
};

test(
  'the last of 1,500 moves costs the page what the first did, and a reload no more',
  { timeout: 240_000 },
  async () => {
    const { page, more, version } = await onlooker();
    await page.waitForSelector(ROLL);
    await page.addInitScript(watchTasks);
    const reload = async (): Promise<number> => {
      await page.reload();
      await page.waitForSelector(`${before(version())}, ${before(version() + 1)}`);
      return longestTask(page);
    };
    await more(20);
    await reload();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    // The longest tasks of some lots of moves, and of some reloads, on a processor four times slower.
    const slowed = async (): Promise<{ played: number[]; reloaded: number[] }> => {
      const played: number[] = [];
      const reloaded: number[] = [];
      await session.send('Emulation.setCPUThrottlingRate', { rate: await slowdown(browser, server.url) });
      await longestTask(page);
      for (let lot = 0; lot < LOTS; lot++) {
        await more(LOT);
        played.push(await longestTask(page));
      }
      while (reloaded.length < RELOADS && Math.min(...reloaded) > LONG_TASK_MS) {
        await session.send('Emulation.setCPUThrottlingRate', { rate: await slowdown(browser, server.url) });
        reloaded.push(await reload());
      }
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      return { played, reloaded };
    };
    const first = await slowed();
    const seconds: number[] = [];
    for (let done = 0; done < MOVES; done += BATCH) {
      const start = await busySeconds(session);
      await more(BATCH);
      seconds.push((await busySeconds(session)) - start);
    }
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    console.log(`busy for each ${BATCH} moves: ${seconds.map((each) => each.toFixed(2)).join(', ')} s; ${nodes} nodes`);
    expect(seconds.at(-1)).toBeLessThan(GROWTH * Math.max(seconds[0], seconds[1]));
    expect(nodes).toBeLessThan(NODES);

    const last = await slowed();
    for (const [of, { played, reloaded }] of Object.entries({ first, last }))
      console.log(
        `longest tasks, four times slower, ${of}: ${played.join(', ')} ms; of reloads ${reloaded.join(', ')} ms`,
      );
    // Where other work keeps the machine busy, the first took long as well.
    const allowed = (tasks: number[]): number => Math.max(LONG_TASK_MS, GROWTH * Math.max(...tasks));
    expect(Math.min(...last.played)).toBeLessThanOrEqual(allowed(first.played));
    expect(Math.min(...last.reloaded)).toBeLessThanOrEqual(allowed(first.reloaded));
    // What was before can be told, 80 lines at a time.
    const lines = page.locator('.story li');
    const shown = await lines.count();
    await page.click('.story .earlier');
    await expect.poll(() => lines.count()).toBe(shown + 80);
    await page.context().close();
  },
);
