import type { MessageCase } from '../cases.ts';
import { named, persons } from '../loops.ts';

const sql = (query: string) => ({ query: { kind: 'HogQLQuery', query } });
const EVENT = sql('SELECT count() FROM events WHERE event = {variables.event}');
const OTHER = sql('SELECT uniq(distinct_id) FROM events WHERE event = {variables.event}');
const NONE = sql('SELECT count() FROM events');
const DECLARED = { event: { type: 'String', default: 'purchase', description: 'which event' } };
const made = (name: string, more: object = {}) =>
  ['POST', 'endpoints', { name, ...EVENT, variables: DECLARED, ...more }] as const;

export const takenOver: readonly MessageCase[] = [
  {
    name: 'a default',
    before: [made('take-default')],
    method: 'PATCH',
    path: 'endpoints/take-default',
    body: OTHER,
    status: 200,
    says: [/"default":"purchase"/, /which event/],
  },
  {
    name: 'a run after the change needs no value',
    before: [made('take-run'), ['PATCH', 'endpoints/take-run', OTHER]],
    path: 'endpoints/take-run/run',
    body: {},
    status: 200,
    says: [new RegExp(`"results":\\[\\[${persons(named('purchase'))}\\]\\]`)],
  },
  {
    name: 'of the newest version that had the name',
    before: [made('take-older'), ['PATCH', 'endpoints/take-older', NONE]],
    method: 'PATCH',
    path: 'endpoints/take-older',
    body: OTHER,
    status: 200,
    says: [/"default":"purchase"/],
  },
  {
    name: 'a name that the new query does not use is left behind',
    before: [made('take-none')],
    method: 'PATCH',
    path: 'endpoints/take-none',
    body: NONE,
    status: 200,
    never: [/"default":"purchase"/],
  },
  {
    name: 'only the names that are used',
    before: [
      made('take-some', {
        ...sql(
          'SELECT count() FROM events WHERE event = {variables.event} AND distinct_id = {variables.who}',
        ),
        variables: { ...DECLARED, who: { type: 'String', default: 'ada' } },
      }),
    ],
    method: 'PATCH',
    path: 'endpoints/take-some',
    body: OTHER,
    status: 200,
    says: [/"default":"purchase"/],
    never: [/"default":"ada"/],
  },
  {
    name: 'an unused name that is sent stays refused',
    before: [made('take-unused')],
    method: 'PATCH',
    path: 'endpoints/take-unused',
    body: { ...NONE, variables: DECLARED },
    status: 400,
    says: [/event/],
  },
];

const document = (name: string, query: string) =>
  ({ method: 'GET', path: `endpoints/${name}/openapi.json${query}`, status: 200 }) as const;

export const openApi: readonly MessageCase[] = [
  {
    name: 'the value of a default is an example',
    before: [made('document-default')],
    ...document('document-default', ''),
    says: [/"examples?":[^}]*purchase/],
  },
  {
    name: 'a variable without a default is required',
    before: [['POST', 'endpoints', { name: 'document-required', ...EVENT }]],
    ...document('document-required', ''),
    says: [/"required":\[[^\]]*"event"/, /"required":\[[^\]]*"variables"/],
  },
  {
    name: 'one version',
    before: [
      ['POST', 'endpoints', { name: 'document-version', ...EVENT }],
      ['PATCH', 'endpoints/document-version', NONE],
    ],
    ...document('document-version', '?version=1'),
    says: [/"event"/],
  },
  {
    name: 'the present version without the old variable',
    before: [
      ['POST', 'endpoints', { name: 'document-present', ...EVENT }],
      ['PATCH', 'endpoints/document-present', NONE],
    ],
    ...document('document-present', ''),
    says: [/document-present/],
    never: [/"event":\{/],
  },
  {
    name: 'the project is a parameter of the path with its number as default',
    before: [['POST', 'endpoints', { name: 'document-project', ...NONE }]],
    ...document('document-project', ''),
    says: [
      /\/api\/projects\/\{project_id\}\/endpoints\/document-project\/run/,
      /"in":"path"/,
      /"default":"?\d+/,
    ],
  },
  {
    name: 'rows as objects stand in it',
    before: [['POST', 'endpoints', { name: 'document-rows', ...NONE }]],
    ...document('document-rows', ''),
    says: [/"name":"rows"/, /objects/],
  },
];

const TWO = sql("SELECT event, count() AS total FROM events WHERE event = 'landed' GROUP BY event");

