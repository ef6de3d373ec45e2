// A server that bends the dice (docs/dice.md): what each lie gets out of the page, and what the page says of it.
import { clone } from '@bufbuild/protobuf';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { Act } from '../src/gen/wyrmhall/v1/client_pb';
import type { Choice } from '../src/gen/wyrmhall/v1/game_pb';
import { RefusalCode } from '../src/gen/wyrmhall/v1/server_pb';
import { CalledOffReason, TablePhase, TableSchema, type Table } from '../src/gen/wyrmhall/v1/table_pb';
import { hex } from '../src/net/bytes';
import { expectQuiet, visitor } from './browser';
import { ACT, CHECKED, END, decide, decideUntilAct, playToEnd } from './duel';
import { fightsIn, lieTo, updatesIn, type Lies } from './liar';
import { openSite } from './site';
import { Signing } from './signing';

const { server, browser } = await openSite();
let page: Page;
let signing: Signing;
beforeEach(async () => {
  signing = new Signing(3);
  page = await visitor(browser);
  return async () => {
    expectQuiet(page);
    await page.context().close();
  };
});

// The server as it is, signing by our key, but for these lies.
const lie = (lies: Lies): Promise<void> =>
  lieTo(page, {
    ...lies,
    fromServer: (message) => signing.fromServer(message) && (lies.fromServer?.(message) ?? true),
  });
const sitDown = async (): Promise<void> => {
  await page.goto(server.url);
  await page.click('[data-test=play-now]');
};
const accused = (text: string): Promise<unknown> =>
  page.waitForSelector(`[data-test=accused]:has-text("${text}")`, { timeout: 15_000 });

// The file with the evidence, and what the page makes of it.
async function judged(): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download the evidence')]);
  const path = await download.path();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ format: 'wyrmhall accusation 1' });
  await page.goto(`${server.url}/dice`);
  await page.setInputFiles('[data-test=judge-file]', path);
  return (await page.textContent('[data-test=judged] h3')) ?? '';
}

test('an honest server is accused of nothing', async () => {
  await lie({});
  await sitDown();
  await page.waitForSelector('.pick');
  await playToEnd([page]);
  await page.waitForSelector(`${END} [data-test=foresight]:has-text("rolls mixed in a secret")`);
  await page.waitForSelector(`${CHECKED}:has-text("Checked: what you saw is what was played.")`);
  // The last one too, by what the page showed when the end was signed. No other seat has a chain.
  const confirmed = await page.textContent(`${CHECKED} [data-test=confirmations]`);
  const [, n, m] = /^(\d+) of (\d+) decisions? confirmed\.$/.exec(confirmed ?? '') ?? [];
  expect(Number(n)).toBeGreaterThan(0);
  expect(n).toBe(m);
  expect(await page.locator('[data-test=accused]').count()).toBe(0);
  // The end fits the start, so nothing is held against the server any more.
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /\.(chain|shown)\./.test(key)));
  expect(kept).toEqual([]);
});

test('a start that is called off with its commitment kept gets no second secret', async () => {
  const shown: string[] = [];
  let revealing: Table | undefined;
  await lie({
    fromServer: ({ message }) => {
      if (message.case === 'tableState' && message.value.phase === TablePhase.REVEALING) revealing ??= message.value;
      return true;
    },
    fromPage: ({ commandId, command }, say) => {
      if (!revealing) return true;
      if (command.case === 'reveal') {
        shown.push(hex(command.value.x0));
        const open = clone(TableSchema, revealing);
        open.phase = TablePhase.OPEN;
        open.calledOff = CalledOffReason.NO_REVEAL;
        for (const seat of open.seats) seat.commitment = new Uint8Array();
        say({ case: 'tableState', value: open }, commandId);
        return false;
      }
      if (command.case === 'ready') {
        const again = clone(TableSchema, revealing);
        const mine = again.seats.find(({ occupant }) => occupant.case === 'player')!;
        mine.commitment = command.value.commitment;
        signing.table(again);
        say({ case: 'tableState', value: again }, commandId);
        return false;
      }
      return true;
    },
  });
  await sitDown();
  // A message of before could still come, so the page waits before it accuses.
  await accused('a commitment that it has used before');
  expect(shown).toHaveLength(1);
  // Nobody has signed the second start, so it is word against word.
  expect(await judged()).toContain('Not proven');
});

