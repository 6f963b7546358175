import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// A constant takes no memory until it is written once per row, and no limit of the engine sees it before.
// [SQL-12.4].

const MEMORY_LIMIT = 256 * 1024 ** 2;

let service: TestService;
let idleBytes: number;

beforeAll(async () => {
  service = await startTestService({ queryMemoryBytes: MEMORY_LIMIT });
  await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query: 'select 1' } } });
  idleBytes = childBytes('VmRSS');
});
afterAll(() => service.close());

function processId(): number | undefined {
  return service.engine.processId();
}

/** Memory of the engine's child: `VmRSS` now, `VmHWM` at most since it began. */
function childBytes(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${processId()}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
}

const HUGE: readonly (readonly [string, string])[] = [
  ['a text', "select repeat('a', 100000) from numbers(10000) limit 10000"],
  ['a text of a million rows', "select repeat('a', 100000) from numbers(1000000) limit 50000"],
  ['a map', 'select mapFromArrays(range(1000000), range(1000000)) from numbers(10000) limit 10000'],
  ['an array', 'select range(1000000) from numbers(10000) limit 10000'],
  ['a tuple', "select (range(1000), repeat('a', 100000)) from numbers(10000) limit 10000"],
  ['texts in an array', "select arrayMap(x -> repeat('a', 100000), range(1000))"],
  ['collected texts', "select groupArray(repeat('a', 100000)) from numbers(10000)"],
  ['a text of a sub-query', "select a from (select repeat('a', 100000) as a from numbers(9000)) limit 9000"],
  ['a value of a CTE', "with repeat('a', 100000) as a select a from numbers(10000) limit 10000"],
  [
    'a scalar sub-query',
    'with (select groupArray(number) from numbers(1000000)) as a select a from numbers(10000) limit 10000',
  ],
];

const TOO_LARGE = /^(query_too_large|query_memory_limit)$/;

/** What the child took at its worst above its idle memory, of the memory limit of one query. */
const memoryRatio = (): number => (childBytes('VmHWM') - idleBytes) / MEMORY_LIMIT;

/** The same of one query alone: the engine gives memory of the queries before back when it likes. */
async function memoryRatioOf(query: () => Promise<unknown>): Promise<number> {
  writeFileSync(`/proc/${processId()}/clear_refs`, '5');
  const beforeBytes = childBytes('VmRSS');
  await query();
  await untilPlaceIsFree();
  return (childBytes('VmHWM') - beforeBytes) / MEMORY_LIMIT;
}

describe('values that are huge in many rows', () => {
  test.each(HUGE)(
    '%s is refused in JSON, with not much more memory than one query may take',
    async (name, query) => {
      await makeEndpoint(name, query);
      const ofRun = await memoryRatioOf(async () => {
        const run = await service.call('POST', `endpoints/${nameOf(name)}/run`);
        expect(run).toMatchObject({ status: 400, json: { code: expect.stringMatching(TOO_LARGE) } });
      });
      const ofQuery = await memoryRatioOf(async () => {
        const body = { query: { kind: 'HogQLQuery', query } };
        const { status, text, json } = await service.call('POST', 'query', { body });
        // Without a LIMIT of its own it has a hundred rows.
        if (status === 200) expect(text.length).toBeLessThan(64 * 1024 ** 2);
        else expect(json.code).toMatch(TOO_LARGE);
      });
      expect(Math.max(ofRun, ofQuery)).toBeLessThan(2);
    },
  );

  test.each(HUGE)('%s is bounded in streams', async (name) => {
    for (const format of ['csv', 'ndjson', 'arrow', 'parquet']) await streamIsBounded(nameOf(name), format);
  });

  test('need a few times that when one value is written as the text of a cell', () => {
    expect(memoryRatio()).toBeLessThan(5);
  });

  test('leave an engine that answers', async () => {
    const body = { query: { kind: 'HogQLQuery', query: 'select 1' } };
    expect((await service.call('POST', 'query', { body })).json.results).toEqual([[1]]);
  });
});

function nameOf(title: string): string {
  return title.replaceAll(' ', '-');
}

async function makeEndpoint(title: string, query: string): Promise<void> {
  const body = { name: nameOf(title), query: { kind: 'HogQLQuery', query }, limits: { max_rows: 1_000_000 } };
  expect((await service.call('POST', 'endpoints', { body })).status).toBe(201);
}

/** A stream is refused, or can be read in part and left. */
async function streamIsBounded(name: string, format: string): Promise<void> {
  const answer = await fetch(`${service.url}/api/projects/1/endpoints/${name}/run?format=${format}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.rootKey}` },
  });
  if (answer.status === 400) {
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(TOO_LARGE) });
    return;
  }
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
  await untilPlaceIsFree();
}

/** Callers are told at once; a place is held until the engine has ended the query. */
async function untilPlaceIsFree(): Promise<void> {
  await expect.poll(() => service.services.admission.running, { timeout: 30_000 }).toBe(0);
}

test('a column of event names with a long text behind is plain text to the limits', async () => {
  await service.capture([{ event: 'a', distinct_id: 'p' }]);
  const query = "select concat(event, repeat('a', 100000)) from events cross join numbers(10000) limit 10000";
  const answer = await service.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query } },
  });
  expect(answer.json.code).toMatch(TOO_LARGE);
});
