import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['pictures/**/*.pictures.ts'],
    environment: 'node',
    setupFiles: ['src/testing/contract.ts'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ['default'],
  },
});
