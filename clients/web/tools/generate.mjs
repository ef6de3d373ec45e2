// Makes the JavaScript of the wire contract and its types from protocol/, with protoc and protoc-gen-es, into src/gen (not
// committed). What belongs to one game becomes a part of its own, which is loaded when it is wanted (src/net/linking.ts).
// Does nothing when what is there is newer than the contract.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { divide } from './divide.mjs';

const tools = dirname(fileURLToPath(import.meta.url));
const here = join(tools, '..');
const contract = join(here, '../../protocol');
const folder = join(contract, 'wyrmhall/v1');
const out = join(here, 'src/gen');
const sources = readdirSync(folder).filter((name) => name.endsWith('.proto'));
const made = (name) => join(out, 'wyrmhall/v1', name.replace(/\.proto$/, '_pb.js'));
const changed = (file) => statSync(file).mtimeMs;
const newest = Math.max(...['generate.mjs', 'divide.mjs'].map((name) => changed(join(tools, name))));
const stale = sources.some(
  (name) => !existsSync(made(name)) || changed(made(name)) < Math.max(newest, changed(join(folder, name))),
);
if (stale) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  execFileSync(
    'protoc',
    [
      `--plugin=protoc-gen-es=${join(here, 'node_modules/.bin/protoc-gen-es')}`,
      `--es_out=${out}`,
      '--es_opt=target=js+dts,import_extension=none',
      `-I${contract}`,
      ...sources.map((name) => `wyrmhall/v1/${name}`),
    ],
    { stdio: 'inherit' },
  );
  divide(out, sources.map(made));
}
