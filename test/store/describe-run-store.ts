import { hash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { listActivity, recordActivity } from '../../src/adapters/store/activity-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import {
  findImport,
  findImportIds,
  findRunningImports,
  insertImport,
  updateImport,
} from '../../src/adapters/store/import-store.ts';
import { findKey, insertKey, removeProjectFromKeys } from '../../src/adapters/store/key-store.ts';
import { addKeyUsage, forgetKeyUsage, readKeyUsage } from '../../src/adapters/store/key-usage-store.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { readSumsBy } from '../../src/adapters/store/project-usage-store.ts';
import {
  addPropertyReads,
  forgetPropertyReads,
  type ReadersOfProperties,
  sumPropertyReads,
} from '../../src/adapters/store/property-read-store.ts';
import { addRunLog, listRunLog } from '../../src/adapters/store/run-log-store.ts';
import {
  addUsage,
  HOUR_MS,
  MINUTE_MS,
  readUsage,
  type UsageTally,
} from '../../src/adapters/store/usage-store.ts';
import { addProject, NOW } from './add-project.ts';
import { openWithProject } from './open-with-project.ts';

const ORDER = {
  format: 'posthog',
  mapping: null,
  path: '/x',
  fileState: '',
  ownsFile: false,
  rejectPath: '/y',
  onError: 'skip',
  isDryRun: false,
} as const;
const ACTOR = { keyId: 'key-1', label: 'root' };

