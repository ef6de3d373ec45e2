import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compress } from './tools/compress.ts';
import { icons } from './art/icons.ts';
import { links } from './art/links.ts';
import { portraits } from './art/plugin.ts';
import { messages } from './tools/messages.ts';
import { worker } from './tools/worker.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const SERVER = process.env['WYRMHALL_SERVER'] ?? '127.0.0.1:7420';

export default defineConfig({
  plugins: [messages(), portraits(root), icons(root), links(root), svelte(), worker(root), compress(`${root}dist`)],
  build: {
    target: 'es2022',
    // Everything is a file of its own: the pages' policy allows no inlined data but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A test weighs the parts of the games by it.
    manifest: true,
    rolldownOptions: {
      output: {
        // What the hall needs is one file: each further one costs a way to the server and back, and is packed worse.
        codeSplitting: { groups: [{ name: 'hall', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    fs: {
      allow: [
        root,
        fileURLToPath(new URL('../messages', import.meta.url)),
        fileURLToPath(new URL('../../docs/rules', import.meta.url)),
        fileURLToPath(new URL('../../rules/dragondice', import.meta.url)),
      ],
    },
    proxy: { '/ws': { target: `ws://${SERVER}`, ws: true, rewriteWsOrigin: true } },
  },
  test: {
    include: ['src/**/*.test.ts', 'art/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/testing/contract.ts', 'src/testing/words.ts'],
  },
});
