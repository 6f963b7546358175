import { beforeEach, describe, expect, test } from 'vitest';
import {
  deleteAction,
  findAction,
  insertAction,
  listActionPage,
  listActions,
  lockAction,
  updateAction,
} from '../../src/adapters/store/action-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { findProject, type ProjectRow } from '../../src/adapters/store/project-store.ts';
import { UniqueViolationError } from '../../src/adapters/store/unique-violation-error.ts';
import { addProject, NOW } from './add-project.ts';
import { openWithProject } from './open-with-project.ts';

const AUTHOR = { keyId: 'key-1', label: 'root' };
const STEPS = [{ event: 'buy', properties: [{ key: 'plan', value: ['pro', 1, true] }] }];

/** The contract of actions in the store. `open` gives a fresh empty one. */
export function describeActionStore(name: string, open: () => Promise<Database>): void {
  describe(`action store on ${name}`, () => {
    let database: Database;
    let project: ProjectRow;
    beforeEach(async () => {
      ({ database, project } = await openWithProject(open));
    });

    const add = (projectId: number, actionName: string) =>
      insertAction(database.query, projectId, {
        name: actionName,
        description: '',
        steps: STEPS,
        createdBy: AUTHOR,
        nowMs: NOW,
      });
    const revisionOf = async (projectId: number) =>
      (await findProject(database.query, projectId))?.contextRevision;

    test('are found in their project only, with what was stored', async () => {
      const other = await addProject(database, 'slc_other');
      const stored = await add(project.id, 'Bought');
      expect(stored).toMatchObject({ revision: 1, steps: STEPS, createdBy: AUTHOR, updatedAtMs: NOW });
      expect(await findAction(database.query, project.id, stored.id)).toEqual(stored);
      expect(await listActions(database.query, project.id)).toEqual([stored]);
      expect(await findAction(database.query, other.id, stored.id)).toBeUndefined();
      expect(await lockAction(database.query, other.id, stored.id)).toBeUndefined();
      expect(await listActions(database.query, other.id)).toEqual([]);
      await deleteAction(database.query, other.id, stored.id);
      expect(await findAction(database.query, project.id, stored.id)).toEqual(stored);
    });

    test('have names of their own in their project, and ids that are not used again', async () => {
      const other = await addProject(database, 'slc_other');
      const first = await add(project.id, 'Bought');
      await expect(add(project.id, 'Bought')).rejects.toThrow(UniqueViolationError);
      await add(other.id, 'Bought');
      await deleteAction(database.query, project.id, first.id);
      const again = await add(project.id, 'Bought');
      expect(again.id).toBeGreaterThan(first.id);
      const late = await add(project.id, 'Sold');
      const renaming = updateAction(database.query, project.id, late.id, {
        ...late,
        name: 'Bought',
        nowMs: NOW,
      });
      await expect(renaming).rejects.toThrow(UniqueViolationError);
    });

    test('every write raises their revision and that of their project', async () => {
      const other = await addProject(database, 'slc_other');
      const seen = [await revisionOf(project.id)];
      const action = await add(project.id, 'Bought');
      seen.push(await revisionOf(project.id));
      const change = { name: 'Bought', description: 'x', steps: [], nowMs: NOW + 1 };
      const changed = await updateAction(database.query, project.id, action.id, change);
      expect(changed).toEqual({ ...action, description: 'x', steps: [], revision: 2, updatedAtMs: NOW + 1 });
      seen.push(await revisionOf(project.id));
      await deleteAction(database.query, project.id, action.id);
      seen.push(await revisionOf(project.id));
      expect(new Set(seen).size).toBe(4);
      expect(await revisionOf(other.id)).toBe(other.contextRevision);
    });

    test('are listed newest first, with the count of all', async () => {
      for (const actionName of ['a', 'b', 'c']) await add(project.id, actionName);
      const page = await listActionPage(database.query, project.id, { limit: 1, offset: 1 });
      expect(page).toMatchObject({ count: 3, results: [{ name: 'b' }] });
    });
  });
}
