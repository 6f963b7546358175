import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { build, materialize, run, sourceOf, sql } from './snapshot-lab.ts';

// [SPEC-5.5]: on a disk, where damage shows at once; remote-snapshots.deep.test.ts does so in a bucket.

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Files of the newest snapshot of an endpoint by name. */
async function filesOf(name: string): Promise<Readonly<Record<string, string>>> {
  const { json } = await service.call('GET', `endpoints/${name}/`);
  const folder = path.join(service.dataDir, 'objects', 'snapshots', '1', json.id);
  const builds = await service.call('GET', `endpoints/${name}/materializations/`);
  const newest = path.join(folder, builds.json.results[0].id);
  return Object.fromEntries(readdirSync(newest).map((file) => [file, path.join(newest, file)]));
}

describe('objects that are not what was written', () => {
  const damage: Readonly<Record<string, (file: string) => void>> = {
    missing: (file) => rmSync(file),
    'cut off': (file) => truncateSync(file, readFileSync(file).length - 1),
    empty: (file) => truncateSync(file, 0),
    changed: (file) => {
      const bytes = readFileSync(file);
      const at = Math.floor(bytes.length / 2);
      writeFileSync(file, bytes.with(at, (bytes[at] ?? 0) ^ 4));
    },
  };
  const cases = [
    ['empty', 'manifest.json'],
    ['cut off', 'answer.json'],
    ['missing', 'rows.parquet'],
    ['changed', 'rows.parquet'],
  ] as const;

  test.each(cases)('%s %s: executed instead, and built again', async (kind, file) => {
    const name = `${kind}-${file}`.replaceAll(/\W/g, '_');
    await materialize(service, name, sql('select number as n from numbers(10) order by n'));
    const body = file === 'rows.parquet' ? { limit: 2 } : {};
    damage[kind]?.((await filesOf(name))[file] ?? '');
    const answer = await run(service, name, body);
    expect(sourceOf(answer)).toBe('direct materialized_failed_read');
    expect(answer.json.results[1]).toEqual([1]);
    await build(service, name);
    const { json } = await service.call('GET', `endpoints/${name}/materializations/`);
    expect(json.results.map(({ cause }: { cause: string }) => cause)).toContain('repair');
    expect(sourceOf(await run(service, name, { ...body, refresh: 'force' }))).toBe(
      'materialized materialized_current',
    );
  });

  test('is noticed although the answer was in memory, also by streams', async () => {
    await materialize(service, 'hot', sql('select number as n from numbers(10) order by n'));
    const source = async () => sourceOf(await run(service, 'hot'));
    expect([await source(), await source()]).toEqual(Array(2).fill('materialized materialized_current'));
    const files = await filesOf('hot');
    rmSync(files['rows.parquet'] ?? '');
    const stream = await service.call('GET', 'endpoints/hot/run?format=csv');
    expect(stream.text).toBe(`"n"\r\n${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].join('\r\n')}\r\n`);
    expect(await source()).toBe('direct materialized_failed_read');
    expect(existsSync(files['answer.json'] ?? '')).toBe(true);
  });
});
