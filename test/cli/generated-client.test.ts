import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeClient } from '../../src/cli/generate/write-client.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-12.1] to [SPEC-12.3].

const ROOT = path.resolve(import.meta.dirname, '../..');
// Below the repository, so that the compiler finds the types of Node.
const folder = mkdtempSync(path.join(ROOT, 'test/cli/generated-'));
let service: TestService;
let document: Readonly<Record<string, unknown>>;

const sql = (query: string, more: object = {}) => ({ query: { kind: 'HogQLQuery', query }, ...more });
const DATES = { dateRange: { date_from: '2026-01-01', date_to: '2026-01-03' } };
const series = [{ kind: 'EventsNode', event: 'seen' }];
const ENDPOINTS: Readonly<Record<string, object>> = {
  'usage-by-day': sql(
    `select toDate(timestamp) as day, count() as events from events
     where properties.organization = {variables.organization} and toString(timestamp) >= {variables.from}
     group by day order by day`,
    {
      variables: {
        organization: { type: 'String', required: true },
        from: { type: 'String', default: '2026' },
      },
    },
  ),
  variables: sql(
    `select {variables.text} as text, {variables.number} as number, {variables.flag} as flag,
       {variables.plan} as plan, has({variables.list}, 'a') as listed, {variables.since} as since`,
    {
      variables: {
        text: { type: 'String', required: true },
        number: { type: 'Number', required: true },
        flag: { type: 'Boolean', required: true },
        plan: { type: 'String', enum: ['free', "o'hare */"], default: 'free' },
        list: { type: 'List', default: ['a'] },
        since: { type: 'Date', default: '2026-01-01' },
      },
    },
  ),
  columns: sql(
    `select toString(1) as text, 1 as small, toUInt64(9007199254740993) as large, 1.5 as float,
       toNullable('x') as maybe, [1, 2] as list, now() as moment, today() as day, true as flag,
       'q' as "two words", null as nothing`,
  ),
  numbers: sql('select number from numbers(2500) order by number limit 2500'),
  trend: { query: { kind: 'TrendsQuery', series, ...DATES } },
  funnel: { query: { kind: 'FunnelsQuery', series: [...series, ...series], ...DATES } },
  retention: {
    query: { kind: 'RetentionQuery', retentionFilter: { period: 'Day', totalIntervals: 3 }, ...DATES },
  },
  lifecycle: { query: { kind: 'LifecycleQuery', series, ...DATES } },
  stickiness: { query: { kind: 'StickinessQuery', series, ...DATES } },
  paths: { query: { kind: 'PathsQuery', pathsFilter: {}, ...DATES } },
};

