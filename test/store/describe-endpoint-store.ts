import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import {
  findDeletedEndpoint,
  findEndpoint,
  lockEndpoint,
  setEndpointDeletedAt,
  tagsByEndpoint,
  updateEndpoint,
} from '../../src/adapters/store/endpoint-store.ts';
import {
  countRefused,
  findKeptReads,
  findRefusals,
  listJudgements,
  refreshColumns,
  saveJudgement,
} from '../../src/adapters/store/judgement-store.ts';
import { listEndpoints } from '../../src/adapters/store/list-endpoints.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { UniqueViolationError } from '../../src/adapters/store/unique-violation-error.ts';
import {
  findVersion,
  insertVersion,
  listVersions,
  updateVersionSpelling,
} from '../../src/adapters/store/version-store.ts';

import { addEndpoint, version } from './add-endpoint.ts';
import { addProject, NOW } from './add-project.ts';
import { openWithProject } from './open-with-project.ts';

/** The contract of endpoints and versions in the store. `open` gives a fresh empty one. */
export function describeEndpointStore(name: string, open: () => Promise<Database>): void {
  describe(`endpoint store on ${name}`, () => {
    let database: Database;
    let project: ProjectRow;
    beforeEach(async () => {
      ({ database, project } = await openWithProject(open));
    });

    // [ENG-11.1]
    describe('values', () => {
      test('lists and objects come back as they were given: members of any spelling, numbers of any size', async () => {
        const { id } = await addEndpoint(database, project.id, 'one', {
          isMaterialized: true,
          allowedOverrides: ['date_range', 'dateRange'],
          limits: { maxRows: 9_007_199_254_740_991 },
        });
        const large = { snake_case: 18_446_744_073_709_551_615n, camelCase: -9_007_199_254_740_993n };
        const query = { kind: 'HogQLQuery', large, list: [{ a_b: 1.5 }, '12345678901234567890', 1e21, null] };
        const first = await findVersion(database.query, project.id, id, 1);
        expect(first).toBeDefined();
        if (first === undefined) return;
        await updateVersionSpelling(database.query, project.id, { ...first, query });
        expect((await findVersion(database.query, project.id, id, 1))?.query).toEqual(query);
        expect(await findEndpoint(database.query, project.id, 'one')).toMatchObject({
          isActive: true,
          isMaterialized: true,
          allowedOverrides: ['date_range', 'dateRange'],
          limits: { maxRows: 9_007_199_254_740_991 },
        });
      });

      test('flags stand as 0 and 1 and objects as text, under names in snake_case', async () => {
        await addEndpoint(database, project.id, 'one', { isActive: false, limits: { maxRows: 5 } });
        const stored = await sql`select is_active, is_materialized, limits from endpoints`.execute(
          database.query.withoutPlugins(),
        );
        expect(stored.rows).toEqual([{ is_active: 0, is_materialized: 0, limits: '{"maxRows":5}' }]);
      });
    });

    describe('judgements', () => {
      const page = { afterId: '', limit: 10 };
      const refusal = { code: 'unknown_field', detail: 'There is no such column.', attr: 'query.query' };

      test('belong to the current versions of the live endpoints of a project', async () => {
        const other = await addProject(database, 'slc_other');
        const [one, two] = [
          await addEndpoint(database, project.id, 'one'),
          await addEndpoint(database, project.id, 'two'),
        ];
        const known = { endpointId: one.id, version: 1, reads: '{}', refusal: null };
        await saveJudgement(database.query, project.id, { ...known, reads: null, refusal });
        await saveJudgement(database.query, project.id, known);
        await saveJudgement(database.query, project.id, { ...known, endpointId: two.id, version: 9 });
        expect(await listJudgements(database.query, project.id, page)).toEqual([
          { ...known, endpointName: 'one', isJudged: true },
          { ...known, endpointId: two.id, endpointName: 'two', isJudged: false, reads: null },
        ]);
        expect(await listJudgements(database.query, project.id, { ...page, afterId: two.id })).toEqual([]);
        expect(await listJudgements(database.query, other.id, page)).toEqual([]);
        expect(await findKeptReads(database.query, project.id, known)).toBe('{}');
        expect(await findKeptReads(database.query, other.id, known)).toBeNull();
        await saveJudgement(database.query, other.id, { ...known, reads: 'of others' });
        expect(await findKeptReads(database.query, project.id, known)).toBe('{}');
      });

      test('say which endpoints are refused', async () => {
        const { id } = await addEndpoint(database, project.id, 'one');
        await saveJudgement(database.query, project.id, { endpointId: id, version: 1, reads: null, refusal });
        const found = await findRefusals(database.query, project.id, [id]);
        expect([...found]).toEqual([[id, { version: 1, refusal }]]);
        expect(await findRefusals(database.query, project.id + 1, [id])).toEqual(new Map());
        expect(await countRefused(database.query)).toBe(1);
        await setEndpointDeletedAt(
          database.query,
          { projectId: project.id, id },
          { deletedAtMs: NOW, nowMs: NOW },
        );
        expect(await countRefused(database.query)).toBe(0);
      });

      test('bring columns of now, of the current version only', async () => {
        const { id: endpointId, revision } = await addEndpoint(database, project.id, 'one');
        const columns = [{ name: '1', type: 'UInt16' }];
        const refresh = (projectId: number, number: number) =>
          refreshColumns(database.query, projectId, { endpointId, version: number, columns });
        expect(await refresh(project.id, 2)).toBe(false);
        expect(await refresh(project.id + 1, 1)).toBe(false);
        expect(await refresh(project.id, 1)).toBe(true);
        expect((await findVersion(database.query, project.id, endpointId, 1))?.columns).toEqual(columns);
        expect((await findEndpoint(database.query, project.id, 'one'))?.revision).toBe(revision + 1);
      });
    });

    describe('endpoints', () => {
      test('are found by name in their project only, with what was stored', async () => {
        const other = await addProject(database, 'slc_other');
        const stored = await addEndpoint(database, project.id, 'daily');
        expect(await findEndpoint(database.query, project.id, 'daily')).toEqual(stored);
        expect(await findEndpoint(database.query, project.id, 'Daily')).toBeUndefined();
        expect(await findEndpoint(database.query, other.id, 'daily')).toBeUndefined();
        expect(await findVersion(database.query, other.id, stored.id, 1)).toBeUndefined();
        expect(await listVersions(database.query, other.id, stored.id, { limit: 10, offset: 0 })).toEqual([]);
        expect((await listEndpoints(database.query, other.id, { limit: 10, offset: 0 })).count).toBe(0);
      });

      test('a name is taken while its endpoint lives, and free after', async () => {
        const first = await addEndpoint(database, project.id, 'daily');
        await expect(addEndpoint(database, project.id, 'daily')).rejects.toThrow(UniqueViolationError);
        await setEndpointDeletedAt(database.query, first, { deletedAtMs: NOW, nowMs: NOW });
        const second = await addEndpoint(database, project.id, 'daily');
        expect(second.id).not.toBe(first.id);
        await expect(
          setEndpointDeletedAt(database.query, first, { deletedAtMs: null, nowMs: NOW }),
        ).rejects.toThrow(UniqueViolationError);
        await setEndpointDeletedAt(database.query, second, { deletedAtMs: NOW + 1, nowMs: NOW + 1 });
        expect((await findDeletedEndpoint(database.query, project.id, 'daily'))?.id).toBe(second.id);
        await setEndpointDeletedAt(database.query, second, { deletedAtMs: null, nowMs: NOW + 2 });
        expect((await findEndpoint(database.query, project.id, 'daily'))?.revision).toBe(3);
      });

      test('200 concurrent changes: every revision and version number once, no change lost', async () => {
        const endpoint = await addEndpoint(database, project.id, 'busy');
        const changes = Array.from({ length: 200 }, (_, index) =>
          database.transaction(async (transaction) => {
            const locked = await lockEndpoint(transaction, project.id, 'busy');
            if (locked === undefined) throw new Error('the endpoint vanished');
            const currentVersion = locked.currentVersion + 1;
            await insertVersion(
              transaction,
              project.id,
              version(endpoint.id, currentVersion, `select ${index}`),
            );
            return updateEndpoint(transaction, project.id, endpoint.id, {
              ...locked,
              tags: [...locked.tags, `t${index}`],
              currentVersion,
              nowMs: NOW,
            });
          }),
        );
        const revisions = (await Promise.all(changes)).map((row) => row.revision);
        const after = await findEndpoint(database.query, project.id, 'busy');
        expect(new Set(revisions).size).toBe(200);
        expect(after?.revision).toBe(201);
        expect(new Set(after?.tags).size).toBe(200);
        expect(after?.currentVersion).toBe(201);
        const page = { limit: 300, offset: 0 };
        const versions = await listVersions(database.query, project.id, endpoint.id, page);
        expect(versions.map((row) => row.version)).toEqual(Array.from({ length: 201 }, (_, i) => 201 - i));
      });

      test('a version number is given once', async () => {
        const endpoint = await addEndpoint(database, project.id, 'daily');
        const again = insertVersion(database.query, project.id, version(endpoint.id, 1, 'select 2'));
        await expect(again).rejects.toThrow(UniqueViolationError);
      });

      test('versions and tags are reached through the project of their endpoint only', async () => {
        const { id } = await addEndpoint(database, project.id, 'daily', { tags: ['a'] });
        const foreign = project.id + 1;
        await expect(insertVersion(database.query, foreign, version(id, 2, 'select 2'))).rejects.toThrow();
        await updateVersionSpelling(database.query, foreign, version(id, 1, 'select 3'));
        const page = { limit: 9, offset: 0 };
        const versions = await listVersions(database.query, project.id, id, page);
        expect(versions.map((row) => row.fingerprint)).toEqual(['select 1']);
        expect(versions[0]?.query).toEqual(version(id, 1, 'select 1').query);
        await updateVersionSpelling(database.query, project.id, version(id, 1, 'select 4'));
        const respelled = await findVersion(database.query, project.id, id, 1);
        expect(respelled?.query).toEqual(version(id, 1, 'select 4').query);
        expect(await tagsByEndpoint(database.query, foreign, [id])).toEqual(new Map([[id, []]]));
        expect(await tagsByEndpoint(database.query, project.id, [id])).toEqual(new Map([[id, ['a']]]));
      });
    });

    describe('the list of endpoints', () => {
      beforeEach(async () => {
        await addEndpoint(database, project.id, 'alpha', { tags: ['a', 'x"a"y'], description: 'Sales 100%' });
        await addEndpoint(database, project.id, 'beta', { tags: ['A'], isActive: false });
        await addEndpoint(database, project.id, 'gamma', { tags: [], description: 'sales_total' });
        const gone = await addEndpoint(database, project.id, 'gone', { tags: ['a'] });
        await setEndpointDeletedAt(database.query, gone, { deletedAtMs: NOW, nowMs: NOW });
      });

      test.each([
        { filter: {}, names: ['gamma', 'beta', 'alpha'] },
        { filter: { isActive: false }, names: ['beta'] },
        { filter: { isActive: true }, names: ['gamma', 'alpha'] },
        { filter: { tag: 'a' }, names: ['alpha'] },
        { filter: { tag: 'A' }, names: ['beta'] },
        { filter: { createdBy: 'root' }, names: ['gamma', 'beta', 'alpha'] },
        { filter: { createdBy: 'nobody' }, names: [] },
        { filter: { search: 'SALES' }, names: ['gamma', 'alpha'] },
        { filter: { search: '0%' }, names: ['alpha'] },
        { filter: { search: 's_t' }, names: ['gamma'] },
        { filter: { search: 'ALPH' }, names: ['alpha'] },
        { filter: { search: '\\' }, names: [] },
      ])('$filter gives $names', async ({ filter, names }) => {
        const page = await listEndpoints(database.query, project.id, { ...filter, limit: 10, offset: 0 });
        expect(page.results.map(({ endpoint }) => endpoint.name)).toEqual(names);
        expect(page.count).toBe(names.length);
      });

      test('pages carry tags, current versions and the count of all', async () => {
        const page = await listEndpoints(database.query, project.id, { limit: 1, offset: 2 });
        expect(page.count).toBe(3);
        expect(page.results[0]?.endpoint.tags).toEqual(['a', 'x"a"y']);
        expect(page.results[0]?.version?.query).toEqual({ kind: 'HogQLQuery', query: 'select 1' });
      });
    });
  });
}
