import { onTestFinished } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { openWorkers } from '../../src/app/open-workers.ts';
import { SettableClock } from '../../src/base/clock.ts';
import { isAppError } from '../../src/base/errors.ts';
import { checkShape } from '../../src/schema/check-shape.ts';
import {
  type EndpointChange,
  endpointChangeSchema,
  endpointCreateSchema,
  type SavedEndpoint,
} from '../../src/schema/endpoint.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { Compiling } from '../../src/services/catalog/compiling.ts';
import { changeEndpoint } from '../../src/services/endpoints/change-endpoint.ts';
import { createEndpoint } from '../../src/services/endpoints/create-endpoint.ts';
import type { EndpointServices } from '../../src/services/endpoints/endpoint-services.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { addProject, NOW } from '../store/add-project.ts';

export const CALLER = { projectId: 1, author: { keyId: 'key-1', label: 'root' } };
export const OTHER_PROJECT = { ...CALLER, projectId: 2 };

/** `select a, b` as a SQL query node. */
export function sql(text: string): Record<string, unknown> {
  return { kind: 'HogQLQuery', query: text };
}

/** Endpoints on a fresh store with the projects 1 and 2, at 2026-01-05T09:00:00Z. */
export async function openEndpoints() {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  await addProject(database, 'slc_1');
  await addProject(database, 'slc_2');
  return endpointsOn(database);
}

/** Endpoints on a store that has the project 1, at 2026-01-05T09:00:00Z. */
export function endpointsOn(database: Database) {
  const services: EndpointServices & { readonly clock: SettableClock } = {
    database,
    clock: new SettableClock(NOW),
    catalog: new Catalog(database),
    observe: () => {},
    scheduler: { wake: () => {} },
    promoter: { wake: () => {} },
    lookupChooser: { wake: () => {} },
    // No thread starts before it has work.
    compiling: new Compiling(openWorkers({}), new RateLimiter([], new SettableClock(NOW))),
  };
  return {
    services,
    create: async (body: Record<string, unknown>) =>
      createEndpoint(services, CALLER, checkShape(endpointCreateSchema, body)),
    change: async (name: string, body: EndpointChange | Record<string, unknown>): Promise<SavedEndpoint> =>
      changeEndpoint(services, CALLER, { name, allowBreaking: true }, checkShape(endpointChangeSchema, body)),
  };
}

/** The code and path of a refusal, or `made`. */
export async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'made',
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return error.attr === undefined ? error.code : `${error.code} ${error.attr}`;
    },
  );
}
