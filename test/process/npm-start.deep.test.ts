import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// `npm start` is three processes and the engine's: npm, the start script, the service. Whoever is told to stop, all
// stop. [SPEC-10.4].

vi.setConfig({ testTimeout: 240_000 });

const ROOT = path.resolve(import.meta.dirname, '../..');

test.each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGINT'],
  ['npm', 'SIGHUP'],
  ['script', 'SIGTERM'],
] as const)('%s is sent %s: everything stops in order', async (target, signal) => {
  const started = await npmStart();
  process.kill(target === 'npm' ? started.npmId : started.scriptId, signal);
  await started.gone();
  expect(started.events()).toContain('stopped');
  if (signal !== 'SIGHUP') expect(started.npm.exitCode).toBe(0);
});

test('a signal to all of them at once, as a supervisor sends it, is one request to stop', async () => {
  const started = await npmStart();
  process.kill(-started.npmId, 'SIGTERM');
  await started.gone();
  expect(started.events()).toContain('stopped');
  expect(started.npm.exitCode).toBe(0);
});

test.each(['npm', 'script'] as const)('%s is killed: the service stops in order', async (target) => {
  const started = await npmStart();
  process.kill(target === 'npm' ? started.npmId : started.scriptId, 'SIGKILL');
  await started.gone();
  expect(started.events()).toContain('stopped');
});

test('npx is told to stop: its shell ends and tells nobody, and the service stops in order', async () => {
  const { PATH, HOME } = process.env;
  const started = spawn('sh', ['-c', `"${process.execPath}" src/main.ts start --port 0 2>&1; exit`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH, HOME, SLUICE_DATA_DIR: temporaryFolder(), npm_lifecycle_event: 'npx' },
  });
  const said: string[] = [];
  const lines = createInterface({ input: started.stdout });
  const family = await new Promise<readonly ProcessSeen[]>((resolve) =>
    lines.on('line', (line) => {
      said.push(line);
      if (/Sluice is ready/.test(line)) resolve(descendants(started.pid ?? 0));
    }),
  );
  expect(family.length).toBeGreaterThan(2);
  onTestFinished(() => {
    for (const { id } of family.filter(isRunning)) process.kill(id, 'SIGKILL');
  });
  started.kill('SIGTERM');
  while (family.some(isRunning)) await delay(50);
  expect(said.join('\n')).toContain('"event":"stopped"');
});

test('the service is killed: its engine ends too, and npm with a failure', async () => {
  const started = await npmStart();
  process.kill(started.serviceId, 'SIGKILL');
  await started.gone();
  expect(started.npm.exitCode).not.toBe(0);
});

test('a signal while the demo is loaded stops it in order, and the next start goes on', async () => {
  const dataDir = temporaryFolder();
  const first = await npmStart({ dataDir, demo: 'on', until: /Loading the demo/ });
  process.kill(first.npmId, 'SIGTERM');
  await first.gone();
  expect(first.events()).toContain('stopped');
  expect(first.events()).not.toContain('ready');
  expect(first.npm.exitCode).toBe(0);
  expect(readdirSync(dataDir)).toContain('demo-pending.json');
  const second = await npmStart({ dataDir, demo: 'on' });
  process.kill(second.npmId, 'SIGTERM');
  await second.gone();
  // What is left to do is forgotten only when all of it is done; nothing else of the demo is kept beside the data.
  expect(readdirSync(dataDir).filter((name) => name.startsWith('demo-'))).toEqual([]);
});

interface Started {
  readonly npm: ChildProcess;
  readonly npmId: number;
  readonly scriptId: number;
  readonly serviceId: number;
  /** Events of the life of the service, from its log. */
  events(): readonly string[];
  /** Resolves when npm and everything that came of it has ended. */
  gone(): Promise<void>;
}

interface StartOptions {
  readonly dataDir?: string;
  readonly demo?: 'on' | 'off';
  /** What the service says when the test may go on. */
  readonly until?: RegExp;
}

async function npmStart({
  dataDir = temporaryFolder(),
  demo = 'off',
  until = /Sluice is ready/,
}: StartOptions = {}): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      SLUICE_DATA_DIR: dataDir,
      SLUICE_PORT: '0',
      SLUICE_DEMO: demo,
    },
  });
  const said: string[] = [];
  const reached = Promise.withResolvers<void>();
  for (const stream of [npm.stdout, npm.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      if (until.test(line)) reached.resolve();
    });
  npm.once('exit', () => reached.reject(new Error(`npm start ended: ${said.join('\n')}`)));
  await reached.promise;
  const npmId = npm.pid ?? 0;
  const family = descendants(npmId);
  onTestFinished(() => {
    for (const { id } of family.filter(isRunning)) process.kill(id, 'SIGKILL');
  });
  return {
    npm,
    npmId,
    scriptId: idOf(family, /^node\0scripts\/start\.mjs$/),
    serviceId: idOf(family, /src\/main\.ts\0start/),
    events: () => said.flatMap((line) => /"event":"(\w+)"/.exec(line)?.[1] ?? []),
    gone: async () => {
      if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
      while (family.some(isRunning)) await delay(50);
    },
  };
}

interface ProcessSeen {
  readonly id: number;
  /** Arguments, each ended by a zero byte but for the last. */
  readonly command: string;
}

/** `id` and every process that it or one of them has started. */
function descendants(id: number): readonly ProcessSeen[] {
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean);
  const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replace(/\0$/, '');
  return [{ id, command }, ...children.flatMap((child) => descendants(Number(child)))];
}

function idOf(family: readonly ProcessSeen[], command: RegExp): number {
  const found = family.find((each) => command.test(each.command));
  if (found === undefined) throw new Error(`no ${command} in ${JSON.stringify(family)}`);
  return found.id;
}

/** Ids are used again, commands with them hardly ever. */
function isRunning({ id, command }: ProcessSeen): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replace(/\0$/, '') === command;
  } catch {
    return false;
  }
}
