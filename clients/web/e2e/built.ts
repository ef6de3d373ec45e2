// The scripts of the built page, as its manifest lists them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

interface Script {
  file: string;
  // What is loaded with it, by their names in the manifest.
  imports?: string[];
}
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Script>;

// All that is loaded with these files of the sources, as far as they are there and loaded by themselves.
export function loadedWith(...sources: string[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string): void => {
    const script = manifest[name] as Script | undefined;
    if (!script || files.has(script.file)) return;
    files.add(script.file);
    script.imports?.forEach(add);
  };
  sources.forEach(add);
  return files;
}

// Bytes that these take with gzip, each by itself.
export const weight = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length, 0);
