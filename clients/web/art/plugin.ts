// Draws the portraits into src/art/portraits before anything asks for them, so that they are files: hashed, cached,
// shown as <img>, and no script.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { DRAGONS } from './dragons.ts';
import { portrait } from './portrait.ts';

export function portraits(root: string): Plugin {
  const folder = join(root, 'src/art/portraits');
  return {
    name: 'wyrmhall-portraits',
    config() {
      mkdirSync(folder, { recursive: true });
      for (const [name, dragon] of Object.entries(DRAGONS)) {
        const path = join(folder, `${name}.svg`);
        const drawing = portrait(dragon);
        if (!existsSync(path) || readFileSync(path, 'utf8') !== drawing) writeFileSync(path, drawing);
      }
    },
  };
}
