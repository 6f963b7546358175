import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// [SQL-6.5] to [SQL-6.7]: functions that stand for an expression over the events beside them. Counted by hand.

const NOW = '2026-01-08T12:00:00Z';
const sent = (nth: number, time: string, properties: object) => ({
  uuid: `00000000-0000-4000-8000-00000000000${nth}`,
  event: 'survey sent',
  distinct_id: 'ann',
  timestamp: `2026-01-05T${time}:00Z`,
  properties: { $survey_id: 's', ...properties },
});
const QUESTIONS = { $survey_questions: [{ id: 'q.a' }, { id: 'q b' }] };

const EVENTS = [
  sent(1, '10:00', { $survey_submission_id: 'one', $survey_response: 8, draft: 'yes' }),
  sent(2, '11:00', { $survey_submission_id: 'one', ...QUESTIONS, '$survey_response_q b': 'why' }),
  sent(3, '11:00', { $survey_submission_id: 'one', $survey_response: '', $survey_response_1: ['a', 'b'] }),
  // Without the id of a submission: two of their own.
  sent(4, '09:00', { $survey_submission_id: '', $survey_response: 'x', plan: 'pro' }),
  sent(5, '09:00', { $survey_response: 'y' }),
  { ...sent(6, '12:00', { $survey_submission_id: 'one', $survey_response: 'no' }), event: 'survey shown' },
];

let project: TestProject;
beforeAll(async () => {
  project = await shareService();
  await project.capture(EVENTS, NOW);
  const body = { name: 'Recent', steps: [{ event: 'survey sent', properties: [RECENT] }] };
  await project.call('POST', 'actions', { body, now: NOW });
});

/** A filter that looks back from the time of the run. */
const RECENT = { key: 'timestamp', value: '-1d', operator: 'is_date_after', type: 'event_metadata' };

const ask = async (query: string, given: object = {}, now = NOW) => {
  const body = { query: { kind: 'HogQLQuery', query }, ...given };
  return (await project.call('POST', 'query', { body, now })).json;
};

test.each([
  ['getSurveyResponse(0)', ['8', null, null, 'x', 'y']],
  ['getSurveyResponse(1)', [null, 'why', '["a","b"]', null, null]],
  ["getSurveyResponse(1, 'q b')", [null, 'why', '["a","b"]', null, null]],
  ["GETSURVEYRESPONSE(1, 'other', true)", [[], [], ['a', 'b'], [], []]],
  ["uniqueSurveySubmissionsFilter('s')", [0, 0, 1, 1, 1]],
  ["uniqueSurveySubmissionsFilter('other')", [0, 0, 0, 0, 0]],
])('%s of each event', async (call, expected) => {
  const { results } = await ask(`SELECT ${call} FROM events WHERE event = 'survey sent' ORDER BY uuid`);
  expect(results.flat(1)).toEqual(expected);
});

test('the newest is looked for among the events that a filter leaves', async () => {
  const text = "SELECT distinct_id, uuid FROM events WHERE uniqueSurveySubmissionsFilter('s') ORDER BY uuid";
  const ids = async (properties: readonly object[]) =>
    (await ask(text, { filters_override: { properties } })).results.map(([, id]: string[]) => id?.at(-1));
  expect(await ids([{ key: 'draft', value: 'yes' }])).toEqual(['1']);
  expect(await ids([{ key: 'plan', value: 'pro' }])).toEqual(['4']);
});

test('the events beside the call are read, whatever other things are called', async () => {
  const text = `WITH events AS (SELECT 1 AS uuid) SELECT countIf(uniqueSurveySubmissionsFilter('s')) AS event,
    arraySum(uuid -> uuid, [event]) FROM raw_persons AS p JOIN (SELECT 1 AS x) AS x ON x.x = 1`;
  expect(await ask(text)).toMatchObject({ code: 'unsupported_syntax' });
  const joined = `SELECT 'none' AS properties, countIf(getSurveyResponse(0) = 'x') FROM persons AS p
    JOIN events AS e ON e.person_id = p.id`;
  expect((await ask(joined)).results).toEqual([['none', 1]]);
});

test('an action that looks back does so from the time of each run', async () => {
  const text = "SELECT countIf(matchesAction('Recent')) FROM events";
  await project.call('POST', 'endpoints', {
    body: { name: 'recent', query: { kind: 'HogQLQuery', query: text } },
    now: NOW,
  });
  const run = async (now: string) =>
    (await project.call('POST', 'endpoints/recent/run', { body: { refresh: 'force_blocking' }, now })).json
      .results;
  expect(await run(NOW)).toEqual([[0]]);
  expect(await run('2026-01-05T12:00:00Z')).toEqual([[5]]);
  expect(await run('2026-01-06T10:30:00Z')).toEqual([[2]]);
});

test('they stand in expressions of insights too', async () => {
  const query = {
    kind: 'TrendsQuery',
    dateRange: { date_from: '2026-01-05', date_to: '2026-01-05' },
    series: [
      { kind: 'EventsNode', math: 'hogql', math_hogql: "countIf(getSurveyResponse(0) = 'x')" },
      { kind: 'EventsNode', properties: [{ type: 'hogql', key: "uniqueSurveySubmissionsFilter('s')" }] },
    ],
  };
  const { json } = await project.call('POST', 'query', { body: { query }, now: NOW });
  expect(json.results.map(({ data }: { data: number[] }) => data)).toEqual([[1], [3]]);
});

test('a call may not bring the sub-select of one', async () => {
  const properties = [{ type: 'hogql', key: "uniqueSurveySubmissionsFilter('s')" }];
  expect(await ask('SELECT count() FROM events', { filters_override: { properties } })).toMatchObject({
    code: 'invalid_filter',
    detail: expect.stringContaining('sub-selects'),
  });
});

test.each([
  ["matchesAction('Recnt')", 'invalid_value', 'Recnt'],
  ['matchesAction(99999999)', 'invalid_value', '99999999'],
  ['matchesAction(event)', 'type_mismatch', 'literals'],
  ['matchesAction()', 'wrong_arity', 'matchesAction takes 1 argument'],
  ['getSurveyResponse(-1)', 'type_mismatch', 'from 0 on'],
  ["getSurveyResponse('a')", 'type_mismatch', 'from 0 on'],
  ["matchAction('Recent')", 'unknown_function', 'matchesAction'],
])('%s is refused', async (call, code, detail) => {
  expect(await ask(`SELECT ${call} FROM events`)).toMatchObject({
    code,
    detail: expect.stringContaining(detail),
  });
});

test('an action asks for no action', async () => {
  const key = "matchesAction('Recent')";
  const body = { name: 'Of another', steps: [{ properties: [{ type: 'hogql', key }] }] };
  expect(await project.call('POST', 'actions', { body })).toMatchObject({
    status: 400,
    json: { code: 'invalid_value', attr: 'steps.0.properties.0.key' },
  });
});
