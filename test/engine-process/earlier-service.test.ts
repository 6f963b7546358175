import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { earlierShapesText, keepEarlierShapes } from '../../scripts/earlier-shapes-text.ts';
import { makeTables } from '../../src/adapters/engine/ddl/make-tables.ts';
import type { FrontRequest } from '../../src/adapters/engine/embedded/front-request.ts';
import type { EarlierShapes, SentByServices } from '../../src/adapters/engine/embedded/sent-by-services.ts';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { countProjectEvents } from '../../src/adapters/engine/statements/count-project-events.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { engineAt, startEngineProcess } from '../fixtures/start-engine-process.ts';

// [ENG-14.8]: the engine is upgraded first, and services of the release before go on with it.

const ROOT = path.resolve(import.meta.dirname, '../..');
const STATEMENTS = 'src/adapters/engine/statements/count-project-events.ts';
const EMBEDDED = 'src/adapters/engine/embedded';

/** The next build: the statement that counts the events of projects has another text there. */
function nextBuild(folder: string): void {
  for (const name of ['src', 'scripts', 'package.json'])
    cpSync(path.join(ROOT, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !file.includes('pinned-node'),
    });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const file = path.join(folder, STATEMENTS);
  const text = readFileSync(file, 'utf8');
  const changed = text.replace('GROUP BY project_id', 'GROUP BY project_id ORDER BY project_id');
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  execFileSync(process.execPath, ['scripts/write-writer-shapes.ts'], { cwd: folder });
}

async function startEngine(): Promise<Engine> {
  const started = await startEngineProcess({ program: path.join(build, 'src/main.ts') });
  const engine = engineAt(started.url);
  onTestFinished(async () => {
    await engine.close();
    expect(await started.stop()).toBe(0);
  });
  return engine;
}

const build = mkdtempSync(path.join(tmpdir(), 'sluice-test-build-'));
beforeAll(() => nextBuild(build));
afterAll(() => rmSync(build, { recursive: true, force: true }));

test('an engine takes what services of the build before send and its own no longer do', async () => {
  const engine = await startEngine();
  await makeTables(engine);
  await engine.prepareProjects([1]);
  await insertSampleRows(engine, sampleRows(1));
  expect(await countProjectEvents(engine)).toEqual(new Map([[1, 12]]));
  const next: typeof import('../../src/adapters/engine/statements/count-project-events.ts') = await import(
    path.join(build, STATEMENTS)
  );
  expect(await next.countProjectEvents(engine)).toEqual(new Map([[1, 12]]));
});

test('without what is kept of the build before, its statement is refused', async () => {
  writeFileSync(path.join(build, EMBEDDED, 'earlier-shapes.ts'), earlierShapesText([]));
  const { refuseForeignStatement }: typeof import('../../src/adapters/engine/embedded/foreign-statement.ts') =
    await import(path.join(build, EMBEDDED, 'foreign-statement.ts'));
  const request = (sql: string): FrontRequest => ({
    ...{ user: 'writer', lane: undefined, deadlineMs: undefined, sql, data: undefined, database: '' },
    ...{ format: 'JSONCompact', parameters: {}, settings: {}, queryId: undefined, waitsForEnd: true },
  });
  const COUNT =
    "SELECT project_id, sum(rows_in_granule) FROM mergeTreeIndex('app', 'events') GROUP BY project_id";
  expect(() => refuseForeignStatement(request(`${COUNT} ORDER BY project_id`))).not.toThrow();
  expect(() => refuseForeignStatement(request(COUNT))).toThrow('a statement that no service makes');
});

describe('what is kept', () => {
  const sent = (...shapes: readonly string[]): SentByServices => ({
    shapes,
    words: ['word'],
    settings: [],
    formats: ['JSON'],
  });
  const gone = (goneIn: string, ...shapes: readonly string[]): EarlierShapes => ({
    ...sent(...shapes),
    words: [],
    formats: [],
    goneIn,
  });
  const kept = (
    version: string,
    { before = sent('a'), now = sent('a'), earlier = [] as readonly EarlierShapes[] } = {},
  ) => keepEarlierShapes({ before, now, earlier, version });

  test('nothing, when nothing has changed or something was added', () => {
    expect(kept('0.2.0')).toEqual([]);
    expect(kept('0.2.0', { now: sent('a', 'b') })).toEqual([]);
  });

  test('what goes, beside what went before in the same release', () => {
    expect(kept('0.2.0', { before: sent('a', 'b') })).toEqual([gone('0.2.0', 'b')]);
    const earlier = [gone('0.2.0', 'b')];
    expect(kept('0.2.0', { before: sent('a', 'c'), earlier })).toEqual([gone('0.2.0', 'b', 'c')]);
    const words = { ...sent('a'), words: ['word', 'other'] };
    expect(kept('0.2.0', { before: words })).toEqual([{ ...gone('0.2.0'), words: ['other'] }]);
  });

  test('not what comes back', () => {
    const earlier = [gone('0.1.0', 'b'), gone('0.2.0', 'c')];
    expect(kept('0.2.0', { now: sent('a', 'b'), earlier })).toEqual([gone('0.2.0', 'c')]);
  });

  test.each([
    ['0.2.0', ['0.1.0', '0.2.0']],
    ['0.2.7', ['0.1.0', '0.2.0']],
    ['0.3.0', ['0.2.0']],
    ['1.0.0', ['0.1.0', '0.2.0']],
    ['1.1.0', []],
    ['2.0.0', []],
  ])('in %s what went in %j', (version, versions) => {
    const earlier = [gone('0.1.0', 'b'), gone('0.2.0', 'c')];
    expect(kept(version, { earlier }).map(({ goneIn }) => goneIn)).toEqual(versions);
  });
});
