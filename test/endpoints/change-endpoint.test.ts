import { describe, expect, test } from 'vitest';
import { recordUses } from '../../src/adapters/store/endpoint-use-store.ts';
import type { EndpointChange } from '../../src/schema/endpoint.ts';
import { changeEndpoint } from '../../src/services/endpoints/change-endpoint.ts';
import { createEndpoint } from '../../src/services/endpoints/create-endpoint.ts';
import { getEndpoint, listEndpoints, listVersions } from '../../src/services/endpoints/get-endpoint.ts';
import { removeEndpoint } from '../../src/services/endpoints/remove-endpoint.ts';
import { restoreEndpoint } from '../../src/services/endpoints/restore-endpoint.ts';
import { rollBackEndpoint } from '../../src/services/endpoints/roll-back-endpoint.ts';
import { NOW } from '../store/add-project.ts';
import { CALLER, OTHER_PROJECT, openEndpoints, outcome, sql } from './endpoint-fixture.ts';

// [SPEC-2.1.3], [SPEC-2.1.10] to [SPEC-2.1.14].

const A = sql('select event from events');
const B = sql('select distinct_id from events');
const ALL = { limit: 100, offset: 0 };

describe('a change', () => {
  test('keeps what it does not name and raises the revision', async () => {
    const { services, create, change } = await openEndpoints();
    const settings = { description: 'd', tags: ['t', 't'], cache_age_seconds: 600, limits: { max_rows: 5 } };
    const before = await create({ name: 'x', query: A, ...settings });
    services.clock.set(NOW + 60_000);
    expect(await change('x', { is_active: false })).toEqual({
      ...before,
      tags: ['t'],
      is_active: false,
      materialization: { ...before.materialization, materializable: false, reason: expect.any(String) },
      revision: 2,
      updated_at: '2026-01-05T09:01:00Z',
      warnings: [],
    });
    expect(await change('x', { cache_age_seconds: null, limits: {} })).toMatchObject({
      cache_age_seconds: null,
      limits: {},
      is_active: false,
    });
  });

  test.each([
    ['another query', { query: B }, 2],
    ['other white space and case', { query: sql('SELECT  event -- only this\nFROM events') }, 1],
    ['the same query', { query: A }, 1],
    ['settings', { description: 'new', tags: ['a'], cache_age_seconds: 300 }, 1],
    [
      'another kind',
      { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'signup' }] } },
      2,
    ],
  ])('%s: %j: version %i', async (_name, body, version) => {
    const { create, change } = await openEndpoints();
    await create({ name: 'x', query: A });
    expect(await change('x', body)).toMatchObject({ current_version: version, versions_count: version });
  });

  test('another spelling of the same query is kept without a version', async () => {
    const { services, create, change } = await openEndpoints();
    await create({ name: 'x', query: A });
    await change('x', { query: sql('SELECT event from events') });
    expect((await getEndpoint(services, 1, 'x')).query).toEqual(sql('SELECT event from events'));
  });

  test('a declaration makes a version, its description does not', async () => {
    const { create, change } = await openEndpoints();
    await create({
      name: 'x',
      query: sql('select event from events where toInt(distinct_id) = {variables.v}'),
    });
    const typed = await change('x', { variables: { v: { type: 'Number' } } });
    expect(typed.current_version).toBe(2);
    const described = await change('x', { variables: { v: { type: 'Number', description: 'a number' } } });
    expect(described.current_version).toBe(2);
    expect(described.variables).toEqual({ v: { type: 'Number', description: 'a number' } });
  });

  test('a new query takes each declaration of the newest version that had the variable', async () => {
    const { create, change } = await openEndpoints();
    const using = (...names: readonly string[]) =>
      sql(`select ${names.map((name) => `{variables.${name}} as ${name}`).join(', ')}`);
    const text = (value: string) => ({ type: 'String' as const, default: value });
    await create({ name: 'x', query: using('a', 'b'), variables: { a: text('a1'), b: text('b1') } });
    await change('x', { query: using('a'), variables: { a: text('a2') } });
    await change('x', { query: A });
    const taken = { a: text('a2'), b: text('b1') };
    expect((await change('x', { query: using('a', 'b', 'c') })).variables).toEqual(taken);

    // A version that uses a variable without declaration has decided against one.
    await change('x', { variables: { b: text('b2') } });
    await change('x', { query: A });
    expect((await change('x', { query: using('a', 'b') })).variables).toEqual({ b: text('b2') });
    // What is sent is what is meant, also when nothing is.
    expect((await change('x', { query: using('b'), variables: {} })).variables).toEqual({});
  });

  test('a new query keeps the declarations that it still uses', async () => {
    const { create, change } = await openEndpoints();
    const variables = { v: { type: 'Number' }, w: { default: 'x' } };
    await create({
      name: 'x',
      query: sql(
        'select event from events where toInt(distinct_id) = {variables.v} and event = {variables.w}',
      ),
      variables,
    });
    const changed = await change('x', {
      query: sql('select event from events where event in ({variables.w}, {variables.z})'),
    });
    expect(changed.variables).toEqual({ w: { default: 'x' } });
  });

  test('a refused change changes nothing', async () => {
    const { services, create, change } = await openEndpoints();
    const before = await create({ name: 'x', query: A });
    await create({ name: 'y', query: A });
    const refusals = [
      { description: 'new', query: sql('select nonsense from events') },
      { description: 'new', name: 'y' },
      { description: 'new', is_active: false, is_materialized: true },
    ];
    expect(await Promise.all(refusals.map((body) => outcome(change('x', body))))).toEqual([
      'unknown_field query.query',
      'name_taken name',
      'not_materializable is_materialized',
    ]);
    expect(await getEndpoint(services, 1, 'x')).toEqual(before);
    expect((await listVersions(services, 1, 'x', ALL)).count).toBe(1);
  });

  test('with the revision that the caller saw, only that one is changed', async () => {
    const { services, create, change } = await openEndpoints();
    await create({ name: 'x', query: A });
    await change('x', { description: 'of somebody else' });
    const options = (...revisions: number[]) => ({
      name: 'x',
      ifRevisions: new Set(revisions),
      allowBreaking: true,
    });
    const attempt = changeEndpoint(services, CALLER, options(1), { description: 'mine' });
    expect(await outcome(attempt)).toBe('precondition_failed If-Match');
    expect((await changeEndpoint(services, CALLER, options(7, 2), { description: 'mine' })).revision).toBe(3);
  });

  test('a column removed or of another type is reported, or refused on request', async () => {
    const { services, create } = await openEndpoints();
    await create({ name: 'x', query: sql('select event as a, distinct_id as b from events') });
    const change = { query: sql('select uuid as c, event as a from events') };
    const refused = changeEndpoint(services, CALLER, { name: 'x', allowBreaking: false }, change);
    expect(await outcome(refused)).toBe('breaking_change query');
    const changed = await changeEndpoint(services, CALLER, { name: 'x', allowBreaking: true }, change);
    expect(changed.warnings).toEqual([
      { code: 'breaking_change', detail: 'The column "b" is removed.', attr: 'query' },
    ]);
  });

  test('variables that callers lose are reported, or refused on request', async () => {
    const { services, create } = await openEndpoints();
    const query = (name: string) => sql(`select event from events where event = {variables.${name}}`);
    await create({ name: 'x', query: query('a'), variables: { a: { default: 'x' } } });
    const save = (allowBreaking: boolean, change: EndpointChange) =>
      changeEndpoint(services, CALLER, { name: 'x', allowBreaking }, change);
    expect(await outcome(save(false, { query: query('b') }))).toBe('breaking_change query');
    expect(await outcome(save(false, { variables: { a: { default: 'x', enum: ['x'] } } }))).toBe(
      'breaking_change query',
    );
    expect((await save(true, { query: query('b') })).warnings).toEqual([
      { code: 'breaking_change', detail: 'The variable "a" is removed.', attr: 'variables.a' },
      { code: 'breaking_change', detail: 'The variable "b" is new and required.', attr: 'variables.b' },
    ]);
  });

  test('another kind of results is reported, or refused on request', async () => {
    const { services, create, change } = await openEndpoints();
    await create({ name: 'x', query: A });
    const trends = { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'signup' }] } };
    const strict = { name: 'x', allowBreaking: false };
    expect(await outcome(changeEndpoint(services, CALLER, strict, trends))).toBe('breaking_change query');
    expect((await change('x', trends)).warnings).toEqual([
      {
        code: 'breaking_change',
        detail: 'The results of HogQLQuery become those of TrendsQuery.',
        attr: 'query',
      },
    ]);
    expect((await change('x', { query: A })).warnings).toHaveLength(1);
  });

  test('empty filters of a query are removed and told', async () => {
    const { create, change } = await openEndpoints();
    const query = (event: string, ...properties: readonly unknown[]) => ({
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event }],
      properties,
    });
    const isMac = { key: 'os', value: 'Mac' };
    const created = await create({ name: 'x', query: query('view', {}, isMac) });
    expect(created).toMatchObject({
      query: query('view', isMac),
      warnings: [
        { code: 'replaceable_filter', attr: 'allowed_overrides' },
        {
          code: 'empty_filter_removed',
          detail: 'The empty filter "query.properties.0" is removed.',
          attr: 'query.properties.0',
        },
      ],
    });
    expect(await change('x', { query: query('view', isMac, { type: 'empty' }) })).toMatchObject({
      current_version: 1,
      query: query('view', isMac),
      warnings: [
        { code: 'replaceable_filter', attr: 'allowed_overrides' },
        {
          code: 'empty_filter_removed',
          detail: 'The empty filter "query.properties.1" is removed.',
          attr: 'query.properties.1',
        },
      ],
    });
  });

  test('200 at once: none is lost, and versions are numbered without gap or double', async () => {
    const { services, create, change } = await openEndpoints();
    await create({ name: 'x', query: A });
    const changes = Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0
        ? change('x', { query: sql(`select ${index} from events`) })
        : change('x', { tags: [`t${index}`] }),
    );
    const revisions = (await Promise.all(changes)).map((endpoint) => endpoint.revision);
    expect(new Set(revisions)).toEqual(new Set(Array.from({ length: 200 }, (_, index) => index + 2)));
    const versions = await listVersions(services, 1, 'x', { limit: 1000, offset: 0 });
    expect(versions.results.map((row) => row.version)).toEqual(
      Array.from({ length: 101 }, (_, i) => 101 - i),
    );
    expect(new Set(versions.results.map((row) => JSON.stringify(row.query))).size).toBe(101);
  });
});