beforeAll(async () => {
  service = await startTestService();
  const events = ['2026-01-01', '2026-01-01', '2026-01-02'].map((day, at) => ({
    event: 'seen',
    distinct_id: `user-${at}`,
    timestamp: `${day}T10:00:00Z`,
    properties: { organization: 'org-01' },
  }));
  await service.capture(events);
  for (const [name, definition] of Object.entries(ENDPOINTS)) {
    const made = await service.call('POST', 'endpoints', { body: { name, ...definition } });
    expect(made.status, `${name}: ${made.text}`).toBe(201);
  }
  document = (await service.call('GET', 'endpoints/openapi.json')).json;
  writeFileSync(path.join(folder, 'sluice.gen.ts'), writeClient(document, { int64: 'number' }));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** What the compiler says of a file beside the client. */
async function compile(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
  const form = [
    '--target',
    'es2022',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    'node',
  ];
  const args = [tsc, ...flags, ...form, '--allowImportingTsExtensions', file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error) => error,
  );
  return stdout;
}

const HEAD = `import { call, createClient } from './sluice.gen.ts';
const sluice = createClient({ url: 'http://localhost', project: 1, token: 'x' });
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>) => undefined;
`;

test('types say what is taken and given', async () => {
  const told = await compile(
    'right.ts',
    `${HEAD}
const { rows } = await sluice.run('usage-by-day', { variables: { organization: 'org-01' } });
same<typeof rows, readonly { readonly day: string; readonly events: number }[]>(true);
const { rows: [one] } = await sluice.run('columns');
same<NonNullable<typeof one>['text'], string>(true);
same<NonNullable<typeof one>['large'], number>(true);
same<NonNullable<typeof one>['float'], number | null>(true);
same<NonNullable<typeof one>['maybe'], string | null>(true);
same<NonNullable<typeof one>['list'], readonly number[]>(true);
same<NonNullable<typeof one>['moment'], string>(true);
same<NonNullable<typeof one>['flag'], boolean>(true);
same<NonNullable<typeof one>['two words'], string>(true);
same<NonNullable<typeof one>['nothing'], null>(true);
await sluice.run('variables', { variables: { text: 'a', number: 1, flag: true, plan: "o'hare */", list: ['a', 1], since: '-7d' } });
const { results } = await sluice.run('trend', { variables: { date_from: '-7d' } });
same<(typeof results)[number]['label'], string>(true);
for await (const row of sluice.stream('numbers')) same<typeof row, { readonly number: number }>(true);
for await (const page of sluice.pages('numbers', {}, { size: 10 })) same<(typeof page)[number]['number'], number>(true);
const [usage, trend] = await sluice.batch([call('usage-by-day', { variables: { organization: 'a' } }), call('trend')]);
if (usage.ok) same<typeof usage.answer.rows, typeof rows>(true);
if (trend.ok) same<typeof trend.answer.results, typeof results>(true);
else if (trend.error.code === 'throttled') trend.error.retryAfter satisfies number | null;
const { queryKey, queryFn } = sluice.queryOptions('usage-by-day', { variables: { organization: 'a' } });
queryKey satisfies readonly unknown[];
same<Awaited<ReturnType<typeof queryFn>>['rows'], typeof rows>(true);
for (const kind of ['funnel', 'retention', 'lifecycle', 'stickiness', 'paths'] as const) await sluice.run(kind);
`,
  );
  expect(told).toBe('');
});

const WRONG: Readonly<Record<string, string>> = {
  'an unknown endpoint': `await sluice.run('usage');`,
  'a variable that is missing': `await sluice.run('usage-by-day', { variables: {} });`,
  'no variables at all': `await sluice.run('usage-by-day');`,
  'an unknown variable': `await sluice.run('usage-by-day', { variables: { organization: 'a', town: 'b' } });`,
  'a variable of another type': `await sluice.run('usage-by-day', { variables: { organization: 1 } });`,
  'a value that is not in the list': `await sluice.run('variables', { variables: { text: 'a', number: 1, flag: true, plan: 'gold' } });`,
  'a flag as text': `await sluice.run('variables', { variables: { text: 'a', number: 1, flag: 'true' } });`,
  'a column that is not there': `(await sluice.run('columns')).rows[0]?.absent;`,
  'rows of an insight': `(await sluice.run('trend')).rows;`,
  'a stream of an insight': `sluice.stream('trend');`,
  'a limit of an insight': `await sluice.run('trend', { limit: 1 });`,
  'a refresh that does not exist': `await sluice.run('columns', { refresh: 'now' });`,
  'an override of SQL': `await sluice.run('columns', { query_override: {} });`,
  'a batch call without its variables': `call('usage-by-day');`,
  'an answer of a batch that may be an error': `(await sluice.batch([call('columns')]))[0].answer;`,
  'an error code that does not exist': `import { SluiceError } from './sluice.gen.ts'; declare const e: SluiceError; e.code === 'oops';`,
};

test('wrong uses do not compile', async () => {
  const uses = Object.values(WRONG).map((use) => `// @ts-expect-error\n${use}`);
  expect(await compile('wrong.ts', `${HEAD}same<1, 1>(true);\n${uses.join('\n')}\n`)).toBe('');
  expect(
    await compile('unmarked.ts', `${HEAD}same<1, 1>(true);\n${Object.values(WRONG).join('\n')}\n`),
  ).toMatch(/error TS/);
});

test('the same endpoints make the same bytes, in whatever order they come', () => {
  const { paths } = document as { paths: Readonly<Record<string, unknown>> };
  const turned = { ...document, paths: Object.fromEntries(Object.entries(paths).reverse()) };
  expect(writeClient(turned, { int64: 'number' })).toBe(writeClient(document, { int64: 'number' }));
  expect(writeClient(document, { int64: 'string' })).not.toBe(writeClient(document, { int64: 'number' }));
  expect(readFileSync(path.join(folder, 'sluice.gen.ts'), 'utf8')).not.toContain(service.rootKey);
});

test('500 endpoints are written in seconds', () => {
  const { paths } = document as { paths: Readonly<Record<string, { post: { 'x-sluice': object } }>> };
  const many = Object.entries(paths).flatMap(([route, { post }]) =>
    Array.from({ length: 50 }, (_, at) => [
      `${route}${at}`,
      { post: { ...post, 'x-sluice': { ...post['x-sluice'], name: `e-${route}-${at}` } } },
    ]),
  );
  expect(many.length).toBe(500);
  const began = performance.now();
  writeClient({ ...document, paths: Object.fromEntries(many) }, { int64: 'number' });
  expect(performance.now() - began).toBeLessThan(3_000);
});

describe('the client on the service', () => {
  const open = async (more: object = {}) => {
    const { createClient, call } = await import(path.join(folder, 'sluice.gen.ts'));
    const options = { url: `${service.url}/`, project: service.projectId, token: service.rootKey };
    return { call, client: createClient({ ...options, ...more }) };
  };

  test('runs tables and insights', async () => {
    const { client } = await open();
    const usage = await client.run('usage-by-day', { variables: { organization: 'org-01' } });
    expect(usage).toMatchObject({
      rows: [
        { day: '2026-01-01', events: 2 },
        { day: '2026-01-02', events: 1 },
      ],
      hasMore: false,
      servedFrom: 'direct',
    });
    expect((await client.run('trend')).results[0].data).toEqual([2, 1, 0]);
    const long = { text: 'ä'.repeat(3_000), number: 1.5, flag: false };
    expect((await client.run('variables', { variables: long })).rows[0]).toMatchObject(long);
  });

  test('streams, and reads pages to their end', async () => {
    const { client } = await open();
    const streamed: number[] = [];
    for await (const { number } of client.stream('numbers')) streamed.push(number);
    const paged: number[] = [];
    const sizes: number[] = [];
    for await (const page of client.pages('numbers', {}, { size: 1_000 })) {
      sizes.push(page.length);
      paged.push(...page.map(({ number }: { number: number }) => number));
    }
    expect(sizes).toEqual([1_000, 1_000, 500]);
    expect(paged).toEqual(streamed);
    expect(streamed.length).toBe(2_500);
  });

  test('runs batches, and tells of each call what became of it', async () => {
    const { client, call } = await open();
    const [usage, trend, wrong] = await client.batch([
      call('usage-by-day', { variables: { organization: 'org-01' } }),
      call('trend'),
      call('usage-by-day', { variables: { town: 'x' } }),
    ]);
    expect([usage.ok, usage.answer.rows.length, trend.ok, trend.answer.results.length]).toEqual([
      true,
      2,
      true,
      1,
    ]);
    expect([wrong.ok, wrong.error.code, wrong.error.status]).toEqual([false, 'unknown_variable', 400]);
  });

  test('tells errors with what the service says of them', async () => {
    const { client } = await open({ token: 'slp_wrong' });
    await expect(client.run('columns')).rejects.toMatchObject({ code: 'authentication_failed', status: 401 });
    const { client: right } = await open();
    await expect(right.run('usage-by-day')).rejects.toMatchObject({
      code: 'missing_variable',
      attr: 'variables.organization',
      requestId: expect.any(String),
    });
  });

  test('leaving a stream ends its query', async () => {
    const { client } = await open();
    for await (const { number } of client.stream('numbers')) if (number === 3) break;
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(client.run('columns', { signal: controller.signal })).rejects.toThrow('enough');
  });
});
