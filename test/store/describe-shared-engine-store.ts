import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import { findKnownEngine, recordEngineSchema } from '../../src/adapters/store/engine-schema-store.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { purgeProjectRows } from '../../src/adapters/store/purge-project.ts';
import { findSnapshotCheck, keepSnapshotCheck } from '../../src/adapters/store/snapshot-check-store.ts';
import { NOW } from './add-project.ts';
import { openWithProject } from './open-with-project.ts';

/** The contract of what services of one engine share, the same for every database. */
export function describeSharedEngineStore(name: string, open: () => Promise<Database>): void {
  describe(`shared engines on ${name}`, () => {
    let database: Database;
    let project: ProjectRow;
    beforeEach(async () => {
      ({ database, project } = await openWithProject(open));
    });

    test('a store knows its engine by the last step that was taken', async () => {
      const db = database.query;
      expect(await findKnownEngine(db)).toBeUndefined();
      const engine = { engineId: 'one', form: 'process', version: 0 } as const;
      await recordEngineSchema(db, engine, NOW);
      expect(await findKnownEngine(db)).toEqual(engine);
      await recordEngineSchema(db, { ...engine, version: 2 }, NOW);
      await recordEngineSchema(db, { ...engine, version: 1 }, NOW);
      await recordEngineSchema(db, { ...engine, version: 2 }, NOW + 1);
      expect(await findKnownEngine(db)).toEqual({ ...engine, version: 2 });
    });

    test('what was found in an object is known under its tag, until the project is purged', async () => {
      const db = database.query;
      const object = { projectId: project.id, objectPrefix: 'snapshots/1/e/b', objectName: 'rows.parquet' };
      const found = { ...object, tag: 'first', sha256: 'abc', bytes: 5_000_000_000 };
      await keepSnapshotCheck(db, found, NOW);
      expect(await findSnapshotCheck(db, { ...object, tag: 'first' })).toEqual(found);
      expect(await findSnapshotCheck(db, { ...object, tag: 'second' })).toBeUndefined();
      await keepSnapshotCheck(db, { ...found, tag: 'second', bytes: 7 }, NOW);
      expect(await findSnapshotCheck(db, { ...object, tag: 'first' })).toBeUndefined();
      expect(await findSnapshotCheck(db, { ...object, tag: 'second' })).toMatchObject({ bytes: 7 });
      await purgeProjectRows(db, project.id);
      expect(await findSnapshotCheck(db, { ...object, tag: 'second' })).toBeUndefined();
    });
  });
}
