// Writes the service worker beside the build, with a name for its cache that changes whenever a file of the build does.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const DIGITS = 16;

export const worker = (root: string): Plugin => ({
  name: 'wyrmhall-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const names = Object.keys(bundle).sort().join('\n');
    const build = createHash('sha256').update(names).digest('hex').slice(0, DIGITS);
    const source = readFileSync(join(root, 'tools/service_worker.js'), 'utf8').replace('BUILD', build);
    this.emitFile({ type: 'asset', fileName: 'sw.js', source });
  },
});