describe('versions', () => {
  test('are listed newest first and shown by number', async () => {
    const { services, create, change } = await openEndpoints();
    await create({ name: 'x', query: A });
    await change('x', { query: B, description: 'now b' });
    const versions = await listVersions(services, 1, 'x', ALL);
    expect(versions.results.map((row) => [row.version, row.is_current, row.query])).toEqual([
      [2, true, B],
      [1, false, A],
    ]);
    expect(await getEndpoint(services, 1, 'x', 1)).toMatchObject({
      version: 1,
      current_version: 2,
      query: A,
      description: 'now b',
    });
    expect(await outcome(getEndpoint(services, 1, 'x', 3))).toBe('not_found version');
  });

  test('an old one becomes current again as a new one', async () => {
    const { services, create, change } = await openEndpoints();
    await create({ name: 'x', query: A });
    await change('x', { query: B });
    const target = { name: 'x', allowBreaking: true };
    const strict = { name: 'x', allowBreaking: false };
    expect(await outcome(rollBackEndpoint(services, CALLER, strict, 1))).toBe('breaking_change version');
    expect(await rollBackEndpoint(services, CALLER, target, 1)).toMatchObject({
      current_version: 3,
      query: A,
      warnings: [
        { code: 'breaking_change', detail: 'The column "distinct_id" is removed.', attr: 'version' },
      ],
    });
    expect(await rollBackEndpoint(services, CALLER, target, 3)).toMatchObject({ current_version: 3 });
    expect(await outcome(rollBackEndpoint(services, CALLER, target, 4))).toBe('not_found version');
  });
});

