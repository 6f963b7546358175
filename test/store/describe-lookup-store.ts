import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import {
  COVERS_NOTHING_US,
  deleteLookup,
  findDueLookups,
  findLookup,
  insertLookup,
  listLookups,
  updateLookup,
} from '../../src/adapters/store/lookup-store.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { NOW, openWithProject } from './add-project.ts';

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

    test('what is planned with lookups hears of their states, and not of their progress', async () => {
      const lookup = await insert('a');
      const revision = () => database.catalog.revisionOf(project.id);
      const raisedBy = async (change: Parameters<typeof updateLookup>[2]) => {
        const before = revision();
        await updateLookup(database.query, lookup, change);
        return revision() > before;
      };
      expect(await raisedBy({ coveredFromUs: 5, eventsDone: 1, eventsLeft: 2 })).toBe(false);
      expect(await raisedBy({ askedAtMs: NOW + 1 })).toBe(false);
      expect(await raisedBy({ state: 'ready', coveredFromUs: 0 })).toBe(true);
    });
  });
}
