import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { VersionRow } from '../../src/adapters/store/endpoint-row.ts';
import { openWorkers } from '../../src/app/open-workers.ts';
import { systemClock } from '../../src/base/clock.ts';
import { compileVersion } from '../../src/query/plan.ts';
import { type CompileCaller, Compiling } from '../../src/services/catalog/compiling.ts';
import type { KnownProject } from '../../src/services/catalog/known-project.ts';
import { CompiledVersions } from '../../src/services/execution/compiled-versions.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-3.0.4], [SPEC-8.1]: a long text is compiled by a thread, and the key pays for it before it begins.

const long = (start: string): object => ({
  kind: 'HogQLQuery',
  query: `${start} /* ${'long '.repeat(500)} */`,
});
const short = (query: string): object => ({ kind: 'HogQLQuery', query });
const insight = {
  kind: 'TrendsQuery',
  series: Array.from({ length: 10 }, (_, place) => ({
    kind: 'EventsNode',
    event: `event ${place}`,
    properties: [
      { key: 'plan', type: 'event', operator: 'exact', value: Array(30).fill('a plan of some length') },
    ],
  })),
};

describe('a service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());
  afterEach(() => vi.restoreAllMocks());

  /** Names of the tasks that threads are given during `work`. */
  async function tasksOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const run = vi.spyOn(service.services.workers, 'run');
    await work();
    const names = run.mock.calls.map(([task]) => task.name);
    run.mockRestore();
    return names;
  }
  const create = (name: string, query: object) =>
    service.call('POST', 'endpoints', { body: { name, query } });
  const run = (name: string) => service.call('POST', `endpoints/${name}/run`);

  test.each([
    ['a long text', 'long_sql', long('select 1 as a'), 1],
    ['a long insight', 'long_insight', insight, 1],
    ['a short text', 'short_sql', short('select 1 as a'), 0],
  ])(
    '%s is drafted, described and compiled for its first run by threads: %s',
    async (_, name, query, tasks) => {
      const times = (task: string): readonly string[] => Array(tasks).fill(task);
      const drafts = await tasksOf(async () => expect((await create(name, query)).status).toBe(201));
      expect(drafts).toEqual(times('draft a version'));
      const first = await tasksOf(async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => run(name)));
        expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      });
      const isInsight = query === insight;
      const planned = isInsight ? times('compile the queries of an insight') : [];
      expect(first).toEqual([...times('compile a version'), ...planned]);
      expect(await tasksOf(() => run(name))).toEqual([]);
      const change = await tasksOf(() =>
        service.call('PATCH', `endpoints/${name}`, { body: { description: 'only this' } }),
      );
      expect(change).toEqual([]);
    },
  );

  test('the loop compiles no long text, whoever saves, changes, rolls back, describes, validates or runs it', async () => {
    await create('moved', long('select 1 as a'));
    await service.call('PATCH', 'endpoints/moved', { body: { query: long('select 2 as a') } });
    vi.spyOn(service.services.workers, 'run').mockRejectedValue(new Error('no thread'));
    const query = long('select 3 as a');
    const calls = [
      create('never', query),
      service.call('PATCH', 'endpoints/moved', { body: { query } }),
      service.call('POST', 'endpoints/moved/rollback', { body: { version: 1 } }),
      service.call('GET', 'endpoints/moved/openapi.json'),
      service.call('POST', 'endpoints/validate', { body: { query } }),
      run('moved'),
      service.call('POST', 'query/', { body: { query } }),
      service.call('POST', 'query/', { body: { query: insight } }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(500));
    vi.restoreAllMocks();
    expect(await run('moved')).toMatchObject({ status: 200, json: { results: [[2]] } });
  });

  test('a long insight answers the same, whoever compiles it, also from its first event on', async () => {
    const [first] = insight.series;
    const plain = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'seen' }] };
    const padding = Array.from({ length: 500 }, (_, place) => `unused ${place}`);
    const properties = [{ ...first?.properties[0], operator: 'is_not', value: padding }];
    await service.capture([{ event: 'seen', distinct_id: 'a', properties: {} }]);
    for (const dateRange of [undefined, { date_from: '-7d' }, { date_from: 'all' }]) {
      const ask = async (query: object) => {
        const { status, json } = await service.call('POST', 'query/', {
          body: { query: { ...query, ...(dateRange && { dateRange }) } },
        });
        expect(status).toBe(200);
        return json.results;
      };
      let long: unknown;
      const tasks = await tasksOf(async () => {
        long = await ask({ ...plain, properties });
      });
      expect(long).toEqual(await ask(plain));
      expect(tasks.slice(0, 2)).toEqual(['compile a version', 'compile the queries of an insight']);
      expect(tasks).toHaveLength(dateRange?.date_from === 'all' ? 3 : 2);
    }
  });

  test('a thread plans a short insight of a large cohort, whoever names the cohort', async () => {
    const values = Array.from({ length: 20 }, (_, place) => ({
      ...{ type: 'person', key: `key ${place}`, operator: 'is_not', value: 'odd' },
    }));
    const filters = { properties: { type: 'AND', values } };
    const cohort = (await service.call('POST', 'cohorts', { body: { name: 'Large', filters } })).json.id;
    const properties = [{ type: 'cohort', value: cohort }];
    const whole = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'of a member' }] };
    const filtered = { ...whole, properties };
    await service.capture([
      { event: 'of a member', distinct_id: 'm', properties: { $set: { plan: 'any' } } },
    ]);
    const wanted = (await service.call('POST', 'query/', { body: { query: whole } })).json.results;
    expect(wanted[0].count).toBe(1);
    await create('of_all', whole);
    const asks = [
      () => service.call('POST', 'query/', { body: { query: filtered } }),
      () => service.call('POST', 'endpoints/of_all/run', { body: { filters_override: { properties } } }),
    ];
    for (const ask of asks) {
      let answer: Awaited<ReturnType<typeof ask>> | undefined;
      const tasks = await tasksOf(async () => {
        answer = await ask();
      });
      expect(answer).toMatchObject({ status: 200, json: { results: wanted } });
      expect(tasks.at(-1)).toBe('compile the queries of an insight');
    }
  });

  test('a thread compiles a short query of a large action or cohort, also of a cohort that an action names', async () => {
    const idOf = async (what: string, body: object): Promise<number> =>
      (await service.call('POST', what, { body })).json.id;
    const values = Array.from({ length: 20 }, (_, place) => ({
      ...{ type: 'person', key: `key ${place}`, operator: 'is_not', value: 'odd' },
    }));
    const filters = { properties: { type: 'AND', values } };
    const cohort = await idOf('cohorts', { name: 'Many', filters });
    const inCohort = { event: 'e', properties: [{ type: 'cohort', value: cohort }] };
    const steps = Array.from({ length: 20 }, (_, place) => ({ event: `e${place}` }));
    const names = Array.from({ length: 1_000 }, (_, place) => `name ${place}`);
    const long = { event: 'e', properties: [{ key: 'n', type: 'event', operator: 'exact', value: names }] };
    const small = await idOf('actions', { name: 'Small', steps: [{ event: 'e' }] });
    const large = [
      await idOf('actions', { name: 'Of a cohort', steps: [inCohort] }),
      await idOf('actions', { name: 'Of many steps', steps }),
      await idOf('actions', { name: 'Of a long list', steps: [long] }),
    ];
    const trends = (id: number) => ({ kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id }] });
    const ask = (query: object) => () => service.call('POST', 'query/', { body: { query } });
    const calls = `select count() from events where matchesAction`;
    expect(await tasksOf(ask(trends(small)))).toEqual([]);
    expect(await tasksOf(ask(short(`${calls}('Small')`)))).toEqual([]);
    for (const query of [
      ...large.map(trends),
      short(`${calls}('Of a cohort')`),
      short(`${calls}(${large[1]})`),
      short(`select count() from events where person_id in cohort 'Many'`),
    ])
      expect(await tasksOf(ask(query)), JSON.stringify(query)).not.toEqual([]);
  });

  const manyNames = Array.from({ length: 400 }, (_, place) => `a name that is nowhere ${place}`);
  const manyOthers = [{ key: 'name', type: 'event', operator: 'is_not', value: manyNames }];
  const resultsOf = async (name: string, body: object, query = '') => {
    const { status, text, json } = await service.call('POST', `endpoints/${name}/run${query}`, { body });
    expect(status, text).toBe(200);
    return json?.results ?? text;
  };
  const forced = { refresh: 'force_blocking' };

  test.each([
    ['an override of an insight', 'changed_insight', {}, { query_override: { properties: manyOthers } }],
    ['filters of an insight', 'changed_insight', {}, { filters_override: { properties: manyOthers } }],
    ['filters of SQL', 'changed_sql', {}, { filters_override: { properties: manyOthers } }],
    ['short filters of long SQL', 'changed_long_sql', {}, { filters_override: { date_from: '2020-01-01' } }],
  ])('%s is compiled by threads, before its key is made and for its run', async (_, name, plain, change) => {
    const trends = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'seen' }] };
    const text = 'select count() as a from events where {filters}';
    const queries: Readonly<Record<string, object>> = {
      changed_insight: trends,
      changed_sql: short(text),
      changed_long_sql: long(text),
    };
    await create(name, queries[name] ?? {});
    await service.capture([{ event: 'seen', distinct_id: 'a', properties: { name: 'a' } }]);
    const expected = await resultsOf(name, { ...plain, ...forced });
    let results: unknown;
    const tasks = await tasksOf(async () => {
      results = await resultsOf(name, { ...change, ...forced });
    });
    expect(results).toEqual(expected);
    const ofKind =
      queries[name] === trends ? 'compile the queries of an insight' : 'compile the statement of a run';
    expect(tasks).toEqual(['prepare a run', ofKind]);
  });

  test('a long text is compiled by threads for a stream, and once for all streams of a kind', async () => {
    await create('streamed', long('select count() as "of all" from events'));
    await run('streamed');
    const first = await tasksOf(async () => {
      expect(await resultsOf('streamed', {}, '?format=csv')).toMatch(/^"?of all"?\s+\d+\s+$/);
    });
    expect(first).toEqual(['prepare a run', 'compile the statement of a run']);
    const second = await tasksOf(() => resultsOf('streamed', {}, '?format=csv'));
    expect(second).toEqual(['compile the statement of a run']);
  });

  test('an ad-hoc insight that is changed much is compiled by threads', async () => {
    const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'seen' }] };
    const body = { query, filters_override: { properties: manyOthers } };
    const tasks = await tasksOf(async () => {
      expect((await service.call('POST', 'query/', { body })).status).toBe(200);
    });
    expect(tasks).toEqual(['compile a version', 'prepare a run', 'compile the queries of an insight']);
  });

  test('the statements of a build are compiled by threads', async () => {
    await create('built', long('select 1 as a'));
    await run('built');
    const tasks = await tasksOf(async () => {
      const made = await service.call('PATCH', 'endpoints/built', { body: { is_materialized: true } });
      expect(made.status).toBe(200);
      await service.call('POST', 'endpoints/built/materialize?wait=true');
    });
    const file = ['prepare a run', 'compile the statement of a run'];
    // Its file and the columns of that, for the build that the change begins and for the one that is asked for.
    expect(tasks.slice(0, 4)).toEqual([...file, ...file]);
    expect(new Set(tasks)).toEqual(new Set(file));
    expect((await service.call('POST', 'endpoints/built/run')).json).toMatchObject({
      served_from: 'materialized',
    });
  });

  test('what a change of the project concerns is judged by threads', async () => {
    const typed = 'select properties.judged + 1 as b from events where properties.judged = 2';
    const action = { name: 'Judged', steps: [{ event: 'judged' }] };
    const { id } = (await service.call('POST', 'actions/', { body: action })).json;
    await service.capture([{ event: 'seen', distinct_id: 'a', properties: { judged: 1 } }]);
    await create('judged_type', long(typed));
    await create('judged_action', long(`select count() as a from events where matchesAction('Judged')`));
    const byType = await tasksOf(async () => {
      const { status, json } = await service.call('PATCH', 'property_definitions/event/judged', {
        body: { property_type: 'String' },
      });
      expect(status, JSON.stringify(json)).toBe(200);
    });
    expect(new Set(byType)).toEqual(new Set(['compile a version']));
    const byAction = await tasksOf(async () => {
      const changed = await service.call('PATCH', `actions/${id}`, { body: { steps: [{ event: 'other' }] } });
      expect(changed).toMatchObject({ status: 200, json: { warnings: [{ code: 'answers_change' }] } });
    });
    expect(new Set(byAction)).toEqual(new Set(['compile a version']));
  });

  test('a refusal of what a run changes reads as one of the loop', async () => {
    const override = (names: readonly string[]) => ({
      body: { query_override: { properties: [{ key: 'a', type: 'event', operator: 'nope', value: names }] } },
    });
    await create('override_refused', {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'seen' }],
    });
    const sent = await service.call('POST', 'endpoints/override_refused/run', override(manyNames));
    const { request_id: _, ...plain } = (
      await service.call('POST', 'endpoints/override_refused/run', override(['a']))
    ).json;
    expect(sent).toMatchObject({ status: 400, json: plain });
  });

  test('simultaneous changes of long texts follow one another', async () => {
    await create('shared', long('select 0 as a'));
    const texts = Array.from({ length: 8 }, (_, place) => long(`select ${place + 1} as a`));
    const changes = texts.map((query) => service.call('PATCH', 'endpoints/shared', { body: { query } }));
    const answers = await Promise.all(changes);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const versions = answers.map(({ json }) => json.current_version).toSorted((a, b) => a - b);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('a refusal of a thread reads as one of the loop', async () => {
    const refused = await create('refused', long('select evnt from events'));
    const { request_id: _, ...plain } = (await create('refused', short('select evnt from events'))).json;
    expect(refused).toMatchObject({ status: 400, json: plain });
  });
});