export const rowsAsObjects: readonly MessageCase[] = [
  {
    name: 'of a run',
    before: [['POST', 'endpoints', { name: 'rows-run', ...TWO }]],
    path: 'endpoints/rows-run/run?rows=objects',
    body: {},
    status: 200,
    says: [/"results":\[\{"event":"landed","total":1\}\]/],
  },
  {
    name: 'of a run by GET',
    before: [['POST', 'endpoints', { name: 'rows-get', ...TWO }]],
    method: 'GET',
    path: 'endpoints/rows-get/run?rows=objects',
    status: 200,
    says: [/"results":\[\{"event":"landed","total":1\}\]/],
  },
  {
    name: 'with a name that is no identifier',
    before: [
      [
        'POST',
        'endpoints',
        { name: 'rows-name', ...sql("SELECT count() AS `how many` FROM events WHERE event = 'landed'") },
      ],
    ],
    path: 'endpoints/rows-name/run?rows=objects',
    body: {},
    status: 200,
    says: [/"results":\[\{"how many":1\}\]/],
  },
  {
    name: 'names that repeat are refused',
    before: [
      [
        'POST',
        'endpoints',
        {
          name: 'rows-twice',
          ...sql('SELECT e.event, f.event FROM events AS e JOIN events AS f ON e.uuid = f.uuid'),
        },
      ],
    ],
    path: 'endpoints/rows-twice/run?rows=objects',
    body: {},
    status: 400,
    says: [/event/],
  },
  {
    name: 'an unknown form is refused',
    before: [['POST', 'endpoints', { name: 'rows-unknown', ...TWO }]],
    path: 'endpoints/rows-unknown/run?rows=object',
    body: {},
    status: 400,
    says: [/objects/],
  },
];

const THEN = '2026-02-03T04:05:06Z';
const clock = [/2026-02-03T04:05:06/] as const;

export const testClock: readonly MessageCase[] = [
  {
    name: 'of what is made',
    path: 'endpoints',
    body: { name: 'clock-made', ...NONE },
    now: THEN,
    status: 201,
    says: clock,
  },
  {
    name: 'of what is changed',
    before: [['POST', 'endpoints', { name: 'clock-changed', ...NONE }]],
    method: 'PATCH',
    path: 'endpoints/clock-changed',
    body: { description: 'later' },
    now: THEN,
    status: 200,
    says: clock,
  },
  {
    name: 'of a new version',
    before: [['POST', 'endpoints', { name: 'clock-version', ...NONE }]],
    method: 'PATCH',
    path: 'endpoints/clock-version',
    body: TWO,
    now: THEN,
    status: 200,
    says: clock,
  },
  {
    name: 'of a rollback',
    before: [
      ['POST', 'endpoints', { name: 'clock-back', ...NONE }],
      ['PATCH', 'endpoints/clock-back', TWO],
    ],
    path: 'endpoints/clock-back/rollback',
    body: { version: 1 },
    now: THEN,
    status: 200,
    says: clock,
  },
  {
    name: 'of a cohort',
    path: 'cohorts',
    body: { name: 'Of the clock', is_static: true },
    now: THEN,
    status: 201,
    says: clock,
  },
];

const person = (key: string, value: unknown) => ({ type: 'person', key, value, operator: 'exact' });
const group = (...values: readonly object[]) => ({ properties: { type: 'AND', values } });
const member = (name: string) => ({ type: 'cohort', key: 'id', value: `{cohort:${name}}` });

export const cohortCalls: readonly MessageCase[] = [
  {
    name: 'one is read with its members of JSON',
    method: 'GET',
    path: 'cohorts/{cohort:Germans}',
    status: 200,
    says: [/"name":"Germans"/, /"is_static":false/, /"filters":\{"properties"/, /"key":"country"/],
  },
  {
    name: 'all are listed',
    method: 'GET',
    path: 'cohorts',
    status: 200,
    says: [/"results":\[/, /Pro customers/, /Invited/],
  },
  {
    name: 'unknown distinct ids are reported',
    path: 'cohorts/{cohort:Invited}/members',
    body: { distinct_ids: ['ada', 'ghost-1'] },
    status: 200,
    says: [/ghost-1/],
  },
  {
    name: 'members of a dynamic one are refused',
    path: 'cohorts/{cohort:Germans}/members',
    body: { distinct_ids: ['ada'] },
    status: 400,
    says: [/static/],
  },
  {
    name: 'a circle is refused',
    method: 'PATCH',
    path: 'cohorts/{cohort:Pro customers}',
    body: { filters: group(person('plan', 'pro'), member('Pro Germans')) },
    status: 400,
    says: [/circle|itself/i],
  },
  {
    name: 'one that another names is not deleted',
    method: 'DELETE',
    path: 'cohorts/{cohort:Germans}',
    status: 400,
    says: [/Pro Germans/],
  },
  {
    name: 'one that an endpoint names is not deleted',
    before: [
      [
        'POST',
        'endpoints',
        { name: 'uses-cohort', ...sql("SELECT count() FROM events WHERE person_id IN COHORT 'Large'") },
      ],
    ],
    method: 'DELETE',
    path: 'cohorts/{cohort:Large}',
    status: 400,
    says: [/uses-cohort/],
  },
  {
    name: 'an unknown member is refused with the nearest',
    path: 'cohorts',
    body: { name: 'Odd', is_statik: true },
    status: 400,
    code: 'unknown_member',
    says: [/is_static/],
  },
  {
    name: 'an unknown cohort in a cohort is refused',
    path: 'cohorts',
    body: { name: 'Of nobody', filters: group({ type: 'cohort', key: 'id', value: 987654 }) },
    status: 400,
    says: [/987654/],
  },
];
