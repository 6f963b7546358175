import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const MAIN = resolve(import.meta.dirname, '../../src/main.ts');

/**
 * Starts a service with the demo in a new folder, for one test, and reads the link that a first start prints on a
 * terminal, which `script` of util-linux stands for.
 */
export async function printedLink(): Promise<string> {
  const environment = {
    ...process.env,
    SLUICE_DATA_DIR: temporaryFolder(),
    SLUICE_PORT: '0',
    SLUICE_DEMO: 'on',
  };
  const child = spawn('script', ['-qfec', `${process.execPath} ${MAIN} start`, '/dev/null'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const link = /(http:\S+\/console\/#code=\S+)/.exec(line)?.[1];
    if (link !== undefined) return link;
  }
  throw new Error('the start printed no link');
}
