import { defineConfig } from 'vitest/config';

// Each by itself, once all others have ended: they say how long a page takes, which others would make longer.
const MEASURED = ['e2e/long_match.test.ts', 'e2e/short/first_load.test.ts'];

// What lies in short/ is a run of its own as well (npm run e2e-short): a minute that every change can spare, for a whole duel,
// the opening of each game, the landing, and what the first visit costs.
export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['src/testing/contract.ts'],
    testTimeout: 60_000,
    // Real time passes here, for browser, server and bots at once: one that a busy machine held up may try again.
    retry: 2,
    hookTimeout: 60_000,
    // What is looked for again and again comes when the server has answered, which on a busy machine is no matter of a second.
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        // A page often waits for the other one, or for its server: three files at once keep two cores busy.
        test: { name: 'pages', include: ['e2e/**/*.test.ts'], exclude: MEASURED, maxWorkers: 3 },
      },
      { extends: true, test: { name: 'measured', include: MEASURED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
