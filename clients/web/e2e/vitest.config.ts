import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // What lies in short/ is a run of its own as well (npm run e2e-short): a minute that every change can spare, for a whole
    // duel, the opening of each game, the landing, and what the first visit costs.
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/testing/contract.ts'],
    testTimeout: 60_000,
    // Real time passes here, for browser, server and bots at once: one that a busy machine held up may try again.
    retry: 2,
    hookTimeout: 60_000,
    // What is looked for again and again comes when the server has answered, which on a busy machine is no matter of a second.
    expect: { poll: { timeout: 15_000 } },
    // A page often waits for the other one, or for its server: three files at once keep two cores busy.
    maxWorkers: 3,
    reporters: ['default'],
  },
});
