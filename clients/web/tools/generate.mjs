// Makes the TypeScript of the wire contract from protocol/, with protoc and protoc-gen-es, into src/gen (not committed).
// Does nothing when what is there is newer than the contract.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const contract = join(here, '../../protocol');
const folder = join(contract, 'wyrmhall/v1');
const out = join(here, 'src/gen');
const sources = readdirSync(folder).filter((name) => name.endsWith('.proto'));
const made = (name) => join(out, 'wyrmhall/v1', name.replace(/\.proto$/, '_pb.ts'));
const stale = sources.some(
  (name) => !existsSync(made(name)) || statSync(made(name)).mtimeMs < statSync(join(folder, name)).mtimeMs,
);
if (stale) {
  mkdirSync(out, { recursive: true });
  execFileSync(
    'protoc',
    [
      `--plugin=protoc-gen-es=${join(here, 'node_modules/.bin/protoc-gen-es')}`,
      `--es_out=${out}`,
      '--es_opt=target=ts,import_extension=none',
      `-I${contract}`,
      ...sources.map((name) => `wyrmhall/v1/${name}`),
    ],
    { stdio: 'inherit' },
  );
}
