import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import {
  addPropertyDefinitions,
  listEventDefinitions,
  listPropertyDefinitions,
  recordEventNames,
  setPropertyType,
} from '../../src/adapters/store/definition-store.ts';
import {
  findEventDeletion,
  insertEventDeletion,
  listEventDeletions,
  updateEventDeletion,
} from '../../src/adapters/store/event-deletion-store.ts';
import { MOST_KEPT } from '../../src/adapters/store/forget-long-ended.ts';
import { ensureGroupType, listGroupTypes } from '../../src/adapters/store/group-type-store.ts';
import {
  findImportIds,
  type ImportOrder,
  insertImport,
  updateImport,
} from '../../src/adapters/store/import-store.ts';
import {
  addIngestionWarnings,
  listIngestionWarnings,
} from '../../src/adapters/store/ingestion-warning-store.ts';
import { insertInPieces } from '../../src/adapters/store/insert-in-pieces.ts';
import {
  deleteKey,
  findKeyByHash,
  insertKey,
  type KeyRow,
  replaceSecret,
} from '../../src/adapters/store/key-store.ts';
import {
  deleteProject,
  findProject,
  findProjectByCaptureToken,
  listProjects,
  type ProjectRow,
  setHasPersonOverrides,
  updateProject,
} from '../../src/adapters/store/project-store.ts';
import { setProjectedVersion } from '../../src/adapters/store/projection-store.ts';
import { addPropertyCounts, listCountedProperties } from '../../src/adapters/store/property-count-store.ts';
import { UniqueViolationError } from '../../src/adapters/store/unique-violation-error.ts';

import { addProject, NOW } from './add-project.ts';
import { openWithProject } from './open-with-project.ts';

