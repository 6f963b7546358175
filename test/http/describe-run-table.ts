import { beforeAll, describe, expect, test } from 'vitest';
import { REFRESH_MODES, type RefreshMode } from '../../src/schema/run-request.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestAnswer, TestProject } from '../fixtures/start-service.ts';

// [SPEC-3.5] cell by cell: (source column) × refresh × kind of query × parameters × what the cache holds. A column of
// materialized endpoints is one more row of COLUMNS with its own expectations.
// [SPEC-3.5.1], [SPEC-3.5.2], [SPEC-3.6.1].

const START = Date.parse('2026-01-05T09:00:00Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const AGE_SECONDS = 600;

const SERIES = [
  { kind: 'EventsNode', event: 'signup' },
  { kind: 'EventsNode', event: 'pay' },
];
const dateRange = { date_from: '-7d' };
const breakdownFilter = { breakdown: 'plan', breakdown_type: 'event' };

const KINDS = {
  HogQLQuery: {
    kind: 'HogQLQuery',
    query:
      'select distinct_id, {variables.v} as v from events where {filters} order by distinct_id, timestamp',
  },
  TrendsQuery: { kind: 'TrendsQuery', series: SERIES.slice(0, 1), dateRange, breakdownFilter },
  FunnelsQuery: { kind: 'FunnelsQuery', series: SERIES, dateRange },
  RetentionQuery: {
    kind: 'RetentionQuery',
    dateRange,
    retentionFilter: {
      period: 'Day',
      totalIntervals: 3,
      targetEntity: { id: 'signup', type: 'events' },
      returningEntity: { id: 'pay', type: 'events' },
    },
  },
  LifecycleQuery: { kind: 'LifecycleQuery', series: SERIES.slice(0, 1), dateRange },
  StickinessQuery: { kind: 'StickinessQuery', series: SERIES.slice(0, 1), dateRange },
  PathsQuery: { kind: 'PathsQuery', dateRange, pathsFilter: { includeEventTypes: ['custom_event'] } },
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

const isSql = (kind: Kind): boolean => kind === 'HogQLQuery';
const FILTER = { properties: [{ key: 'plan', value: 'pro', type: 'event' }] };

/** Bodies that are runs of some kind, and whether their members count as parameters. */
const PARAMETERS: readonly {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isFor: (kind: Kind) => boolean;
}[] = [
  { name: 'none', body: {}, isFor: () => true },
  {
    name: 'empty objects',
    body: { variables: {}, query_override: {}, filters_override: {} },
    isFor: () => true,
  },
  {
    name: 'nulls',
    body: { variables: null, query_override: null, filters_override: null, limit: null },
    isFor: () => true,
  },
  { name: 'an empty list of filters', body: { filters_override: { properties: [] } }, isFor: () => true },
  { name: 'version', body: { version: 1 }, isFor: () => true },
  { name: 'debug', body: { debug: true }, isFor: () => true },
  { name: 'client_query_id', body: { client_query_id: 'mine' }, isFor: () => true },
  { name: 'limit and offset', body: { limit: 2, offset: 1 }, isFor: isSql },
  { name: 'a variable', body: { variables: { v: 'x' } }, isFor: isSql },
  { name: 'a date as variable', body: { variables: { date_from: '-3d' } }, isFor: (kind) => !isSql(kind) },
  {
    name: 'a breakdown as variable',
    body: { variables: { plan: 'pro' } },
    isFor: (kind) => kind === 'TrendsQuery',
  },
  {
    name: 'query_override',
    body: { query_override: { dateRange: { date_from: '-3d' } } },
    isFor: (kind) => !isSql(kind),
  },
  { name: 'filters_override', body: { filters_override: FILTER }, isFor: () => true },
  { name: 'dates of filters_override', body: { filters_override: { date_from: '-3d' } }, isFor: () => true },
];

type Cached = 'nothing' | 'fresh' | 'expired';

/** What a call is answered with. */
interface Expected {
  readonly from: 'cache' | 'direct';
  readonly reason: string;
  readonly cacheStatus: string;
  readonly cacheControl: string;
  readonly age: string;
}

const computed = (reason: string): Expected => ({
  from: 'direct',
  reason,
  cacheStatus: 'Sluice; fwd=miss; stored',
  cacheControl: `private, max-age=${AGE_SECONDS}`,
  age: '0',
});
const FORCED: Expected = {
  ...computed('refresh_forced'),
  cacheStatus: 'Sluice; fwd=request; stored',
  cacheControl: 'no-store',
};
const HIT_SECONDS = 60;
const HIT: Expected = {
  from: 'cache',
  reason: 'cache_fresh',
  cacheStatus: `Sluice; hit; ttl=${AGE_SECONDS - HIT_SECONDS}`,
  cacheControl: `private, max-age=${AGE_SECONDS - HIT_SECONDS}`,
  age: String(HIT_SECONDS),
};
type Row = Readonly<Record<Cached, Expected>>;
const CACHED: Row = { nothing: computed('cache_miss'), fresh: HIT, expired: computed('cache_expired') };
const ALWAYS_COMPUTED: Row = { nothing: FORCED, fresh: FORCED, expired: FORCED };

/** The table of [SPEC-3.5], a column per state of the endpoint. Null is a refusal. */
const COLUMNS: Readonly<Record<string, Readonly<Record<RefreshMode, Row | null>>>> = {
  'not materialized': {
    blocking: CACHED,
    cache: CACHED,
    force_blocking: ALWAYS_COMPUTED,
    force: ALWAYS_COMPUTED,
    direct: null,
  },
};

/** Seconds between the computation of what is cached and the call. The order of the calls on a new endpoint. */
const SECONDS_LATER: readonly (readonly [Cached, number])[] = [
  ['nothing', 0],
  ['fresh', HIT_SECONDS],
  ['expired', AGE_SECONDS],
];

interface TableRow {
  readonly kind: Kind;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Every kind with everything that it takes. */
const ALL_ROWS: readonly TableRow[] = KIND_NAMES.flatMap((kind) =>
  PARAMETERS.filter(({ isFor }) => isFor(kind)).map(({ name, body }) => ({ kind, name, body })),
);

/** Every kind once, and everything that can be sent once. */
const FEW_ROWS: readonly TableRow[] = ALL_ROWS.filter(
  (row, index) => row.name === 'none' || ALL_ROWS.findIndex(({ name }) => name === row.name) === index,
);

/** One of each pair of names for the same. */
const FEW_MODES: readonly RefreshMode[] = ['blocking', 'force_blocking', 'direct'];

/** Checks the table; `all` = the whole product of kinds and parameters, else each of them once. */
export function describeRunTable({ all }: { readonly all: boolean }): void {
  let service: TestProject;
  let endpoints = 0;

  beforeAll(async () => {
    service = await shareService();
    await capture(service);
  });

  /** A new endpoint, so that nothing of it is cached; gives its run path. */
  async function makeEndpoint(kind: Kind): Promise<string> {
    endpoints += 1;
    const name = `${kind}-${endpoints}`;
    const variables = isSql(kind) ? { variables: { v: { type: 'String', default: 'd' } } } : {};
    const body = { name, query: KINDS[kind], cache_age_seconds: AGE_SECONDS, ...variables };
    const made = await service.call('POST', 'endpoints', { body });
    expect(made.status, made.text).toBe(201);
    return `endpoints/${name}/run`;
  }

  /** Calls a new endpoint in one mode: with nothing cached, with something fresh, with something expired. */
  async function checkRow(given: TableRow, refresh: RefreshMode, row: Row): Promise<void> {
    const run = await makeEndpoint(given.kind);
    let computedAt = 0;
    let stored: unknown;
    for (const [cached, seconds] of SECONDS_LATER) {
      const expected = row[cached];
      const now = computedAt + seconds;
      const answer = await service.call('POST', run, { body: { ...given.body, refresh }, now: at(now) });
      expect(answer.status, answer.text).toBe(200);
      expect(observedOf(answer), `${refresh}, ${cached}`).toEqual(expected);
      expect(answer.json.execution_id === stored, `${refresh}, ${cached}`).toBe(expected.from === 'cache');
      if (expected.from === 'direct') computedAt = now;
      stored = answer.json.execution_id;
      // Whatever computed it, it is stored, and its bytes have one name.
      const again = await service.call('POST', run, { body: given.body, now: at(now) });
      expect(again.json).toMatchObject({ served_reason: 'cache_fresh', execution_id: stored });
      expect(again.headers['etag']).toBe(answer.headers['etag']);
    }
  }

  describe.each(Object.entries(COLUMNS))('%s', (_column, modes) => {
    test.each(all ? ALL_ROWS : FEW_ROWS)('$kind with $name', async (given) => {
      for (const refresh of all || given.name === 'none' ? REFRESH_MODES : FEW_MODES) {
        const row = modes[refresh];
        if (row !== null) {
          await checkRow(given, refresh, row);
          continue;
        }
        const run = await makeEndpoint(given.kind);
        const refused = { status: 400, json: { code: 'combination_not_allowed', attr: 'refresh' } };
        const body = { ...given.body, refresh };
        expect(await service.call('POST', run, { body })).toMatchObject(refused);
        // A cached answer is refused where a computed one is.
        await service.call('POST', run, { body: given.body });
        expect(await service.call('POST', run, { body })).toMatchObject(refused);
      }
    });
  });
}

async function capture(service: TestProject): Promise<void> {
  const batch = ['ann', 'bob'].flatMap((distinct_id) =>
    [1, 3].map((day) => ({
      event: day === 1 ? 'signup' : 'pay',
      distinct_id,
      timestamp: `2026-01-0${day}T10:00:00Z`,
      properties: { plan: 'pro' },
    })),
  );
  await service.capture(batch);
}

function observedOf({ json, headers }: TestAnswer): Expected {
  expect(json.is_cached).toBe(json.served_from === 'cache');
  expect(headers['etag']).toMatch(/^W\/"[\w-]{22}"$/);
  expect(headers['vary']).toBe('Authorization, Accept, Accept-Encoding, Origin');
  return {
    from: json.served_from,
    reason: json.served_reason,
    cacheStatus: String(headers['cache-status']),
    cacheControl: String(headers['cache-control']),
    age: String(headers['age']),
  };
}