/** The contract of what runs and changes leave behind. `open` gives a fresh empty store. */
export function describeRunStore(name: string, open: () => Promise<Database>): void {
  describe(`run store on ${name}`, () => {
    let database: Database;
    let project: ProjectRow;
    beforeEach(async () => {
      ({ database, project } = await openWithProject(open));
    });

    test('usage adds up, also when it is written at once from two sides', async () => {
      const tally: UsageTally = {
        projectId: project.id,
        endpointId: 'e',
        spanMs: MINUTE_MS,
        startMs: NOW,
        durationClass: -20,
        runs: 1,
        errors: 1,
        hits: 0,
        rows: 2,
        rowsRead: 3,
        bytesRead: 2 ** 40,
      };
      const tallies = [tally, { ...tally, durationClass: 5 }, { ...tally, spanMs: HOUR_MS }];
      const write = (list: readonly UsageTally[]) =>
        database.transaction((transaction) => addUsage(transaction, list));
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => write(i % 2 === 0 ? tallies : tallies.toReversed())),
      );
      const minutes = { spanMs: MINUTE_MS, fromMs: NOW, toMs: NOW + 1, stepMs: 1 };
      const counts = { runs: 20, errors: 20, hits: 0, rows: 40, rowsRead: 60, bytesRead: 20 * 2 ** 40 };
      expect(await readUsage(database.query, project.id, 'e', minutes)).toEqual([
        { stepStartMs: NOW, durationClass: -20, ...counts },
        { stepStartMs: NOW, durationClass: 5, ...counts },
      ]);
      const after = { ...minutes, fromMs: NOW + 1, toMs: NOW + 2 };
      expect(await readUsage(database.query, project.id, 'e', after)).toEqual([]);
      expect(await readUsage(database.query, project.id + 1, 'e', minutes)).toEqual([]);
    });

    test('usage is told by step, of durations and of keys', async () => {
      const counts = { runs: 1, errors: 0, hits: 1, rows: 2, rowsRead: 3, bytesRead: 4 };
      const at = (hours: number) => ({
        ...counts,
        projectId: project.id,
        endpointId: 'e',
        startMs: NOW + hours * HOUR_MS,
      });
      const hours = [0, 1, 2, 5].map(at);
      await addUsage(
        database.query,
        hours.map((tally) => ({ ...tally, spanMs: HOUR_MS, durationClass: 1 })),
      );
      const byKey = hours.flatMap((tally) =>
        ['b', 'a'].map((keyId) => ({ ...tally, keyId, version: 1, servedFrom: 'cache' as const })),
      );
      await Promise.all([byKey, byKey.toReversed()].map((list) => addKeyUsage(database.query, list)));
      const range = { spanMs: HOUR_MS, fromMs: NOW, toMs: NOW + 6 * HOUR_MS, stepMs: 2 * HOUR_MS };
      const steps = await readUsage(database.query, project.id, 'e', range);
      expect(steps.map(({ stepStartMs, runs }) => [(stepStartMs - NOW) / HOUR_MS, runs])).toEqual([
        [0, 2],
        [2, 1],
        [4, 1],
      ]);
      const endpoint = { projectId: project.id, endpointId: 'e' };
      const keys = await readKeyUsage(database.query, endpoint, range, 4);
      expect(
        keys.map(({ stepStartMs, keyId, runs }) => [(stepStartMs - NOW) / HOUR_MS, keyId, runs]),
      ).toEqual([
        [0, 'a', 4],
        [0, 'b', 4],
        [2, 'a', 2],
        [2, 'b', 2],
      ]);
      const elsewhere = { ...endpoint, projectId: project.id + 1 };
      expect(await readKeyUsage(database.query, elsewhere, range, 4)).toEqual([]);
      // [SPEC-7.14.7]
      const [signingKeyId, subject] = [`slk_${'0'.repeat(32)}`, 'shop/7'];
      const ofToken = {
        ...at(0),
        keyId: `${signingKeyId}/${subject}`,
        version: 1,
        servedFrom: 'cache',
      } as const;
      await addKeyUsage(database.query, [ofToken]);
      for (const [of, found] of [
        [{ signingKeyId }, 1],
        [{ subject }, 1],
        [{ signingKeyId, subject: '7' }, 0],
        [{ signingKeyId: `slk_${'1'.repeat(32)}`, subject }, 0],
      ] as const)
        expect(await readKeyUsage(database.query, { ...endpoint, ...of }, range, 4)).toHaveLength(found);
      // [SPEC-7.14.8]
      const caused = async (by: 'endpoint' | 'key' | 'subject', most: number) =>
        (await readSumsBy(database.query, project.id, { ...range, by, most })).map(({ causer, rowsRead }) => [
          causer,
          rowsRead,
        ]);
      expect(await caused('endpoint', 9)).toEqual([['e', 51]]);
      expect(await caused('key', 9)).toEqual([
        ['a', 24],
        ['b', 24],
        [ofToken.keyId, 3],
      ]);
      expect(await caused('key', 1)).toEqual([['a', 24]]);
      expect(await caused('subject', 9)).toEqual([[ofToken.keyId, 3]]);
      await forgetKeyUsage(database.query, NOW + 93 * 24 * HOUR_MS);
      expect(await readKeyUsage(database.query, endpoint, range, 4)).toEqual([]);
    });

    test('reads of properties add up over projects and days, the most read first', async () => {
      const other = await addProject(database, 'slc_second');
      const day = 86_400_000;
      const read = (name: string, rowsRead: number, dayMs: number, projectId = project.id) => ({
        projectId,
        name,
        dayMs,
        rowsRead,
      });
      const first = [read('b', 2 ** 40, day), read('a', 5, day), read('a', 7, 2 * day)];
      await addPropertyReads(database.query, first);
      await addPropertyReads(database.query, [read('a', 1, 2 * day, other.id), read('c', 1, 2 * day)]);
      await addPropertyReads(database.query, first);
      const sums = async (fromMs: number, most: number) => [
        ...(await sumPropertyReads(database.query, { of: { allBut: [] }, fromMs, mostNames: most })),
      ];
      expect(await sums(day, 2)).toEqual([
        ['b', 2 ** 41],
        ['a', 25],
      ]);
      expect(await sums(day + 1, 10)).toEqual([
        ['a', 15],
        ['c', 1],
      ]);
      const of = async (readers: ReadersOfProperties) =>
        Object.fromEntries(await sumPropertyReads(database.query, { of: readers, fromMs: 0, mostNames: 10 }));
      expect(await of({ projectId: other.id })).toEqual({ a: 1 });
      expect(await of({ allBut: [other.id] })).toEqual({ a: 24, b: 2 ** 41, c: 1 });
      await forgetPropertyReads(database.query, 2 * day);
      expect(await sums(0, 10)).toHaveLength(2);
    });

    test('names of properties that are made up do not fill the table', async () => {
      const read = (name: string, dayMs = 0) => ({ projectId: project.id, name, dayMs, rowsRead: 1 });
      const madeUp = (prefix: string) => Array.from({ length: 700 }, (_, at) => read(`${prefix}${at}`));
      // Random digits: PostgreSQL would shorten others, and an entry of an index may be long then.
      const long = Array.from({ length: 600 }, (_, at) => hash('sha256', `${at}`, 'hex')).join('');
      await addPropertyReads(database.query, [read('known'), read(long)]);
      await addPropertyReads(database.query, madeUp('a'));
      await addPropertyReads(database.query, madeUp('b'));
      await addPropertyReads(database.query, [read('known'), read('new'), read('new', 1)]);
      const sums = await sumPropertyReads(database.query, {
        of: { allBut: [] },
        fromMs: 0,
        mostNames: 10_000,
      });
      expect([sums.size, sums.get('known'), sums.get('new'), sums.has(long)]).toEqual([1_001, 2, 1, false]);
    });

    test('activity is kept 400 days, by project, with members that differ', async () => {
      const entry = {
        projectId: project.id,
        actor: ACTOR,
        activity: 'changed',
        subject: 'endpoint',
        subjectId: 'e',
        subjectName: 'daily',
        before: { same: [1, { a: 1, b: 2 }], gone: 1 },
        after: { same: [1, { b: 2, a: 1 }], made: 12345678901234567890n },
      } as const;
      const day = 86_400_000;
      await recordActivity(database.query, { ...entry, nowMs: NOW });
      await recordActivity(database.query, { ...entry, projectId: null, nowMs: NOW + 1 });
      const all = { withGeneral: true, subject: undefined, subjectIs: undefined, limit: 10, offset: 0 };
      const seen = await listActivity(database.query, project.id, all);
      expect(seen.results.map(({ projectId }) => projectId)).toEqual([null, project.id]);
      expect(seen.results[1]?.changes).toEqual([
        { member: 'gone', before: 1, after: null },
        { member: 'made', before: null, after: 12345678901234567890n },
      ]);
      const own = { ...all, withGeneral: false };
      expect((await listActivity(database.query, project.id, own)).count).toBe(1);
      expect((await listActivity(database.query, project.id + 1, own)).count).toBe(0);
      await recordActivity(database.query, { ...entry, nowMs: NOW + 401 * day });
      expect((await listActivity(database.query, project.id, all)).count).toBe(2);
    });

    test('the run log is searched for any text as it stands', async () => {
      const facts = [{ request_id: 'A%b' }, { request_id: 'axb' }, { request_id: 'a_b' }];
      const entry = { projectId: project.id, endpointId: 'e', startedAtMs: NOW, level: 'info' } as const;
      await addRunLog(
        database.query,
        facts.map((each) => ({ ...entry, facts: each })),
      );
      const find = async (search: string) => {
        const filter = { afterMs: undefined, beforeMs: undefined, level: undefined, limit: 10, search };
        const found = await listRunLog(database.query, project.id, 'e', filter);
        return found.map((each) => each.facts['request_id']).toSorted();
      };
      expect(await find('a%B')).toEqual(['A%b']);
      expect(await find('a_b')).toEqual(['a_b']);
      expect(await find('\\')).toEqual([]);
      expect(await find('b')).toEqual(['A%b', 'a_b', 'axb']);
    });

    test('an import is ended by its own replica only', async () => {
      const added = { projectId: project.id, fileName: 'x', order: ORDER };
      await insertImport(database.query, { ...added, id: 'a', replica: 'one' }, NOW);
      await insertImport(database.query, { ...added, id: 'b', replica: 'other' }, NOW);
      expect((await findRunningImports(database.query, 'one')).map(({ id }) => id)).toEqual(['a']);
      expect((await findImportIds(database.query, project.id)).toSorted()).toEqual(['a', 'b']);
      expect(await findImportIds(database.query, project.id + 1)).toEqual([]);
    });

    test('an import is found and changed by its own project only', async () => {
      const added = { id: 'a', projectId: project.id, fileName: 'x', order: ORDER, replica: 'one' };
      const foreign = { id: 'a', projectId: project.id + 1 };
      await insertImport(database.query, added, NOW);
      await updateImport(database.query, foreign, { total: 1 }, NOW);
      expect(await findImport(database.query, foreign)).toBeUndefined();
      expect(await findImport(database.query, added)).toMatchObject({ total: null });
      await updateImport(database.query, added, { total: 2 }, NOW);
      expect(await findImport(database.query, added)).toMatchObject({ total: 2 });
    });

    test('keys lose a deleted project, and go when it was their only one', async () => {
      const key = (id: string, projectIds: readonly number[] | null) =>
        insertKey(database.query, {
          id,
          label: id,
          secretHash: id,
          previous: null,
          hint: '',
          scopes: [],
          projectIds,
          endpointIds: null,
          createdBy: null,
          createdAtMs: NOW,
          expiresAtMs: null,
          lastUsedAtMs: null,
        });
      await key('only', [7]);
      await key('both', [7, 17]);
      await key('other', [17]);
      await key('all', null);
      await removeProjectFromKeys(database.query, 7);
      const left = async (id: string) => (await findKey(database.query, id))?.projectIds;
      expect([await left('only'), await left('both'), await left('other'), await left('all')]).toEqual([
        undefined,
        [17],
        [17],
        null,
      ]);
    });
  });
}