test('nothing is shown for a start that nobody has signed', async () => {
  let shown = 0;
  await lie({
    fromServer: ({ message }) => {
      if (message.case === 'tableState') delete message.value.start;
      return true;
    },
    fromPage: ({ command }) => {
      if (command.case === 'reveal') shown++;
      return true;
    },
  });
  await sitDown();
  await accused('has not signed this');
  expect(shown).toBe(0);
});

test('a server that signs two starts for one is convicted by the file', async () => {
  await lie({
    fromServer: ({ message }) => {
      if (message.case !== 'matchOpened' || !message.value.info?.start) return true;
      const [, text] = [...signing.starts][0];
      message.value.info.start = signing.notary.statement(text.replace(/time .*/, 'time 2026-01-01T00:00:00.000000Z'));
      return true;
    },
  });
  await sitDown();
  await accused('cannot both be true');
  expect(await judged()).toContain('Convicted');
});

test('a server that leaves out which link it has does not get the seat to go on without its chain', async () => {
  const acts: { lost: boolean; link: string }[] = [];
  await lie({
    fromServer: ({ message }) => {
      if (message.case === 'matchOpened') {
        for (const update of message.value.updates) update.lastLink = new Uint8Array();
      }
      return true;
    },
    fromPage: ({ command }) => {
      if (command.case === 'act') acts.push({ lost: command.value.chainLost, link: hex(command.value.link) });
      return true;
    },
  });
  await sitDown();
  await page.waitForSelector('.pick');
  await accused('This browser has not given them up');
  await decideUntilAct(page);
  await playToEnd([page]);
  expect(acts.length).toBeGreaterThan(1);
  expect(acts.filter(({ lost, link }) => lost || link === '')).toEqual([]);
  expect(new Set(acts.map(({ link }) => link)).size).toBe(acts.length);
});

test('a server that refuses each right link gets no second one, and nobody gives up but the person', async () => {
  const acts: { lost: boolean; link: string }[] = [];
  await lie({
    fromPage: ({ commandId, command }, say) => {
      if (command.case !== 'act') return true;
      acts.push({ lost: command.value.chainLost, link: hex(command.value.link) });
      if (command.value.chainLost) return true;
      say({ case: 'refusal', value: { code: RefusalCode.WRONG_LINK } }, commandId);
      return false;
    },
  });
  await sitDown();
  await page.waitForSelector('.pick');
  await decide(page);
  await page.waitForSelector('[data-test=without]:has-text("the operator could foresee your rolls")');
  expect(new Set(acts.map(({ link }) => link)).size).toBe(1);
  expect(acts.some(({ lost }) => lost)).toBe(false);
  await page.click('[data-test=without] >> text=Not now');
  await accused('the only secret that can be right');
  await page.waitForTimeout(500);
  expect(acts.some(({ lost }) => lost)).toBe(false);
  await decide(page);
  await page.click('[data-test=without-yes]');
  await page.waitForSelector(ACT);
  expect(acts.at(-1)).toEqual({ lost: true, link: '' });
});

test('a server with another key than before starts nothing until the person trusts it', async () => {
  let ready = 0;
  await lie({
    fromPage: ({ command }) => {
      if (command.case === 'ready') ready++;
      return true;
    },
  });
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem('wyrmhall.keys', JSON.stringify(['ab'.repeat(32)])));
  await page.click('[data-test=play-now]');
  await page.waitForSelector('[data-test=other-key]');
  await page.waitForURL('**/t/**');
  expect(ready).toBe(0);
  await page.click('[data-test=other-key] button');
  await page.waitForSelector('.pick');
  expect(ready).toBe(1);
});

