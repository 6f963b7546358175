import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithThisProcess } from '../fixtures/end-with-this-process.ts';

const START = resolve(import.meta.dirname, '../../examples/customer-page/start.ts');

/** What `npm run example` starts. */
export interface Example {
  readonly sluiceUrl: string;
  readonly shopUrl: string;
  readonly rootKey: string;
  readonly captureToken: string;
  /** Ends it as Ctrl-C does. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts shop and service in a data folder, with a clock that tests set. */
export async function startExample(dataDir: string): Promise<Example> {
  const child = spawn(process.execPath, [START, '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], SLUICE_TEST_CLOCK: 'on', SLUICE_LOG_LEVEL: 'error' },
  });
  endWithThisProcess(child);
  const said: Record<string, string> = {};
  const ready = Promise.withResolvers<void>();
  child.once('exit', (code) => ready.reject(new Error(`the example ended with ${code}`)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, name, url] = /^(Sluice|The shop) is on (http:\S+)$/.exec(line) ?? [];
    if (name !== undefined && url !== undefined) said[name] = url;
    if (Object.keys(said).length === 2) ready.resolve();
  });
  await ready.promise;
  const credentials = JSON.parse(readFileSync(join(dataDir, 'initial-credentials.json'), 'utf8'));
  return {
    sluiceUrl: said['Sluice'] ?? '',
    shopUrl: said['The shop'] ?? '',
    rootKey: credentials.root_key,
    captureToken: credentials.capture_token,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      return child.exitCode;
    },
  };
}
