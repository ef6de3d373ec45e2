// The real server on a folder and a database of its own. Its port stays the same over restarts.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const program = process.env['WYRMHALLD'] ?? join(top, 'build/dev/bin/wyrmhalld');
// Of the same build.
export const terminalClient = join(dirname(program), 'wyrmhall');
const pages = join(top, 'clients/web/dist');

export class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'wyrmhall-web-'));
  private process: ChildProcess | undefined;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  start(...more: string[]): Promise<this> {
    return this.startOn('data', ...more);
  }

  // With its store in a folder of this name: another one knows nothing of what was played. `more`: options beside these.
  async startOn(data: string, ...more: string[]): Promise<this> {
    const listen = `127.0.0.1:${this.port}`;
    const options = ['--data', join(this.folder, data), '--listen', listen, '--web', pages, '--log-level', 'warn'];
    // All browsers of a test come from one address, faster than people do.
    options.push('--limit-connections-per-address', '200', '--limit-commands-per-second', '200');
    options.push('--limit-starts-per-address', '100000', '--limit-running-matches-per-address', '100000');
    options.push('--limit-tables-per-address', '100000');
    const started = spawn(program, [...options, ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, WYRMHALL_LIMIT_FREE_GUESTS_PER_HOUR: '10000', WYRMHALL_LIMIT_GUESTS_PER_HOUR: '10000' },
    });
    this.process = started;
    for await (const line of createInterface({ input: started.stdout })) {
      const found = /^listening on .*:(\d+)$/.exec(line);
      if (!found) continue;
      this.port = Number(found[1]);
      return this;
    }
    throw new Error(`${program} did not start`);
  }

  // It says nothing more and closes nothing, until it goes on.
  freeze(): void {
    this.process?.kill('SIGSTOP');
  }
  goOn(): void {
    this.process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const running = this.process;
    this.process = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