/** The contract of the metadata store except endpoints, the same for every database. `open` gives a fresh empty one. */
export function describeStore(name: string, open: () => Promise<Database>): void {
  describe(`store on ${name}`, () => {
    let database: Database;
    let project: ProjectRow;
    beforeEach(async () => {
      ({ database, project } = await openWithProject(open));
    });

    test('the mark of what the engine has copies of never goes back', async () => {
      for (const version of [3, 7, 5]) await setProjectedVersion(database.query, 'persons', version);
      const marks = await database.query.selectFrom('projectionProgress').select('version').execute();
      expect(marks).toEqual([{ version: 7 }]);
    });

    describe('transactions', () => {
      test('a rejected transaction leaves nothing behind', async () => {
        const work = database.transaction(async (transaction) => {
          await addProject({ query: transaction }, 'slc_lost');
          throw new Error('changed my mind');
        });
        await expect(work).rejects.toThrow('changed my mind');
        expect(await findProjectByCaptureToken(database.query, 'slc_lost')).toBeUndefined();
      });

      test('statements of others wait for a running transaction', async () => {
        const order: string[] = [];
        const inside = database.transaction(async (transaction) => {
          await updateProject(transaction, project.id, { name: 'half', nowMs: NOW });
          await new Promise((resolve) => setImmediate(resolve));
          await updateProject(transaction, project.id, { name: 'whole', nowMs: NOW });
          order.push('transaction');
        });
        const outside = findProject(database.query, project.id).then((found) => {
          order.push(`read ${found?.name}`);
        });
        await Promise.all([inside, outside]);
        expect(order).not.toContain('read half');
      });
    });

    describe('projects', () => {
      test('get ids in order that are not used again', async () => {
        const second = await addProject(database, 'slc_second');
        await deleteProject(database.query, second.id, NOW);
        const third = await addProject(database, 'slc_third');
        expect([project.id, second.id, third.id]).toEqual([1, 2, 3]);
        expect((await listProjects(database.query, null)).map((row) => row.id)).toEqual([1, 3]);
        expect((await listProjects(database.query, [3])).map((row) => row.id)).toEqual([3]);
        expect(await listProjects(database.query, [])).toEqual([]);
      });

      test('a deleted project is found by neither id nor token', async () => {
        expect(await deleteProject(database.query, project.id, NOW)).toBe(true);
        expect(await deleteProject(database.query, project.id, NOW)).toBe(false);
        expect(await findProject(database.query, project.id)).toBeUndefined();
        expect(await findProjectByCaptureToken(database.query, 'slc_first')).toBeUndefined();
      });

      test('a change writes only what it names and raises the context revision', async () => {
        const filters = [
          { type: 'event', key: 'email', operator: 'not_icontains', value: '@example.com' } as const,
        ];
        const change = { weekStartDay: 1 as const, testAccountFilters: filters, nowMs: NOW + 1 };
        expect(await updateProject(database.query, project.id, change)).toEqual({
          ...project,
          weekStartDay: 1,
          testAccountFilters: filters,
          contextRevision: project.contextRevision + 1,
          updatedAtMs: NOW + 1,
        });
      });

      test('the first merge is recorded once', async () => {
        await setHasPersonOverrides(database.query, project.id, true);
        await setHasPersonOverrides(database.query, project.id, true);
        const changed = await findProject(database.query, project.id);
        expect(changed?.hasPersonOverrides).toBe(true);
        expect(changed?.contextRevision).toBe(project.contextRevision + 1);
      });

      test('two projects cannot share a capture token', async () => {
        await expect(addProject(database, 'slc_first')).rejects.toThrow(UniqueViolationError);
      });
    });

    describe('group types', () => {
      const ensure = (groupType: string) =>
        database.transaction((transaction) => ensureGroupType(transaction, project.id, groupType));

      test('get the indexes 0..4 in order of first use, and no sixth', async () => {
        const names = ['company', 'team', 'company', 'region', 'plan', 'device', 'sixth'];
        const indexes: (number | null)[] = [];
        for (const groupType of names) indexes.push(await ensure(groupType));
        expect(indexes).toEqual([0, 1, 0, 2, 3, 4, null]);
        expect(await listGroupTypes(database.query, project.id)).toEqual([
          'company',
          'team',
          'region',
          'plan',
          'device',
        ]);
      });

      test('asked for at once, each name gets one index and no more than five are given', async () => {
        const names = Array.from({ length: 40 }, (_, index) => `type-${index % 8}`);
        const indexes = await Promise.all(names.map(ensure));
        const known = await listGroupTypes(database.query, project.id);
        expect(known).toHaveLength(5);
        const expected = names.map((name) => (known.includes(name) ? known.indexOf(name) : null));
        expect(indexes).toEqual(expected);
      });

      test('belong to one project', async () => {
        const other = await addProject(database, 'slc_other');
        await database.transaction((transaction) => ensureGroupType(transaction, project.id, 'company'));
        expect(await listGroupTypes(database.query, other.id)).toEqual([]);
      });
    });

    describe('definitions', () => {
      const age = { type: 'person', name: 'age', propertyType: 'Numeric' } as const;

      test('a property keeps its first type until a person sets it', async () => {
        await addPropertyDefinitions(database.query, project.id, [age], NOW);
        await addPropertyDefinitions(database.query, project.id, [{ ...age, propertyType: 'String' }], NOW);
        expect(await listPropertyDefinitions(database.query, project.id)).toEqual([age]);
        await setPropertyType(database.query, project.id, { ...age, propertyType: 'String' }, NOW);
        expect(await listPropertyDefinitions(database.query, project.id)).toEqual([
          { ...age, propertyType: 'String' },
        ]);
      });

      test('only something new raises the context revision', async () => {
        await addPropertyDefinitions(database.query, project.id, [age], NOW);
        const first = await findProject(database.query, project.id);
        await addPropertyDefinitions(database.query, project.id, [age], NOW);
        expect(first?.contextRevision).toBe(project.contextRevision + 1);
        expect(await findProject(database.query, project.id)).toEqual(first);
      });

      test('takes more properties at once than one statement holds', async () => {
        const many = Array.from({ length: 250 }, (_, index) => ({
          type: 'event' as const,
          name: `p${index}`,
          propertyType: 'String' as const,
        }));
        await addPropertyDefinitions(database.query, project.id, many, NOW);
        expect(await listPropertyDefinitions(database.query, project.id)).toHaveLength(250);
      });

      test('are listed whole and in order, however many', async () => {
        const numbers = Array.from({ length: 4_500 }, (_, index) => String(index).padStart(4, '0'));
        const names = numbers.map((number) => `property ${number}`);
        const types = ['event', 'person'] as const;
        const definitions = types.flatMap((type) =>
          names.map((name) => ({ type, name, propertyType: 'Numeric' as const })),
        );
        await addPropertyDefinitions(database.query, project.id, definitions, NOW);
        expect(await listPropertyDefinitions(database.query, project.id)).toEqual(definitions);
      });

      test('properties remember what came of them, and the rest of the page is counted', async () => {
        const plan = { type: 'person', name: 'plan', propertyType: 'String' } as const;
        await addPropertyDefinitions(database.query, project.id, [age, plan], NOW);
        const came = { type: 'person', name: 'age', volume: 2 } as const;
        await addPropertyCounts(database.query, project.id, [{ ...came, seenTypes: ['Numeric'] }], NOW);
        const again = { ...came, volume: 3, seenTypes: ['String', 'DateTime'] } as const;
        await addPropertyCounts(database.query, project.id, [again], NOW + 5);
        const seenTypes = ['String', 'Numeric', 'DateTime'];
        const all = [
          { ...age, volume: 5, seenTypes, lastSeenAtMs: NOW + 5 },
          { ...plan, volume: 0, seenTypes: [], lastSeenAtMs: null },
        ];
        const list = (limit: number, offset: number) =>
          listCountedProperties(database.query, project.id, { limit, offset });
        expect(await list(10, 0)).toEqual({ count: 2, results: all });
        expect(await list(1, 1)).toEqual({ count: 2, results: all.slice(1) });
      });

      test('event names remember when they came first and last', async () => {
        await recordEventNames(
          database.query,
          project.id,
          new Map([
            ['signup', 2],
            ['login', 1],
          ]),
          NOW,
        );
        await recordEventNames(database.query, project.id, new Map([['signup', 40]]), NOW + 5);
        const page = { limit: 10, offset: 0 };
        expect(await listEventDefinitions(database.query, project.id, page)).toEqual({
          count: 2,
          results: [
            { name: 'login', createdAtMs: NOW, lastSeenAtMs: NOW, volume: 1 },
            { name: 'signup', createdAtMs: NOW, lastSeenAtMs: NOW + 5, volume: 42 },
          ],
        });
      });
    });

    describe('ingestion warnings', () => {
      test('the newest 1,000 of a project are kept, newest first', async () => {
        const other = await addProject(database, 'slc_other');
        const warning = (index: number) => ({ reason: 'bad_event', details: { index }, createdAtMs: NOW });
        await addIngestionWarnings(database.query, other.id, [warning(-1)]);
        const many = Array.from({ length: 1100 }, (_, index) => warning(index));
        await addIngestionWarnings(database.query, project.id, many.slice(0, 600));
        await addIngestionWarnings(database.query, project.id, many.slice(600));
        const page = { limit: 2000, offset: 0 };
        const kept = await listIngestionWarnings(database.query, project.id, page);
        expect(kept.count).toBe(1000);
        expect(kept.results.map((row) => row.details['index'])).toEqual(
          Array.from({ length: 1000 }, (_, index) => 1099 - index),
        );
        expect((await listIngestionWarnings(database.query, other.id, page)).results).toEqual([warning(-1)]);
      });
    });

    // [CAP-9.8]
    describe('ended imports and deletions', () => {
      const source = { kind: 'bounds', bounds: { event: 'x' } } as const;
      const later = (ms: number): number => NOW + ms;

      test('the last 10,000 of a project are kept, and all that run', async () => {
        const other = await addProject(database, 'slc_other');
        const order = { format: 'posthog' } as ImportOrder;
        const add = (id: string, atMs: number, projectId = project.id) =>
          insertImport(database.query, { id, projectId, replica: 'r', fileName: '', order }, atMs);
        const end = (id: string) =>
          updateImport(database.query, { projectId: project.id, id }, { state: 'completed' }, NOW);
        for (const [index, id] of ['runs', 'old', 'oldest kept'].entries()) await add(id, later(index));
        await add('of another', NOW, other.id);
        for (const id of ['old', 'oldest kept']) await end(id);
        await copyRow('imports', 'oldest kept', MOST_KEPT - 2);
        expect((await findImportIds(database.query, project.id)).length).toBe(MOST_KEPT + 1);
        await add('new', later(MOST_KEPT + 2));
        const ids = new Set(await findImportIds(database.query, project.id));
        expect(['runs', 'old', 'oldest kept', 'new'].filter((id) => ids.has(id))).toEqual([
          'runs',
          'oldest kept',
          'new',
        ]);
        expect(ids.size).toBe(MOST_KEPT + 1);
        expect(await findImportIds(database.query, other.id)).toEqual(['of another']);
      });

      test('the same of deletions of events', async () => {
        const add = (id: string, atMs: number) =>
          insertEventDeletion(database.query, { id, projectId: project.id, replica: 'r', source }, atMs);
        const key = { projectId: project.id, id: 'old' };
        await add('old', NOW);
        await updateEventDeletion(database.query, key, { state: 'failed' }, NOW);
        await copyRow('eventDeletions', 'old', MOST_KEPT - 1);
        await add('new', later(MOST_KEPT + 1));
        const kept = await listEventDeletions(database.query, project.id, { limit: 1, offset: 0 });
        expect([kept.count, kept.results[0]?.id]).toEqual([MOST_KEPT, 'new']);
        expect(await findEventDeletion(database.query, key)).toBeUndefined();
      });

      /** Adds copies of a row, each of which began a millisecond later than the one before. */
      async function copyRow(table: 'imports' | 'eventDeletions', id: string, count: number): Promise<void> {
        const row = await database.query
          .selectFrom(table as 'imports')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const copies = Array.from({ length: count }, (_, at) => ({
          ...row,
          id: `${id}-${at}`,
          createdAtMs: row.createdAtMs + at + 1,
        }));
        await insertInPieces(database.query, copies, (piece) =>
          database.query.insertInto(table as 'imports').values(piece),
        );
      }
    });

    describe('keys', () => {
      const key: KeyRow = {
        id: 'key-1',
        label: 'reporting',
        secretHash: 'ab'.repeat(32),
        previous: null,
        hint: 'slp_…1234',
        scopes: ['endpoint:read'],
        projectIds: [1, 2],
        endpointIds: null,
        createdBy: null,
        createdAtMs: NOW,
        expiresAtMs: null,
        lastUsedAtMs: null,
      };

      test('are found by the hash of their secret until they are deleted', async () => {
        await insertKey(database.query, key);
        expect(await findKeyByHash(database.query, key.secretHash)).toEqual(key);
        expect(await findKeyByHash(database.query, 'cd'.repeat(32))).toBeUndefined();
        expect(await deleteKey(database.query, key.id)).toBe(true);
        expect(await deleteKey(database.query, key.id)).toBe(false);
        expect(await findKeyByHash(database.query, key.secretHash)).toBeUndefined();
      });

      test('never share a secret', async () => {
        await insertKey(database.query, key);
        await expect(insertKey(database.query, { ...key, id: 'key-2' })).rejects.toThrow(
          UniqueViolationError,
        );
      });

      test('a rolled key answers to the new secret and to the one before, not to older ones', async () => {
        await insertKey(database.query, key);
        const roll = (secretHash: string) =>
          replaceSecret(database.query, key.id, { secretHash, hint: 'new', previousEndsAtMs: NOW + 100 });
        await roll('second');
        const rolled = await roll('third');
        expect(rolled?.previous).toEqual({ secretHash: 'second', endsAtMs: NOW + 100 });
        expect(await findKeyByHash(database.query, 'third')).toEqual(rolled);
        expect(await findKeyByHash(database.query, 'second')).toEqual(rolled);
        expect(await findKeyByHash(database.query, key.secretHash)).toBeUndefined();
      });
    });
  });
}
