import { beforeEach, describe, expect, test } from 'vitest';
import { nextNumber } from '../../src/adapters/store/counter-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import {
  countOverrides,
  endFold,
  ensureFold,
  fenceFold,
  isFoldedElsewhere,
  leaseFold,
  listMoves,
  type PersonFold,
  setFolded,
} from '../../src/adapters/store/person-fold-store.ts';
import { movePerson } from '../../src/adapters/store/person-store.ts';
import {
  findOverriddenProjectIds,
  findProject,
  type ProjectRow,
  setHasPersonOverrides,
} from '../../src/adapters/store/project-store.ts';
import { NOW } from './add-project.ts';
import { openWithProject } from './open-with-project.ts';

const LEASE_MS = 1_000;

/** The contract of folding overrides, the same for every database. */
export function describeFoldStore(name: string, open: () => Promise<Database>): void {
  describe(`folds of persons on ${name}`, () => {
    let database: Database;
    let project: ProjectRow;
    beforeEach(async () => {
      ({ database, project } = await openWithProject(open));
    });

    /** As a block of capture does it. */
    const merge = (oldPersonId: string, personId: string) =>
      database.transaction(async (transaction) => {
        const version = await nextNumber(transaction, 'person_version');
        await movePerson(transaction, project.id, { oldPersonId, personId }, version);
        await setHasPersonOverrides(transaction, project.id, true);
      });

    const fence = async (limit = 100): Promise<PersonFold> => {
      const waiting = await ensureFold(database.query, project.id, NOW);
      await database.transaction((transaction) => fenceFold(transaction, waiting, { nowMs: NOW, limit }));
      return ensureFold(database.query, project.id, NOW);
    };

    const end = (fold: PersonFold) => database.transaction((transaction) => endFold(transaction, fold, NOW));

    test('the last override takes the flag of the project with it', async () => {
      await merge('a', 'b');
      expect(await findOverriddenProjectIds(database.query)).toEqual([project.id]);
      const fold = await fence();
      expect(fold).toMatchObject({ phase: 'fenced', inFlight: { spools: {} } });
      expect(await listMoves(database.query, fold)).toEqual([['a', 'b']]);
      await setFolded(database.query, fold, NOW);
      const before = await findProject(database.query, project.id);
      expect(await end(fold)).toBe(0);
      expect(await findProject(database.query, project.id)).toMatchObject({
        hasPersonOverrides: false,
        contextRevision: (before?.contextRevision ?? 0) + 1,
      });
      expect(await findOverriddenProjectIds(database.query)).toEqual([]);
    });

    test('what changes after the fence is not part of the fold', async () => {
      await merge('a', 'b');
      await merge('c', 'd');
      const fold = await fence();
      await merge('b', 'e');
      await merge('f', 'e');
      expect(await listMoves(database.query, fold)).toEqual([['c', 'd']]);
      expect(await end(fold)).toBe(3);
      expect(await findOverriddenProjectIds(database.query)).toEqual([project.id]);
      expect((await ensureFold(database.query, project.id, NOW)).phase).toBe('waiting');
    });

    test('a fold has about as many overrides as it may, the oldest first', async () => {
      for (const id of ['1', '2', '3', '4', '5']) await merge(id, 'target');
      const moves = await listMoves(database.query, await fence(3));
      expect(moves.map(([id]) => id).toSorted()).toEqual(['1', '2', '3']);
    });

    test('one replica at a time has the right to rewrite, until it is silent', async () => {
      await merge('a', 'b');
      const fold = await fence();
      const lease = (owner: string, nowMs: number) =>
        leaseFold(database.query, fold, { owner, nowMs, leaseMs: LEASE_MS });
      expect(await lease('one', NOW)).toBe(true);
      expect(await lease('other', NOW + LEASE_MS)).toBe(false);
      expect(await lease('one', NOW + LEASE_MS)).toBe(true);
      const isElsewhere = (owner: string) =>
        isFoldedElsewhere(database.query, project.id, { owner, nowMs: NOW + LEASE_MS });
      expect([await isElsewhere('one'), await isElsewhere('other')]).toEqual([false, true]);
      expect(await lease('other', NOW + 2 * LEASE_MS + 1)).toBe(true);
      await setFolded(database.query, fold, NOW);
      expect(await lease('other', NOW)).toBe(false);
    });

    test('a fold that ends while a merge is not committed waits for it, and the flag stays', async () => {
      await merge('a', 'b');
      const fold = await fence();
      let ending: Promise<unknown> = Promise.resolve();
      await database.transaction(async (transaction) => {
        const version = await nextNumber(transaction, 'person_version');
        await movePerson(transaction, project.id, { oldPersonId: 'c', personId: 'd' }, version);
        await setHasPersonOverrides(transaction, project.id, true);
        ending = end(fold);
        // Time enough for an end that does not wait.
        for (let statement = 0; statement < 50; statement += 1)
          await countOverrides(transaction, { projectId: project.id });
      });
      await ending;
      expect(await countOverrides(database.query, { projectId: project.id })).toBe(1);
      expect(await findOverriddenProjectIds(database.query)).toEqual([project.id]);
    });
  });
}