test('a server that shows other dice and another winner than it records is caught when the match is over', async () => {
  let fights = 0;
  let recorded: number[] = [];
  await lie({
    fromServer: (message) => {
      for (const fight of fightsIn(message)) {
        fight.dice = fight.dice.map((face) => (face % 4) + 1);
        fights++;
      }
      for (const { outcome } of updatesIn(message)) {
        if (!outcome) continue;
        recorded = outcome.winners;
        outcome.winners = [1 - recorded[0]];
        outcome.places.reverse();
      }
      return true;
    },
  });
  await sitDown();
  await page.waitForSelector('.pick');
  await playToEnd([page]);
  expect(fights).toBeGreaterThan(0);
  await accused('What you saw is not what was played');
  await page.waitForSelector(`${END} [data-test=checked]:has-text("What you saw is not what was played.")`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download the evidence')]);
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    of: string;
    statements: { text: string }[];
    own: { record: string; seen: Record<string, string> };
  };
  expect(file.of).toBe('shownOtherwise');
  expect(file.statements.map(({ text }) => text.split('\n')[0])).toEqual(['wyrmhall start 1', 'wyrmhall end 1']);
  const seen = JSON.parse(file.own.seen['shown']) as { winners: number[] };
  expect(seen.winners).toEqual([1 - recorded[0]]);
  // The record is the true one, whose end is signed.
  const record = JSON.parse(file.own.record) as { outcome: { winners: number[] }; hash: string };
  expect(record.outcome.winners).toEqual(recorded);
  expect(file.statements[1].text).toContain(`record ${record.hash}`);
  // It outlives the page; and nobody else can know what was on the screen.
  await page.reload();
  await accused('What you saw is not what was played');
  expect(await judged()).toContain('Not proven');
});

test('other dice alone are caught too', async () => {
  await lie({
    fromServer: (message) => {
      for (const { dice } of fightsIn(message)) dice.reverse();
      return true;
    },
  });
  await sitDown();
  await page.waitForSelector('.pick');
  await playToEnd([page]);
  await accused('it showed the dice');
});

// Plays another legal choice than the person's, with the link that came with theirs. `change`: what becomes of its
// confirmation.
async function anotherDecision(change: (act: Act) => void): Promise<void> {
  let choices: Choice[] = [];
  let swapped = 0;
  await lie({
    fromServer: (message) => {
      for (const update of updatesIn(message)) if (update.choices) choices = update.choices.choices;
      return true;
    },
    fromPage: ({ command }) => {
      if (command.case !== 'act' || choices.length < 2 || swapped > 0) return true;
      const act = command.value;
      swapped++;
      act.choice = (act.choice % choices.length) + 1;
      act.action = choices[act.choice - 1].action;
      change(act);
      return true;
    },
  });
  await sitDown();
  await page.waitForSelector('.pick');
  await playToEnd([page]);
  expect(swapped).toBe(1);
  await accused('It took your decision in version');
  await page.waitForSelector(`${END} [data-checked=other]`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download the evidence')]);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ of: 'shownOtherwise' });
}

test('another decision under its own number is caught, and its confirmation is of the one that was sent', async () => {
  await anotherDecision(() => undefined);
  await page.click(`${END} >> text=Check the dice`);
  await page.waitForSelector('[data-test=confirmations]:has-text("1 confirmed as another than was played")');
});

test('another decision without a confirmation is caught', async () => {
  await anotherDecision((act) => {
    act.choice = 0;
    act.confirmation = new Uint8Array();
  });
  await page.click(`${END} >> text=Check the dice`);
  await page.waitForSelector('[data-test=confirmations]:has-text("1 made without a confirmation")');
});

test('a server that gives no record is not accused, and the page says that nothing was checked', async () => {
  await lie({
    fromPage: ({ commandId, command }, say) => {
      if (command.case !== 'export') return true;
      say({ case: 'refusal', value: { code: RefusalCode.INTERNAL } }, commandId);
      return false;
    },
  });
  await sitDown();
  await page.waitForSelector('.pick');
  await playToEnd([page]);
  await page.waitForSelector(`${END} [data-test=checked]:has-text("the server does not give the record")`);
  expect(await page.locator('[data-test=accused]').count()).toBe(0);
});
