import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import { setEndpointDeletedAt } from '../../src/adapters/store/endpoint-store.ts';
import {
  addLookupAsks,
  forgetLookupAsks,
  type LookupAsks,
  sumLookupAsks,
} from '../../src/adapters/store/lookup-ask-store.ts';
import {
  COVERS_NOTHING_US,
  changeLookup,
  deleteLookup,
  findDueLookups,
  findLookup,
  insertLookup,
  listLookups,
  updateLookup,
} from '../../src/adapters/store/lookup-store.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { addEndpoint } from './add-endpoint.ts';
import { addProject, NOW } from './add-project.ts';
import { openWithProject } from './open-with-project.ts';

/** No project has this id. */
const NOBODY = 999_999;

/** The contract of lookups, the same for every database. */
export function describeLookupStore(name: string, open: () => Promise<Database>): void {
  describe(`lookups on ${name}`, () => {
    let database: Database;
    let project: ProjectRow;
    beforeEach(async () => {
      ({ database, project } = await openWithProject(open));
    });

    const insert = (key: string) =>
      insertLookup(database.query, { projectId: project.id, subject: { kind: 'property', key } }, NOW);

    test('a lookup begins with nothing, and its number is never used again', async () => {
      const first = await insert('a');
      expect(await findLookup(database.query, first)).toEqual(first);
      expect(first).toMatchObject({
        lookedUpBy: { kind: 'property', key: 'a' },
        state: 'building',
        coveredFromUs: COVERS_NOTHING_US,
        askedAtMs: NOW,
        retiredAtMs: null,
      });
      await deleteLookup(database.query, first);
      expect((await insert('a')).number).toBe(first.number + 1);
    });

    test('found are those to build, and those that rest no longer', async () => {
      const [built, building, retired] = [await insert('a'), await insert('b'), await insert('c')];
      await updateLookup(database.query, built, { state: 'ready', coveredFromUs: 0 });
      await updateLookup(database.query, retired, { state: 'retired', retiredAtMs: NOW });
      const due = async (beforeMs: number) =>
        (await findDueLookups(database.query, beforeMs)).map(({ number }) => number);
      expect(await due(NOW - 1)).toEqual([building.number]);
      expect(await due(NOW)).toEqual([building.number, retired.number]);
      expect(await listLookups(database.query, [project.id])).toHaveLength(3);
      expect(await listLookups(database.query, [project.id + 1])).toEqual([]);
    });

    // [ENG-13.7]
    test('a change is refused when another process has changed the lookup since it was read', async () => {
      const read = await insert('a');
      const others = [
        { state: 'retired', retiredAtMs: NOW },
        { coveredFromUs: 5 },
        { copying: 'step' },
        { retiredAtMs: NOW + 1 },
      ] as const;
      for (const change of others) {
        const before = await findLookup(database.query, read);
        if (before === undefined) throw new Error('the lookup is gone');
        await updateLookup(database.query, read, change);
        expect(await changeLookup(database.query, before, { state: 'ready', coveredFromUs: 0 })).toBe(false);
        expect(await findLookup(database.query, read)).toEqual({ ...before, ...change });
      }
      const now = await findLookup(database.query, read);
      if (now === undefined) throw new Error('the lookup is gone');
      expect(await changeLookup(database.query, now, { eventsDone: 3 })).toBe(true);
      expect(await findLookup(database.query, read)).toEqual({ ...now, eventsDone: 3 });
    });

    test('what is planned with lookups hears of their states, and not of their progress', async () => {
      const lookup = await insert('a');
      const other = await addProject(database, 'slc_second');
      const revisionOf = ({ id }: ProjectRow) => database.catalog.revisionOf(id);
      // Until all that was done so far is heard, what is told is not about what comes next.
      await vi.waitFor(() => {
        expect(database.catalog.isCurrent).toBe(true);
        expect(revisionOf(other)).toBeGreaterThan(database.catalog.revisionOf(NOBODY));
      }, 10_000);
      /** Changes are heard in the order of their commits, and a server may tell of them later. */
      const hearAll = async () => {
        const before = revisionOf(other);
        await insertLookup(
          database.query,
          { projectId: other.id, subject: { kind: 'property', key: `${before}` } },
          NOW,
        );
        await vi.waitFor(() => expect(revisionOf(other)).toBeGreaterThan(before), 10_000);
      };
      const raisedBy = async (change: Parameters<typeof updateLookup>[2]) => {
        await hearAll();
        const before = revisionOf(project);
        await updateLookup(database.query, lookup, change);
        await hearAll();
        return revisionOf(project) > before;
      };
      expect(await raisedBy({ coveredFromUs: 5, eventsDone: 1, eventsLeft: 2 })).toBe(false);
      expect(await raisedBy({ askedAtMs: NOW + 1 })).toBe(false);
      expect(await raisedBy({ copying: 'step' })).toBe(false);
      expect(await raisedBy({ state: 'ready', coveredFromUs: 0 })).toBe(true);
    });

    test('what callers filter by adds up by endpoint and day, and is forgotten by age', async () => {
      const { id: x } = await addEndpoint(database, project.id, 'x');
      const { id: y } = await addEndpoint(database, project.id, 'y');
      const day = 86_400_000;
      const ask = (endpointId: string, subjectName: string, dayMs = day, runs = 1): LookupAsks => {
        return { projectId: project.id, endpointId, subjectName, dayMs, runs };
      };
      await addLookupAsks(database.query, [ask(x, 'property a'), ask(x, 'property a', 2 * day, 2)]);
      await addLookupAsks(database.query, [ask(x, 'property a'), ask(y, 'distinct_id', day, 9)]);
      await addLookupAsks(database.query, [ask(y, `property ${'x'.repeat(300)}`)]);
      const sums = (fromMs: number, endpointId?: string) =>
        sumLookupAsks(database.query, project.id, {
          fromMs,
          ...(endpointId !== undefined && { endpointId }),
        });
      const ofX = { endpointId: x, subjectName: 'property a', runs: 4 };
      expect(await sums(day)).toEqual([{ endpointId: y, subjectName: 'distinct_id', runs: 9 }, ofX]);
      expect(await sums(day, x)).toEqual([ofX]);
      expect(await sums(2 * day)).toEqual([{ ...ofX, runs: 2 }]);
      expect(await sumLookupAsks(database.query, project.id + 1, { fromMs: 0 })).toEqual([]);
      await setEndpointDeletedAt(
        database.query,
        { projectId: project.id, id: y },
        { deletedAtMs: NOW, nowMs: NOW },
      );
      expect(await sums(day)).toEqual([ofX]);
      await forgetLookupAsks(database.query, 2 * day);
      expect(await sums(0)).toEqual([{ ...ofX, runs: 2 }]);
    });

    test('subjects that callers make up do not fill the table', async () => {
      const { id: endpointId } = await addEndpoint(database, project.id, 'x');
      const madeUp = Array.from({ length: 200 }, (_, at) => {
        return { projectId: project.id, endpointId, subjectName: `property ${at}`, dayMs: 0, runs: 1 };
      });
      await addLookupAsks(database.query, madeUp.slice(0, 40));
      await addLookupAsks(database.query, madeUp);
      const sums = await sumLookupAsks(database.query, project.id, { fromMs: 0 });
      expect(sums).toHaveLength(50);
      expect(sums[39]?.runs).toBe(2);
    });
  });
}