describe('a key without executions', () => {
  test.each([
    ['a long one', long('select {variables.a} as a')],
    ['a short one', short('select {variables.a} as a')],
  ])('is refused before %s is compiled', async (_, query) => {
    const limited = await startTestService({ rateLimits: '0,2,0,0' });
    try {
      await limited.call('POST', 'endpoints', { body: { name: 'one', query } });
      for (let used = 0; used < 2; used += 1)
        await limited.call('POST', 'query/', { body: { query: short('select 1') } });
      const threads = vi.spyOn(limited.services.workers, 'run');
      const wrong = { body: { variables: { unknown: 1 } } };
      expect(await limited.call('POST', 'endpoints/one/run', wrong)).toMatchObject({
        status: 429,
        json: { code: 'throttled' },
      });
      const other = { body: { query: long('select nothing') } };
      expect((await limited.call('POST', 'endpoints/validate', other)).status).toBe(429);
      expect(threads).not.toHaveBeenCalled();
    } finally {
      await limited.close();
    }
  });
});

describe('one thread', () => {
  const workers = openWorkers({ workerThreads: 1 });
  afterAll(() => workers.close());
  const promoted = { events: new Map(), revision: '' };
  const project: KnownProject = {
    ...testProject(),
    propertyTypes: { event: new Map(), person: new Map(), group: new Map() },
    groupTypes: [],
    allowedOrigins: [],
    promoted,
  };
  const versionOf = (endpointId: string, text = 'select 1 as a'): VersionRow => ({
    endpointId,
    version: 1,
    query: { kind: 'HogQLQuery', ...long(text) },
    variables: {},
    fingerprint: '',
    columns: [],
    notMaterializable: null,
    createdBy: { keyId: 'k', label: 'k' },
    createdAtMs: 0,
  });
  const callerOf = (projectId: number, controller = new AbortController()): CompileCaller => ({
    projectId,
    principal: { keyId: `key of ${projectId}` },
    abortController: () => controller,
  });
  const open = (rate = new RateLimiter([], systemClock)) =>
    new CompiledVersions(new Compiling(workers, rate));

  test('projects take turns, however many versions one of them has compiled', async () => {
    const order: string[] = [];
    const versions = open();
    const compile = async (projectId: number, name: string): Promise<void> => {
      await versions.get(versionOf(name), { ...project, projectId }, callerOf(projectId));
      order.push(name);
    };
    const flood = Array.from({ length: 12 }, (_, place) => compile(1, `a${place}`));
    await Promise.all([...flood, compile(2, 'b')]);
    expect(order.indexOf('b')).toBeLessThan(3);
  });

  const manyTypes = new Map(
    Array.from({ length: 20_000 }, (_, place) => [`property ${place}`, 'Numeric' as const]),
  );
  const largeProject = { ...project, propertyTypes: { ...project.propertyTypes, event: manyTypes } };

  test('a project of many properties is sent in the part that the text asks for', async () => {
    const versions = open();
    const run = vi.spyOn(workers, 'run');
    const text = 'select properties.`property 7` + 1 as a, properties.unknown as b from events';
    const version = versionOf('large', text);
    const compiled = await versions.get(version, largeProject, callerOf(1));
    const { query, variables } = version;
    const plain = compileVersion(query, variables, largeProject);
    expect(compiled.columns).toEqual(plain.columns);
    expect(compiled.reads).toEqual(plain.reads);
    const sent = run.mock.calls.map(
      ([, input]) => (input as { project: KnownProject }).project.propertyTypes,
    );
    expect(sent.map(({ event }) => [...event.keys()])).toEqual([[], ['property 7']]);
    run.mockRestore();
  });

  test('a refusal of a part of the project is one only when the part is all that was asked for', async () => {
    const compile = (text: string) => open().get(versionOf('refused', text), largeProject, callerOf(1));
    const wrong = 'select properties.`property 7` + 1 as a, nothing as b from events';
    await expect(compile(wrong)).rejects.toMatchObject({ code: 'unknown_field' });
    const typed = "select dateDiff('day', properties.`property 7`, now()) as a from events";
    const { query, variables } = versionOf('refused', typed);
    const outcomeOf = async (work: () => unknown) => {
      try {
        return ['compiled', ((await work()) as { columns: unknown }).columns];
      } catch (error) {
        return ['refused', (error as Error).message];
      }
    };
    expect(await outcomeOf(() => compile(typed))).toEqual(
      await outcomeOf(() => compileVersion(query, variables, largeProject)),
    );
  });

  test('who leaves is told at once; the version is compiled as long as somebody waits for it', async () => {
    const versions = open();
    const run = vi.spyOn(workers, 'run');
    const leaving = new AbortController();
    const left = versions.get(versionOf('shared'), project, callerOf(1, leaving));
    const stayed = versions.get(versionOf('shared'), project, callerOf(1));
    const alone = new AbortController();
    const queued = versions.get(versionOf('alone'), project, callerOf(1, alone));
    for (const each of [leaving, alone]) each.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(queued).rejects.toThrow('gone');
    expect((await stayed).columns).toEqual([{ name: 'a', type: 'UInt8' }]);
    expect([workers.running, workers.waiting]).toEqual([0, 0]);
    expect(run.mock.calls.map(([, , { signal }]) => signal.aborted)).toEqual([false, true]);
    run.mockRestore();
  });

  test('a thread that works long costs more than one execution', async () => {
    const rate = new RateLimiter([{ name: 'executions', quota: 100, windowSeconds: 60 }], systemClock);
    const compiling = new Compiling(workers, rate);
    const run = vi.spyOn(workers, 'run').mockImplementation(async (_task, _input, { onWorked }) => {
      onWorked?.(1_250);
      return { kind: 'done', output: null, reads: [] } as never;
    });
    await compiling.inThread(
      { name: 'any', busyCode: 'query_capacity', load: vi.fn() },
      { project },
      callerOf(1),
    );
    expect(rate.take('key of 1')?.remaining).toBe(100 - 1 - 12 - 1);
    run.mockRestore();
  });

  test('the time that a thread worked is told, also of a task that fails', async () => {
    const told: number[] = [];
    const { compileTask } = await import('../../src/services/catalog/compile-task.ts');
    const call = {
      projectId: 1,
      signal: new AbortController().signal,
      onWorked: (ms: number) => told.push(ms),
    };
    const { query, variables } = versionOf('any', 'select evnt from events');
    await expect(workers.run(compileTask, { query, variables, project }, call)).rejects.toThrow('evnt');
    expect(told).toHaveLength(1);
    expect(told[0]).toBeGreaterThan(0);
  });
});
