import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const DOCUMENT = readFileSync(resolve(import.meta.dirname, '../../docs/getting-started.md'), 'utf8');

/** A command of the document, and what stands right below it. */
interface Step {
  readonly command: string;
  readonly form: 'json' | 'csv' | 'none';
  readonly expected: string;
}

const BLOCK = /^```sh\n(?<command>[\s\S]*?)^```\n(?:```(?<form>json|csv)\n(?<expected>[\s\S]*?)^```\n)?/gm;

const steps: readonly Step[] = [...DOCUMENT.matchAll(BLOCK)].map(({ groups = {} }) => ({
  command: groups['command'] ?? '',
  form: groups['form'] === 'json' || groups['form'] === 'csv' ? groups['form'] : 'none',
  expected: groups['expected'] ?? '',
}));

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ testClock: false });
});
afterAll(() => service.close());

test('the document has a command for each step, and every curl shows its answer', () => {
  expect(steps.length).toBeGreaterThan(15);
  expect(steps.filter(({ command, form }) => command.includes('curl') && form === 'none')).toEqual([]);
});

test('its commands work in their order and answer what is shown', async () => {
  const outputs = await runAll();
  for (const [index, { command, form, expected }] of steps.entries()) {
    const output = outputs[index] ?? '';
    if (form === 'json') expect(JSON.parse(output), command).toMatchObject(JSON.parse(expected));
    else expect(output.replaceAll('\r\n', '\n'), command).toBe(expected);
  }
}, 60_000);

/** Runs all commands in one shell, where the data folder of the service stands, and gives the output of each. */
async function runAll(): Promise<readonly string[]> {
  const folder = temporaryFolder();
  symlinkSync(service.dataDir, join(folder, 'data'));
  const mark = '--- next step ---';
  const script = steps.map(({ command }) => command).join(`\nprintf '%s' '${mark}'\n`);
  const atService = script.replace('URL=http://127.0.0.1:8700', `URL=${service.url}`);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', atService], {
    cwd: folder,
  });
  return stdout.split(mark);
}
