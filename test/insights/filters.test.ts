import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { insertWorld, projectOf, runInsight } from '../fixtures/insight-lab.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import type { OracleEvent, OraclePerson, World } from '../oracle/model.ts';

// Every operator and type of property filters on the real engine. Each event holds one value of the property `p` and is
// named after it, so that a filter can be read as the list of names that pass.
// [P-1] to [P-9] and [P-11] to [P-21a].
// [SPEC-3.3.10].

const VALUES: Readonly<Record<string, unknown>> = {
  text: 'Straße_100%',
  empty: '',
  word: 'null',
  number: 1.5,
  whole: 20,
  numeric_text: '20',
  truth: true,
  absent: undefined,
  json_null: null,
  list: ['a', 1],
  date: '2024-06-05',
  moment: '2024-06-05T10:00:00.700+02:00',
  seconds: '1717574400',
  millis: 1717574400500,
  version: 'v1.2.10-beta.1',
  short_version: '1.2',
};

const PERSON: OraclePerson = { id: 'ann', createdAtMs: Date.UTC(2024, 4, 1), properties: { plan: 'pro' } };
const NOW = Date.UTC(2024, 5, 10, 12);

const WORLD: World = {
  events: Object.entries(VALUES).map(
    ([event, p], index): OracleEvent => ({
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      event,
      timestampMs: Date.UTC(2024, 5, 9, 12, 0, index),
      distinctId: index === 0 ? 'ann' : 'ann-2',
      person: PERSON,
      properties: {
        ...(p === undefined ? {} : { p }),
        url: `https://a.example/user/${index}`,
        $exception_types: index === 0 ? ['TypeError', 'RangeError'] : null,
      },
      sessionId: index < 3 ? 's1' : '',
      groups: [index < 2 ? 'acme' : '', '', '', '', ''],
    }),
  ),
  project: {
    timezone: 'UTC',
    weekStartDay: 0,
    testAccountFilters: [],
    groups: [{ acme: { tier: 'gold' } }],
  },
  nowMs: NOW,
};
const ALL = Object.keys(VALUES);
const but = (...names: readonly string[]) => ALL.filter((name) => !names.includes(name));
const NOT_SET = ['absent', 'json_null'];

const PROJECT_ID = newProjectId();
let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
  await insertWorld(engine, WORLD, PROJECT_ID);
});

async function passing(filters: unknown, pathCleaningFilters: { regex: string; alias: string }[] = []) {
  const query = {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode' }],
    properties: filters,
    breakdownFilter: { breakdown: 'event', breakdown_type: 'event_metadata', breakdown_limit: 100 },
    trendsFilter: { display: 'ActionsTable' },
  };
  const project = projectOf(WORLD, PROJECT_ID, { pathCleaningFilters });
  const { results } = await runInsight(engine, project, query, NOW);
  const names = (results as readonly { readonly breakdown_value: string }[]).map(
    (one) => one.breakdown_value,
  );
  return ALL.filter((name) => names.includes(name));
}

describe('operators on an event property', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['exact', 'null', ['word']],
    ['exact', 20, ['whole', 'numeric_text']],
    ['exact', '1.50', ['number']],
    ['exact', '', ['empty']],
    ['exact', true, ['truth']],
    ['exact', ['true', 1.5], ['number', 'truth']],
    ['exact', '["a",1]', ['list']],
    ['is_not', 20, but('whole', 'numeric_text')],
    ['is_not', ['null', ''], but('word', 'empty')],
    ['in', ['null'], ['word']],
    ['not_in', 'null', but('word')],
    ['icontains', 'STRASSE', ['text']],
    ['icontains', '_1', ['text']],
    ['icontains', '%', ['text']],
    ['icontains', ['ULL', 'rue'], ['word', 'truth']],
    ['not_icontains', 'u', but('word', 'truth')],
    ['icontains_multi', ['ull', 'rue'], ['word', 'truth']],
    ['not_icontains_multi', ['ull', 'rue'], but('word', 'truth')],
    ['regex', '^\\d+$', ['whole', 'numeric_text', 'seconds', 'millis']],
    ['not_regex', '^', NOT_SET],
    ['regex', ['^null$', '^true$'], ['word', 'truth']],
    ['gt', 19, ['whole', 'numeric_text', 'seconds', 'millis']],
    ['lte', '1.5', ['number', 'short_version']],
    ['between', [1, 20], ['number', 'whole', 'numeric_text', 'short_version']],
    ['not_between', [1, 20], but('number', 'whole', 'numeric_text', 'short_version')],
    ['gte', '2024-06-05T09:00:00Z', ['text', 'word', 'truth', 'list', 'version']],
    ['is_set', undefined, but(...NOT_SET)],
    ['is_not_set', 'is_not_set', NOT_SET],
    ['is_date_exact', '2024-06-05T08:00:00Z', ['moment', 'seconds', 'millis']],
    ['is_date_exact', '2024-06-05', ['date']],
    ['is_date_before', '2024-06-05T08:00:00Z', ['date']],
    ['is_date_after', '2024-06-05', ['moment', 'seconds', 'millis']],
    ['is_date_before', '-1d', ['date', 'moment', 'seconds', 'millis']],
    ['semver_eq', '1.2.10', ['version']],
    [
      'semver_gt',
      '1.2.9',
      ['version', 'moment', 'seconds', 'millis', 'whole', 'numeric_text', 'date', 'text', 'number'],
    ],
    ['semver_tilde', '1.2.3', ['version']],
    ['semver_caret', '1.2.0', ['version', 'number']],
    ['semver_wildcard', '1.2.*', ['version']],
  ])('%s %j', async (operator, value, expected) => {
    const found = await passing([{ key: 'p', operator, ...(value === undefined ? {} : { value }) }]);
    expect(found).toEqual(ALL.filter((name) => expected.includes(name)));
  });

  test('path cleaning on both sides', async () => {
    const rules = [{ regex: '/user/\\d+', alias: '/user/<id>' }];
    const filter = { key: 'url', operator: 'is_cleaned_path_exact', value: 'https://a.example/user/999' };
    expect(await passing([filter], rules)).toEqual(ALL);
    expect(await passing([filter])).toEqual([]);
  });

  test('any element of a list property', async () => {
    expect(await passing([{ key: '$exception_types', value: 'RangeError' }])).toEqual(['text']);
    expect(await passing([{ key: '$exception_types', operator: 'is_not', value: 'RangeError' }])).toEqual(
      but('text'),
    );
  });
});

