import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/testing/contract.ts'],
    testTimeout: 60_000,
    // Real time passes here, for browser, server and bots at once: one that a busy machine held up may try again.
    retry: 2,
    hookTimeout: 60_000,
    // Two cores are enough for one server and its browsers.
    maxWorkers: 2,
    reporters: ['default'],
  },
});
