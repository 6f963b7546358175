import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { askEndpoints } from './ask-endpoints.ts';
import { type UnpackedBuild, unpackBuild } from './unpack-build.ts';

// Folders of builds before the first release are refused before anything is written in them, and what they hold comes
// over by export and import ([ENG-11.4]).

const WAY_OVER =
  ', which this one does not read. Start commit 31317b8 on it and export each project: ' +
  'sluice export project-1.jsonl.gz --project 1. Then start this build on another data folder and database and import: ' +
  'sluice import project-1.jsonl.gz --project 1. docs/operations.md says under "From an earlier build" what an export ' +
  'leaves out.\n';

test('a folder of an earlier build is refused and left as it is', async () => {
  const { dataDir, exported } = unpackBuild('before-0.1.0');
  const before = digestOf(dataDir);
  const sentence =
    `The metadata store ${path.join(dataDir, 'store.sqlite')} was written by an earlier build ` +
    `(its last migration is 0015-endpoint-judgements)${WAY_OVER}`;
  await expectRefusals({ dataDir, exported }, sentence);
  expect(digestOf(dataDir)).toBe(before);
});

test('so is one whose store lies on a server', async () => {
  const { dataDir, exported } = unpackBuild('before-0.1.0');
  rmSync(path.join(dataDir, 'store.sqlite'));
  const before = digestOf(dataDir);
  const sentence = `The data folder ${dataDir} was written by an earlier build (it says no format)${WAY_OVER}`;
  await expectRefusals({ dataDir, exported }, sentence);
  expect(digestOf(dataDir)).toBe(before);
});

test('a folder of a newer version, or whose store is none, is refused', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(path.join(dataDir, 'folder-format'), '2\n');
  const exported = (file: string) => path.join(dataDir, file);
  await expectRefusals(
    { dataDir, exported },
    `The data folder ${dataDir} was written by a newer version of this program (format 2). ` +
      'Start that version, or restore a backup made before the upgrade.\n',
  );
  writeFileSync(path.join(dataDir, 'folder-format'), '1\n');
  writeFileSync(path.join(dataDir, 'store.sqlite'), 'not a database'.repeat(1000));
  await expectRefusals(
    { dataDir, exported },
    `The metadata store ${path.join(dataDir, 'store.sqlite')} cannot be read (file is not a database). ` +
      'Restore a backup of the data folder.\n',
  );
});

test('what an earlier build exported is imported by this one, and its endpoints answer the same', async () => {
  const { exported } = unpackBuild('before-0.1.0');
  const service = await startTestService();
  onTestFinished(() => service.close());
  const remote = ['--data-dir', service.dataDir, '--url', service.url];
  const sluice = async (...args: readonly string[]) =>
    expect(await runCommandHere([...args, ...remote])).toMatchObject({ exitCode: 0 });
  await sluice('import', exported('project-1.jsonl'), '--project', '1');
  await sluice('projects', 'create', 'Second', '--timezone', 'Europe/Berlin');
  await sluice('import', exported('project-2.jsonl'), '--project', '2');
  // By hand, as the document says.
  const filters = [{ type: 'event', key: 'internal', operator: 'is_not', value: 'yes' }];
  await service.call('PATCH', '/api/projects/1', { body: { test_account_filters: filters } });
  const properties = [{ type: 'event', key: 'words', operator: 'gt', value: 50 }];
  const body = { name: 'long note', steps: [{ event: 'note created', properties }] };
  await service.call('POST', 'actions', { body });
  for (const { name, query, variables } of JSON.parse(readFileSync(exported('endpoints-1.json'), 'utf8'))
    .results) {
    const made = await service.call('POST', 'endpoints', { body: { name, query, variables } });
    expect(made.status).toBe(201);
  }
  await askEndpoints(service);
  const days = {
    kind: 'HogQLQuery',
    query: 'select toDate(timestamp) as day, count() as notes from events group by day',
  };
  const { json } = await service.call('POST', '/api/projects/2/query', { body: { query: days } });
  expect(json.results).toEqual([['2026-01-06', 1]]);
});

async function expectRefusals(
  { dataDir, exported }: Pick<UnpackedBuild, 'dataDir' | 'exported'>,
  stderr: string,
): Promise<void> {
  const folder = ['--data-dir', dataDir];
  const commands = [
    ['start', '--port', '0'],
    ['doctor', '--port', '0'],
    ['import', exported('project-1.jsonl'), '--project', '1'],
  ];
  for (const command of commands)
    expect(await runCommandHere([...command, ...folder])).toEqual({ stdout: '', stderr, exitCode: 1 });
}

/** Changes with any name, mode or byte below the folder. */
function digestOf(folder: string): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const file = path.join(folder, name);
    const found = statSync(file);
    digest.update(`${name} ${found.mode}\n`);
    if (found.isFile()) digest.update(readFileSync(file));
  }
  return digest.digest('hex');
}
