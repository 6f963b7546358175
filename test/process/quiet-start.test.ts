import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
const INFO = 30;

test('a start with the demo that is asked whether it is ready, and a stop, log no warning and no error', async () => {
  const port = await freePort();
  const service = spawn(process.execPath, [MAIN, 'start', '--demo', 'on', '--port', `${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], SLUICE_DATA_DIR: temporaryFolder() },
  });
  onTestFinished(() => {
    service.kill('SIGKILL');
  });
  const logged = text(service.stderr);
  const answers = { ready: [] as number[], early: [] as number[] };
  while (answers.ready.at(-1) !== 200 && service.exitCode === null) {
    answers.ready.push(await statusOf(`http://127.0.0.1:${port}/_readyz`));
    answers.early.push(await statusOf(`http://127.0.0.1:${port}/api/projects/1/endpoints/`));
    await delay(20);
  }
  service.kill('SIGTERM');
  await once(service, 'exit');
  expect(service.exitCode).toBe(0);
  expect(answers.ready).toContain(503);
  expect(answers.early).toContain(503);
  const lines = (await logged).split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.map((line): { level: number; event?: string } => JSON.parse(line));
  expect(entries.filter(({ level }) => level > INFO)).toEqual([]);
  expect(entries.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['started', 'ready', 'stopping', 'ended', 'stopped']),
  );
});

/** 0 = nobody listens yet. */
async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