describe('types', () => {
  test.each<[string, object, readonly string[]]>([
    ['person', { type: 'person', key: 'plan', value: 'pro' }, ALL],
    ['any distinct id of the person', { type: 'person', key: 'distinct_id', value: 'ann' }, ALL],
    [
      'no distinct id of the person',
      { type: 'person', key: 'distinct_id', operator: 'is_not', value: 'ann' },
      [],
    ],
    ['distinct id of the event', { type: 'event_metadata', key: 'distinct_id', value: 'ann' }, ['text']],
    [
      'event name',
      { type: 'event_metadata', key: 'event', operator: 'regex', value: '^(text|word)$' },
      ['text', 'word'],
    ],
    [
      'time',
      { type: 'event_metadata', key: 'timestamp', operator: 'lt', value: '2024-06-09T12:00:02Z' },
      ['text', 'empty'],
    ],
    [
      'no session',
      { type: 'event_metadata', key: '$session_id', operator: 'is_not_set' },
      but('text', 'empty', 'word'),
    ],
    [
      'person column',
      { type: 'person_metadata', key: 'created_at', operator: 'is_date_after', value: '2024-05-01' },
      [],
    ],
    [
      'session',
      { type: 'session', key: '$session_duration', operator: 'gte', value: 2 },
      ['text', 'empty', 'word'],
    ],
    ['group', { type: 'group', group_type_index: 0, key: 'tier', value: 'gold' }, ['text', 'empty']],
    [
      'no group',
      { type: 'group', group_type_index: 0, key: 'tier', operator: 'is_not', value: 'gold' },
      but('text', 'empty'),
    ],
    ['hogql', { type: 'hogql', key: "properties.p = 'null' or event = 'empty'" }, ['empty', 'word']],
    ['element', { type: 'element', key: 'tag_name', value: 'a' }, []],
    ['feature', { type: 'feature', key: '$feature/x', operator: 'is_not_set' }, ALL],
  ])('%s', async (_name, filter, expected) => {
    expect(await passing([filter])).toEqual(expected);
  });

  test('nested groups', async () => {
    const word = { key: 'p', value: 'null' };
    const set = { key: 'p', operator: 'is_set' };
    const either = {
      type: 'OR',
      values: [word, { type: 'AND', values: [set, { key: 'p', operator: 'gt', value: 19 }] }],
    };
    expect(await passing(either)).toEqual(['word', 'whole', 'numeric_text', 'seconds', 'millis']);
    expect(await passing({ type: 'AND', values: [] })).toEqual(ALL);
    expect(await passing({ type: 'OR', values: [] })).toEqual(ALL);
  });
});

describe('refused', () => {
  test.each<[object, string]>([
    [{ key: 'p', value: [] }, 'value'],
    [{ key: 'p' }, 'value'],
    [{ key: 'p', value: null }, 'value'],
    [{ key: 'p', operator: 'between', value: [2, 1] }, 'value'],
    [{ key: 'p', operator: 'between', value: 1 }, 'value'],
    [{ key: 'p', operator: 'regex', value: '(' }, 'value'],
    [{ key: 'p', operator: 'is_date_after', value: 'soon' }, 'value'],
    [{ key: 'p', operator: 'gt', value: true }, 'value'],
    [{ key: 'p', operator: 'semver_gt', value: 'x' }, 'value'],
    [{ type: 'event_metadata', key: 'propertys', value: 'x' }, 'key'],
    [{ type: 'session', key: '$session_length', value: 1 }, 'key'],
    [{ type: 'element', key: 'tag_name', operator: 'icontains', value: 'a' }, 'operator'],
    [{ type: 'hogql', key: '{variables.x} = 1' }, 'key'],
  ])('%j', async (filter, member) => {
    await expect(passing([filter])).rejects.toMatchObject({
      code: 'invalid_filter',
      attr: `query.properties.0.${member}`,
    });
  });
});
