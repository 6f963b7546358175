import { expect, onTestFinished, test } from 'vitest';
import { insertEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import { flipSnapshot } from '../../src/adapters/store/snapshot-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { deleteRetired } from '../../src/services/materialize/sweep-objects.ts';
import { addProject, NOW } from '../store/add-project.ts';
import { builtSnapshot, materializedEndpoint } from './materialized-endpoint.ts';

test('all snapshots that were retired long enough ago go in one turn', async () => {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  await addProject(database, 'slc_sweep');
  await insertEndpoint(database.query, materializedEndpoint('e'));
  for (let token = 1; token <= 230; token += 1) {
    const place = { buildId: `b${token}`, objectPrefix: `snapshots/1/e/b${token}` };
    const facts = { endpointId: 'e', projectId: 1, version: 1, fencingToken: token, durationMs: 1 };
    const builtAtMs = NOW + token;
    await flipSnapshot(database.query, { ...builtSnapshot(), ...place, ...facts, builtAtMs }, builtAtMs);
  }
  const deleted: string[] = [];
  const objects = {
    list: async (prefix: string) => [`${prefix}manifest.json`],
    delete: async (key: string) => void deleted.push(key),
  };
  await deleteRetired({ database, objects }, NOW + 230);
  // The 229th was retired by the 230th, a moment too late; the last one is current.
  expect(deleted).toEqual(Array.from({ length: 228 }, (_, at) => `snapshots/1/e/b${at + 1}/manifest.json`));
});
