import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CLIENT = resolve(import.meta.dirname, 'client');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Runs a program with this Node. @throws with its output when it fails */
async function runNode(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
}

test('a client made from docs/openapi.json compiles, and works with a project, an endpoint, runs and logs', async () => {
  const folder = temporaryFolder();
  await runNode(join(ROOT, 'scripts/write-openapi-types.mjs'), join(folder, 'service-api.ts'));
  const tsconfig = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { rootDirs: [CLIENT, folder], typeRoots: [join(ROOT, 'node_modules/@types')] },
    include: [join(CLIENT, 'walk.ts'), join(folder, 'service-api.ts')],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await runNode(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder);

  expect(JSON.parse(await runNode(join(CLIENT, 'walk.ts'), service.url, service.rootKey))).toEqual({
    timezone: 'Europe/Berlin',
    captured: 1,
    columns: ['plan', 'n'],
    rows: [['pro', 1]],
    servedFrom: 'direct',
    refused: 'unknown_variable',
    insight: true,
    revision: 1,
    log: [[400, 'unknown_variable']],
    scopes: [['*']],
  });
}, 60_000);
