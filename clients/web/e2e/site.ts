// What the tests of one file visit: a server of their own, and a browser to do it with.
import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launch } from './browser';
import { Server } from './server';

// Both end with the file. `options`: of the server, beside those that all have.
export async function openSite(...options: string[]): Promise<{ server: Server; browser: Browser }> {
  const browser = await launch();
  const server = new Server();
  afterAll(async () => {
    await browser.close();
    await server.end();
  });
  await server.start(...options);
  return { server, browser };
}
