import { onTestFinished, vi } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import { addPropertyDefinitions } from '../../src/adapters/store/definition-store.ts';
import { insertEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { insertVersion } from '../../src/adapters/store/version-store.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { Missing } from '../../src/services/catalog/known-state.ts';
import { NOW } from '../store/add-project.ts';

/** A store and what is known of it, and each time that the store is asked. */
export async function openCatalog(path = ':memory:') {
  const database = await openSqliteDatabase(path);
  onTestFinished(() => database.close());
  return { database, catalog: new Catalog(database), asked: vi.spyOn(database.reading, 'selectFrom') };
}

/** Endpoints `e0`, `e1`, ... of a project. */
export async function addEndpoints(database: Database, projectId: number, count: number): Promise<void> {
  const createdBy = { keyId: 'k', label: 'k' };
  for (let place = 0; place < count; place += 1) {
    const id = `${projectId}-${place}`;
    await insertEndpoint(database.query, {
      id,
      projectId,
      name: `e${place}`,
      description: '',
      isActive: true,
      cacheAgeSeconds: null,
      staleIfErrorSeconds: 0,
      staleWhileRevalidateSeconds: 0,
      isMaterialized: false,
      syncFrequency: '24hour',
      allowedOverrides: null,
      limits: {},
      tags: [],
      createdBy,
      createdAtMs: NOW,
    });
    const query = { kind: 'HogQLQuery', query: 'select 1' } as const;
    const meaning = { fingerprint: '', columns: null, notMaterializable: null };
    const version = { endpointId: id, version: 1, query, variables: {}, ...meaning };
    await insertVersion(database.query, projectId, { ...version, createdBy, createdAtMs: NOW });
  }
}

/** Everything that a hit looks up. */
export async function lookUp(catalog: Catalog, projectId: number, place: number): Promise<void> {
  await catalog.whenKnown((known) => {
    const project = known.project(projectId);
    if (project instanceof Missing) return project;
    const endpoint = known.endpoint(projectId, `e${place}`);
    if (endpoint === null || endpoint instanceof Missing) return endpoint;
    const version = known.version(endpoint, 1);
    return version instanceof Missing ? version : known.snapshot(endpoint);
  });
}

/** New properties, as capture learns them. */
export const learn = (database: Database, projectId: number, names: readonly string[]) =>
  database.transaction((transaction) =>
    addPropertyDefinitions(
      transaction,
      projectId,
      names.map((name) => ({ type: 'event', name, propertyType: 'Numeric' }) as const),
      NOW,
    ),
  );
