import { beforeAll, describe, expect, test } from 'vitest';
import type { VersionRow } from '../../src/adapters/store/endpoint-row.ts';
import { systemClock } from '../../src/base/clock.ts';
import { type CompileCaller, Compiling } from '../../src/services/catalog/compiling.ts';
import type { KnownProject } from '../../src/services/catalog/known-project.ts';
import { CompiledVersions } from '../../src/services/execution/compiled-versions.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// Anybody who knows the public capture token can send new names. What a query does not read costs it nothing.
// [SPEC-4.3].

let project: TestProject;
let action = 0;

const SQL =
  'select properties.plan as plan, count() as n from events where company.key != {variables.a} group by plan';
const RUN = { variables: { a: 'x' } };

beforeAll(async () => {
  project = await shareService();
  await capture({ plan: 'pro' }, { $groups: { company: 'acme' } });
  action = (await project.call('POST', 'actions', { body: { name: 'opened' } })).json.id;
  await create('sql', { kind: 'HogQLQuery', query: SQL });
  await create('insight', { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: action }] });
  await create('other', { kind: 'HogQLQuery', query: 'select person.properties.age from events' });
});

async function create(name: string, query: unknown): Promise<void> {
  const { status } = await project.call('POST', 'endpoints', { body: { name, query } });
  expect(status).toBe(201);
}

async function capture(properties: object, more: object = {}): Promise<void> {
  const event = {
    api_key: project.captureToken,
    event: 'e',
    distinct_id: 'u',
    properties: { ...properties, ...more },
  };
  const { status } = await project.call('POST', '/capture?wait=true', { body: event, key: null });
  expect(status).toBe(200);
}

async function source(name: string): Promise<string> {
  const { json } = await project.call('POST', `endpoints/${name}/run`, { body: name === 'sql' ? RUN : {} });
  return json.served_reason;
}

const sources = async () => [await source('sql'), await source('insight'), await source('other')];

describe('what a query does not read costs it no hit', () => {
  test.each<[string, (turn: number) => Promise<unknown>]>([
    ['a new property with each event', (turn) => capture({ [`new_${turn}`]: turn })],
    ['new group types', (turn) => capture({}, { $groups: { [`type_${turn}`]: 'x' } })],
    ['types of other properties', (turn) => setType('event', 'price', turn % 2 ? 'String' : 'Numeric')],
    ['other actions', (turn) => project.call('POST', 'actions', { body: { name: `other ${turn}` } })],
    [
      'settings that it does not use',
      (turn) =>
        project.call('PATCH', '', {
          body: {
            name: `Shop ${turn}`,
            week_start_day: turn % 2,
            path_cleaning_filters: [{ regex: `${turn}`, alias: '' }],
            test_account_filters: [{ type: 'event', key: 'email', value: `${turn}` }],
          },
        }),
    ],
    ['a new capture token', () => project.call('POST', 'capture_token/roll').then(keepToken)],
  ])('%s', async (_, change) => {
    await sources();
    const served: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      await change(turn);
      served.push(...(await sources()));
    }
    expect(served).toEqual(Array.from({ length: 30 }, () => 'cache_fresh'));
  });
});

let rolledToken = '';
function keepToken({ json }: { readonly json: { readonly api_token: string } }): void {
  rolledToken = json.api_token;
  expect(rolledToken).not.toBe(project.captureToken);
}

function setType(owner: string, name: string, property_type: string) {
  return project.call('PATCH', `property_definitions/${owner}/${name}`, { body: { property_type } });
}

describe('what a query reads makes another answer', () => {
  test.each<[string, readonly string[], () => Promise<unknown>]>([
    ['the type of its property', ['sql'], () => setType('event', 'plan', 'Numeric')],
    ['the type of a person property', ['other'], () => setType('person', 'age', 'Numeric')],
    [
      'its action',
      ['insight'],
      () => project.call('PATCH', `actions/${action}`, { body: { steps: [{ event: 'e' }] } }),
    ],
    [
      'the zone of the project',
      ['sql', 'insight', 'other'],
      () => project.call('PATCH', '', { body: { timezone: 'Asia/Tokyo' } }),
    ],
  ])('%s', async (_, changed, change) => {
    await sources();
    await change();
    const names = ['sql', 'insight', 'other'];
    const expected = names.map((name) => (changed.includes(name) ? 'cache_miss' : 'cache_fresh'));
    expect(await sources()).toEqual(expected);
  });
});

const NOBODY: CompileCaller = {
  projectId: 1,
  principal: null,
  abortController: () => new AbortController(),
};
const COMPILING = new Compiling(
  { running: 0, waiting: 0, run: () => Promise.reject(new Error('a short query needs no thread')) },
  new RateLimiter([], systemClock),
);

test('a thousand unrelated changes compile nothing, a related one compiles once', () => {
  const versions = new CompiledVersions(COMPILING);
  const compiled = new Set<unknown>();
  const version: VersionRow = {
    endpointId: 'one',
    version: 1,
    query: { kind: 'HogQLQuery', query: 'select properties.price, company.key from events' },
    variables: {},
    fingerprint: '',
    columns: [],
    notMaterializable: null,
    createdBy: { keyId: 'k', label: 'k' },
    createdAtMs: 0,
  };
  const types: KnownProject['propertyTypes'] = {
    event: new Map(),
    person: new Map(),
    group: new Map([['seats', 'Numeric']]),
  };
  const find = (changes: Partial<KnownProject>) => {
    const promoted = { events: new Map(), revision: '' };
    const parts = { groupTypes: ['company'], allowedOrigins: [], promoted, propertyTypes: types };
    const project = { ...testProject(), ...parts, ...changes };
    compiled.add(versions.find(version, project, NOBODY));
  };
  for (let turn = 0; turn < 1000; turn += 1) {
    const event = new Map([
      ['price', 'Numeric'],
      [`new_${turn}`, 'String'],
    ] as const);
    const groupTypes = ['company', `type_${turn}`];
    find({ propertyTypes: { ...types, event }, groupTypes, revision: `${turn}` });
  }
  expect(compiled.size).toBe(1);
  const event = new Map([['price', 'String']] as const);
  find({ propertyTypes: { ...types, event } });
  expect(compiled.size).toBe(2);
});

test('a filter of a caller is read with the types of now, though the query was compiled before', async () => {
  const query = "select count() as n from events where event = 'sized'";
  await create('filtered', { kind: 'HogQLQuery', query });
  const properties = { size: '5' };
  const event = { event: 'sized', distinct_id: 'u', properties };
  const api_key = rolledToken;
  expect(
    (await project.call('POST', '/capture?wait=true', { body: { ...event, api_key }, key: null })).status,
  ).toBe(200);
  const count = async () => {
    const key = "toTypeName(properties.size) = 'Nullable(Float64)'";
    const filters_override = { properties: [{ type: 'hogql', key }] };
    const { json } = await project.call('POST', 'endpoints/filtered/run', { body: { filters_override } });
    return json.results;
  };
  await setType('event', 'size', 'String');
  const asText = await count();
  await setType('event', 'size', 'Numeric');
  expect([asText, await count()]).toEqual([[[0]], [[1]]]);
});
