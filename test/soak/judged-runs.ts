import type { SoakAnswer } from './soak-service.ts';
import type { TenantModel } from './tenant-model.ts';

/** A run and what it must answer. */
export interface JudgedRun {
  readonly name: string;
  readonly method?: 'GET';
  /** Below the project. */
  readonly target: string;
  readonly body?: object;
  /** The part of the answer that is compared; default: its rows. */
  read?(answer: SoakAnswer): unknown;
  expected(model: TenantModel): unknown;
}

const TOTALS = 'select count(), uniq(person_id), sum(properties.n) from events';
const NAMES = 'select event, count() as n from events group by event order by event';

/** The endpoints that the runs call. */
export const SQL_ENDPOINTS = [
  { name: 'totals', query: { kind: 'HogQLQuery', query: TOTALS } },
  { name: 'named', query: { kind: 'HogQLQuery', query: `${TOTALS} where event = {variables.name}` } },
  { name: 'names', query: { kind: 'HogQLQuery', query: NAMES } },
  {
    name: 'built',
    query: { kind: 'HogQLQuery', query: 'select count() from events' },
    is_materialized: true,
  },
];

const named = (name: string) => (model: TenantModel) => [model.totals(({ event }) => event === name)];
const fresh = { refresh: 'force_blocking' };

/** Every way to run SQL. Those that may answer from the cache come after one that has just filled it. */
export const JUDGED_RUNS: readonly JudgedRun[] = [
  {
    name: 'forced',
    target: 'endpoints/totals/run',
    body: fresh,
    expected: (model) => [model.totals()],
  },
  ...['blocking', 'cache', 'force'].map((refresh) => ({
    name: refresh,
    target: 'endpoints/totals/run',
    body: { refresh },
    expected: (model: TenantModel) => [model.totals()],
  })),
  ...['view', 'buy', '$identify'].map((name) => ({
    name: `variable ${name}`,
    target: 'endpoints/named/run',
    body: { ...fresh, variables: { name } },
    expected: named(name),
  })),
  {
    name: 'by GET, with debug',
    method: 'GET',
    target: `endpoints/named/run?refresh=force_blocking&debug=true&variables=${encodeURIComponent('{"name":"share"}')}`,
    expected: named('share'),
  },
  {
    name: 'past the snapshot',
    target: 'endpoints/built/run',
    body: { refresh: 'direct' },
    expected: (model) => [[model.size]],
  },
  {
    name: 'filters of the caller',
    target: 'endpoints/totals/run',
    body: { ...fresh, filters_override: { properties: [{ key: 'n', value: 3, type: 'event' }] } },
    expected: (model) => [model.totals(({ properties }) => properties['n'] === 3)],
  },
  {
    name: 'a page of a version',
    target: 'endpoints/names/run',
    body: { ...fresh, version: 1, limit: 2, offset: 1 },
    expected: (model) => model.countsByName().slice(1, 3),
  },
  {
    name: 'csv',
    target: 'endpoints/names/run?format=csv',
    body: {},
    read: ({ text }) => text,
    expected: (model) =>
      ['"event","n"', ...model.countsByName().map(([name, count]) => `"${name}",${count}`), ''].join('\r\n'),
  },
  {
    name: 'ndjson',
    target: 'endpoints/names/run?format=ndjson',
    body: {},
    read: ({ text }) => text,
    expected: (model) =>
      model
        .countsByName()
        .map(([event, n]) => `${JSON.stringify({ event, n })}\n`)
        .join(''),
  },
  ...[
    { format: 'parquet', ends: ['PAR1', 'PAR1'] },
    { format: 'arrow', ends: ['\u{fffd}\u{fffd}\u{fffd}\u{fffd}', '\0\0\0\0'] },
  ].map(({ format, ends }) => ({
    name: format,
    target: `endpoints/names/run?format=${format}`,
    body: {},
    read: ({ text }: SoakAnswer) => [text.slice(0, 4), text.slice(-4)],
    expected: () => ends,
  })),
  {
    name: 'ad hoc',
    target: 'query',
    body: { query: { kind: 'HogQLQuery', query: NAMES } },
    expected: (model) => model.countsByName(),
  },
];
