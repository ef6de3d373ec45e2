// Makes the JavaScript of the wire contract and its types from protocol/, with protoc and protoc-gen-es, into src/gen (not
// committed).
// Does nothing when what is there is newer than the contract.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const contract = join(here, '../../protocol');
const folder = join(contract, 'wyrmhall/v1');
const out = join(here, 'src/gen');
const sources = readdirSync(folder).filter((name) => name.endsWith('.proto'));
const made = (name) => join(out, 'wyrmhall/v1', name.replace(/\.proto$/, '_pb.js'));
const stale = sources.some(
  (name) => !existsSync(made(name)) || statSync(made(name)).mtimeMs < statSync(join(folder, name)).mtimeMs,
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
  sources.forEach((name) => packDescriptor(made(name)));
}

// A file's descriptor as its bytes instead of in base64, in which names that recur look different each time: it
// compresses to two thirds of the size, and is most of what the contract adds to the first script.
function packDescriptor(file) {
  const bytes = (base64) => JSON.stringify(Buffer.from(base64, 'base64').toString('latin1'));
  const packed = readFileSync(file, 'utf8').replace(
    /fileDesc\("([^"]+)"/,
    (_, base64) => `fileDesc(btoa(${bytes(base64)})`,
  );
  writeFileSync(file, packed);
}
