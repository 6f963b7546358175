import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addPropertyDefinitions, setPropertyType } from '../../src/adapters/store/definition-store.ts';
import { updateProject } from '../../src/adapters/store/project-store.ts';
import type { Catalog } from '../../src/services/catalog/catalog.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { addProject, NOW } from '../store/add-project.ts';
import { addEndpoints, learn, lookUp, openCatalog } from './open-catalog.ts';

// [SPEC-4.3]: what one tenant does makes no other one ask the store.

const PROJECTS = 30;
const ENDPOINTS = 20;

/** As `lookUp`, of all endpoints. */
async function lookUpAll(catalog: Catalog, projectIds: readonly number[]): Promise<void> {
  for (const projectId of projectIds)
    for (let place = 0; place < ENDPOINTS; place += 1) await lookUp(catalog, projectId, place);
}

const typeOf = async (catalog: Catalog, projectId: number, name: string) =>
  (await catalog.context(projectId)).propertyTypes.event.get(name);

test('new property names of one project make nobody ask the store, and are known at once', async () => {
  const { database, catalog, asked } = await openCatalog();
  const projectIds = Array.from({ length: PROJECTS }, (_, index) => index + 1);
  for (const projectId of projectIds) {
    await addProject(database, `slc_${projectId}`);
    await addEndpoints(database, projectId, ENDPOINTS);
  }
  await lookUpAll(catalog, projectIds);
  asked.mockClear();
  for (let turn = 0; turn < 10; turn += 1) {
    await learn(
      database,
      1,
      Array.from({ length: 100 }, (_, index) => `new_${turn}_${index}`),
    );
    await lookUpAll(catalog, projectIds);
    expect(await typeOf(catalog, 1, `new_${turn}_99`)).toBe('Numeric');
  }
  expect(asked).toHaveBeenCalledTimes(0);
});

test('what is written to a project is forgotten of that project, and of no other', async () => {
  const { database, catalog, asked } = await openCatalog();
  for (const projectId of [1, 2]) {
    await addProject(database, `slc_${projectId}`);
    await addEndpoints(database, projectId, ENDPOINTS);
  }
  await lookUpAll(catalog, [1, 2]);
  asked.mockClear();
  await updateProject(database.query, 1, { timezone: 'Asia/Tokyo', nowMs: NOW });
  await lookUpAll(catalog, [2]);
  expect(asked).toHaveBeenCalledTimes(0);
  expect((await catalog.context(1)).timezone).toBe('Asia/Tokyo');
  expect(asked).toHaveBeenCalled();
});

test('an unpinned type stays as it was learned first, and one that is set by hand wins', async () => {
  const { database, catalog } = await openCatalog();
  await addProject(database, 'slc_1');
  await catalog.context(1);
  await learn(database, 1, ['price']);
  await database.transaction((transaction) =>
    addPropertyDefinitions(transaction, 1, [{ type: 'event', name: 'price', propertyType: 'String' }], NOW),
  );
  expect(await typeOf(catalog, 1, 'price')).toBe('Numeric');
  const byHand = { type: 'event', name: 'price', propertyType: 'String' } as const;
  await database.transaction((transaction) => setPropertyType(transaction, 1, byHand, NOW));
  expect(await typeOf(catalog, 1, 'price')).toBe('String');
});

test('a transaction that fails has taught nothing', async () => {
  const { database, catalog } = await openCatalog();
  await addProject(database, 'slc_1');
  await catalog.context(1);
  const failing = database.transaction(async (transaction) => {
    const definition = { type: 'event', name: 'lost', propertyType: 'Numeric' } as const;
    await addPropertyDefinitions(transaction, 1, [definition], NOW);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await typeOf(catalog, 1, 'lost')).toBeUndefined();
});

test('what is learned while a project is read is known when it was read', async () => {
  const { database, catalog } = await openCatalog();
  await addProject(database, 'slc_1');
  const loading = catalog.context(1);
  await learn(database, 1, ['early']);
  await loading;
  expect(await typeOf(catalog, 1, 'early')).toBe('Numeric');
});

test('reading waits for no transaction, and sees what was committed', async () => {
  const { database, catalog } = await openCatalog(join(temporaryFolder(), 'metadata.sqlite'));
  await addProject(database, 'slc_1');
  let end = (): void => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const writing = database.transaction(async (transaction) => {
    await updateProject(transaction, 1, { name: 'Other', timezone: 'Asia/Tokyo', nowMs: NOW });
    await held;
  });
  expect((await catalog.context(1)).timezone).toBe('UTC');
  end();
  await writing;
  expect((await catalog.context(1)).timezone).toBe('Asia/Tokyo');
});

test('what is missing is loaded for a decision even where nothing may be kept', async () => {
  const { database, catalog } = await openCatalog();
  await addProject(database, 'slc_1');
  // As on PostgreSQL while changes of others may go unheard: nothing that was read is current.
  let revision = 0;
  vi.spyOn(database.catalog, 'revisionOf').mockImplementation(() => {
    revision += 1;
    return revision;
  });
  expect((await catalog.context(1)).timezone).toBe('UTC');
});
