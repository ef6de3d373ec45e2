// Draws the portraits, and a moment of each game, into src/portraits before anything imports them, so that they are files:
// hashed, cached, shown as <img>, and no script.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import { DRAGONS } from './dragons.ts';
import { HUNT_DRAGONS } from './hunt.ts';
import { packed } from './pack.ts';
import { life, portrait } from './portrait.ts';

function put(path: string, drawing: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== drawing) writeFileSync(path, drawing);
}

export function portraits(root: string): Plugin {
  const folder = join(root, 'src/portraits');
  return {
    name: 'wyrmhall-portraits',
    async config() {
      mkdirSync(join(folder, 'hunt'), { recursive: true });
      mkdirSync(join(folder, 'moments'), { recursive: true });
      for (const [name, dragon] of Object.entries(DRAGONS)) {
        put(join(folder, `${name}.svg`), packed(portrait(dragon)));
        put(join(folder, `${name}-life.svg`), life(dragon));
      }
      for (const [name, dragon] of Object.entries(HUNT_DRAGONS))
        put(join(folder, 'hunt', `${name}.svg`), packed(portrait(dragon)));
      // The games are found by their folders, as the page finds them.
      const found = await runnerImport<{ moments: Record<string, string> }>(join(root, 'art/moments.ts'), {
        root,
        configFile: false,
        logLevel: 'error',
      });
      for (const [game, drawing] of Object.entries(found.module.moments))
        put(join(folder, 'moments', `${game}.svg`), drawing);
    },
  };
}
