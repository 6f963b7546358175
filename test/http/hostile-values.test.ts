import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// A value is a value, whatever it holds: it comes back as it went in, finds nothing, or is refused; it is never SQL, a
// file or a defect.
// [SPEC-3.1.1].

let service: TestProject;

beforeAll(async () => {
  service = await shareService();
  const batch = [{ event: 'seen', distinct_id: 'ann', properties: { plan: 'pro' } }];
  await service.capture(batch);
  const echo = {
    name: 'echo',
    query: { kind: 'HogQLQuery', query: 'select {variables.text}, {variables.list}' },
    variables: { text: { type: 'String' }, list: { type: 'List' } },
  };
  expect((await service.call('POST', 'endpoints', { body: echo })).status).toBe(201);
});

const HOSTILE = [
  "'",
  "\\'",
  "\\\\' OR 1 = 1 --",
  "') UNION ALL SELECT 1 --",
  '"`\\',
  'a\0b',
  '\r\n\t\b\f',
  '{v0:String}',
  '%s %d',
  '/* */ ; # $$',
  '\u2028\u202e\ufeff',
  '😀e\u0301',
  '\\N',
  'NULL',
  "['a'](1)",
  '__proto__',
  'constructor',
  '',
];

describe.each(HOSTILE)('%j', (text) => {
  test('comes back from variables', async () => {
    const body = { variables: { text, list: [text, 'x'] } };
    const { status, json } = await service.call('POST', 'endpoints/echo/run', { body });
    expect(status, json.detail).toBe(200);
    expect(json.results).toEqual([[text, [text, 'x']]]);
  });

  test.each(['event', 'person', 'session', 'event_metadata', 'element', 'hogql'])(
    'is no defect in a filter of type %s',
    async (type) => {
      for (const filter of [
        { type, key: text, operator: 'exact', value: ['x'] },
        { type, key: 'plan', operator: 'regex', value: text },
        { type, key: 'plan', operator: text, value: 'x' },
      ]) {
        const body = {
          query: { kind: 'HogQLQuery', query: 'select count() from events' },
          filters_override: { properties: [filter] },
        };
        expect([200, 400]).toContain((await service.call('POST', 'query', { body })).status);
      }
    },
  );

  test('is an alias as it was written, or refused', async () => {
    const quoted = text.replaceAll('\\', '\\\\').replaceAll('`', '\\`');
    const body = { query: { kind: 'HogQLQuery', query: `select 1 as \`${quoted}\`` } };
    const { status, json } = await service.call('POST', 'query', { body });
    if (status === 200) expect(json.columns).toEqual([text]);
    else expect(['invalid_alias', 'syntax_error', 'unsupported_syntax']).toContain(json.code);
  });
});

test('half a surrogate pair is no text', async () => {
  const body = '{"variables":{"text":"\\ud800","list":[]}}';
  expect(await service.call('POST', 'endpoints/echo/run', { body })).toMatchObject({
    status: 400,
    json: { code: 'invalid_json' },
  });
});

test('an error repeats only the beginning of a long name', async () => {
  const body = { variables: { text: 'x', list: [], ['n'.repeat(500_000)]: 1 } };
  const answer = await service.call('POST', 'endpoints/echo/run', { body });
  expect(answer).toMatchObject({ status: 400, json: { code: 'unknown_variable' } });
  expect(answer.text.length).toBeLessThan(5_000);
});

test('a value that the engine has no place for is refused each time, and takes no place at the engine', async () => {
  const ask = (moment: string) =>
    service.call('POST', 'query', {
      body: {
        query: {
          kind: 'HogQLQuery',
          query: 'select count() from events where timestamp < {moment}',
          values: { moment },
        },
      },
    });
  // More than a project has places.
  for (let time = 0; time < 10; time += 1)
    expect((await ask('9999-12-31T00:00:00.000Z')).json).toMatchObject({ code: 'invalid_variable' });
  expect((await ask('2299-01-01T00:00:00.000Z')).status).toBe(200);
});