describe('removing and restoring', () => {
  test('a removed endpoint frees its name and comes back with its versions', async () => {
    const { services, create, change } = await openEndpoints();
    const first = await create({ name: 'x', query: A });
    await change('x', { query: B });
    await removeEndpoint(services, CALLER, { name: 'x' });
    expect(await outcome(getEndpoint(services, 1, 'x'))).toBe('not_found');
    expect(await outcome(change('x', {}))).toBe('not_found');
    const second = await create({ name: 'x', query: A });
    expect(second.id).not.toBe(first.id);
    expect(await outcome(restoreEndpoint(services, CALLER, 'x'))).toBe('name_taken name');
    await change('x', { name: 'y' });
    expect(await restoreEndpoint(services, CALLER, 'x')).toMatchObject({ id: first.id, current_version: 2 });
    expect(await outcome(restoreEndpoint(services, CALLER, 'never'))).toBe('not_found');
  });

  test('a removal on condition of a revision', async () => {
    const { services, create } = await openEndpoints();
    await create({ name: 'x', query: A });
    expect(await outcome(removeEndpoint(services, CALLER, { name: 'x', ifRevisions: new Set([2]) }))).toBe(
      'precondition_failed If-Match',
    );
  });
});

test('two projects never see each other: same names, own endpoints', async () => {
  const { services, create } = await openEndpoints();
  const own = await create({ name: 'x', query: A });
  expect(await outcome(getEndpoint(services, 2, 'x'))).toBe('not_found');
  expect(await outcome(removeEndpoint(services, OTHER_PROJECT, { name: 'x' }))).toBe('not_found');
  const options = { name: 'x', allowBreaking: true };
  expect(await outcome(changeEndpoint(services, OTHER_PROJECT, options, {}))).toBe('not_found');
  const other = await createEndpoint(services, OTHER_PROJECT, { name: 'x', query: B });
  expect(other.id).not.toBe(own.id);
  expect((await listEndpoints(services, 2, ALL)).results).toEqual([other]);
});

test('the list tells when each endpoint ran last', async () => {
  const { services, create } = await openEndpoints();
  const { id } = await create({ name: 'x', query: A });
  await create({ name: 'y', query: A });
  const use = (projectId: number, lastExecutedAtMs: number) =>
    recordUses(services.database.query, [{ projectId, endpointId: id, lastExecutedAtMs, cost: null }]);
  await use(1, NOW + 5000);
  await use(1, NOW);
  await use(2, NOW + 9000);
  const page = await listEndpoints(services, 1, ALL);
  expect(page.results.map((row) => [row.name, row.last_executed_at])).toEqual([
    ['y', null],
    ['x', '2026-01-05T09:00:05Z'],
  ]);
});
