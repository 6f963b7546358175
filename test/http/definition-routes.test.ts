import { expect, test } from 'vitest';
import { addPropertyDefinitions, recordEventNames } from '../../src/adapters/store/definition-store.ts';
import { addIngestionWarnings } from '../../src/adapters/store/ingestion-warning-store.ts';
import { NOW } from '../store/add-project.ts';
import { openManageApi } from './manage-api.ts';

test('names of events, properties and warnings are listed page by page', async () => {
  const { root, services } = await openManageApi();
  const db = services.database.query;
  const properties = ['age', 'plan'].map(
    (name) => ({ type: 'person', name, propertyType: 'String' }) as const,
  );
  await recordEventNames(db, 1, new Map(['signup', 'login'].map((name) => [name, 3])), NOW);
  await addPropertyDefinitions(db, 1, properties, NOW);
  await addIngestionWarnings(db, 1, [{ reason: 'bad_event', details: { index: 3 }, createdAtMs: NOW }]);

  const created_at = '2026-01-05T09:00:00Z';
  expect((await root('GET', '/api/projects/1/event_definitions?limit=1')).body).toMatchObject({
    count: 2,
    next: expect.stringContaining('limit=1&offset=1'),
    results: [{ name: 'login', created_at, last_seen_at: created_at, volume: 3 }],
  });
  expect((await root('GET', '/api/projects/1/property_definitions?offset=1')).body).toMatchObject({
    count: 2,
    next: null,
    results: [
      {
        type: 'person',
        name: 'plan',
        property_type: 'String',
        seen_types: [],
        last_seen_at: null,
        volume: 0,
        // The engine has a column for the event property of this name.
        is_promoted: false,
      },
    ],
  });
  expect((await root('GET', '/api/projects/1/ingestion_warnings')).body).toMatchObject({
    count: 1,
    results: [{ reason: 'bad_event', details: { index: 3 }, created_at }],
  });
});

test('a property of events tells whether it has a column of its own', async () => {
  const { root, services } = await openManageApi();
  const properties = ['age', 'plan'].map(
    (name) => ({ type: 'event', name, propertyType: 'String' }) as const,
  );
  await addPropertyDefinitions(services.database.query, 1, properties, NOW);
  expect((await root('GET', '/api/projects/1/property_definitions')).body).toMatchObject({
    results: [
      { name: 'age', is_promoted: false },
      { name: 'plan', is_promoted: true },
    ],
  });
});

test('a property type that is set acts at once', async () => {
  const { root, services } = await openManageApi();
  await services.catalog.context(1);
  const path = '/api/projects/1/property_definitions';
  expect(await root('PATCH', `${path}/event/price%2Fnet`, { property_type: 'Numeric' })).toMatchObject({
    status: 200,
    body: { type: 'event', name: 'price/net', property_type: 'Numeric' },
  });
  expect((await services.catalog.context(1)).propertyTypes.event.get('price/net')).toBe('Numeric');
  expect(await root('PATCH', `${path}/session/a`, { property_type: 'Numeric' })).toMatchObject({
    status: 400,
    body: { attr: 'type' },
  });
  expect(await root('PATCH', `${path}/event/a`, { property_type: 'Number' })).toMatchObject({
    status: 400,
    body: { attr: 'property_type' },
  });
});
