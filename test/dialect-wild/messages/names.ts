import type { MessageCase } from '../cases.ts';

const sql = (query: string) => ({ query: { kind: 'HogQLQuery', query } });
const validate = (
  name: string,
  query: string,
  warns: readonly RegExp[],
  says: readonly RegExp[] = [/"is_valid":true/],
): MessageCase => ({
  name,
  path: 'endpoints/validate',
  body: sql(query),
  status: 200,
  warns,
  says,
});
const trends = (series: object, more: object = {}) => ({
  query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', ...series }], ...more },
});
/** A warning that names what was written and, behind it, what was meant. */
const warned = (written: string, meant: string) => new RegExp(`${written}.*${meant}`);
const NO_WARNINGS = /"warnings":\[\]/;

export const unknownNames: readonly MessageCase[] = [
  validate('an event', "SELECT count() FROM events WHERE event = 'purchse'", [warned('purchse', 'purchase')]),
  validate('events of a list', "SELECT count() FROM events WHERE event IN ('landed', 'survey snt')", [
    warned('survey snt', 'survey sent'),
  ]),
  validate('a property', 'SELECT sum(toFloat(properties.amuont)) FROM events', [warned('amuont', 'amount')]),
  validate('a property in brackets', "SELECT properties['currencyy'] FROM events", [
    warned('currencyy', 'currency'),
  ]),
  validate('a property of the person', 'SELECT person.properties.plann FROM events', [
    warned('plann', 'plan'),
  ]),
  validate('a property of a group', 'SELECT group_0.properties.industri FROM events', [
    warned('industri', 'industry'),
  ]),
  {
    name: 'of a series',
    path: 'endpoints/validate',
    body: trends({ event: '$pagevew' }),
    status: 200,
    warns: [warned('\\$pagevew', '\\$pageview')],
  },
  {
    name: 'of a filter and a breakdown',
    path: 'endpoints/validate',
    body: trends(
      { event: 'purchase', properties: [{ key: 'ammount', value: 3, operator: 'gt', type: 'event' }] },
      { breakdownFilter: { breakdown: 'currancy' } },
    ),
    status: 200,
    warns: [warned('ammount', 'amount'), warned('currancy', 'currency')],
  },
  {
    name: 'of a math',
    path: 'endpoints/validate',
    body: trends({ event: 'purchase', math: 'sum', math_property: 'amountt' }),
    status: 200,
    warns: [warned('amountt', 'amount')],
  },
  {
    name: 'of a run with debug',
    path: 'query',
    body: { ...sql("SELECT count() FROM events WHERE event = 'purchse'"), debug: true },
    status: 200,
    says: [/"results":\[\[0\]\]/],
    warns: [warned('purchse', 'purchase')],
  },
  {
    name: 'of an endpoint that is made',
    path: 'endpoints',
    body: { name: 'unknown-event', ...sql("SELECT count() FROM events WHERE event = 'purchse'") },
    status: 201,
    warns: [warned('purchse', 'purchase')],
  },
  {
    name: 'of an endpoint that is changed',
    before: [['POST', 'endpoints', { name: 'unknown-later', ...sql('SELECT count() FROM events') }]],
    method: 'PATCH',
    path: 'endpoints/unknown-later',
    body: sql('SELECT count(properties.curency) FROM events'),
    status: 200,
    warns: [warned('curency', 'currency')],
  },
  validate(
    'names that were seen are silent',
    "SELECT properties.amount FROM events WHERE event = 'purchase'",
    [],
    [NO_WARNINGS],
  ),
  validate('$geoip_ properties that nothing fills', 'SELECT properties.$geoip_country_code FROM events', [
    /\$geoip_country_code/,
  ]),
  validate(
    'properties of a user agent that nothing fills',
    'SELECT properties.$device_type, properties.$browser_version FROM events',
    [/\$device_type/],
  ),
];

const quoted = (name: string, query: string): MessageCase => ({
  name,
  path: 'query',
  body: sql(query),
  status: 400,
  says: [/single quotes/],
});

export const doubleQuotes: readonly MessageCase[] = [
  quoted('an event', 'SELECT count() FROM events WHERE event = "purchase"'),
  quoted('a list', 'SELECT count() FROM events WHERE event IN ("purchase", "landed")'),
  quoted('an argument', 'SELECT dateDiff("day", timestamp, now()) FROM events'),
  quoted('a value of a property', 'SELECT count() FROM events WHERE properties.currency = "EUR"'),
  quoted('a pattern', 'SELECT count() FROM events WHERE event LIKE "pur%"'),
  quoted('a branch of if', `SELECT if(event = 'purchase', "bought", 'other') FROM events`),
];

const table = (name: string): MessageCase => ({
  name,
  path: 'query',
  body: sql(`SELECT count() FROM ${name}`),
  status: 400,
  code: 'unknown_table',
  says: [/events/, /persons/, /sessions/, /groups/],
});

export const unknownTables: readonly MessageCase[] = [
  table('event'),
  table('pageviews'),
  table('session_replay_events'),
  table('users'),
  table('heatmaps'),
  table('stripe.charges'),
];

const LIST = { names: { type: 'List' } };
const equals = (name: string, path: string, query: string, more: object, status = 400): MessageCase => ({
  name,
  path,
  body: { ...sql(query), ...more },
  status,
  says: [/\bIN\b/],
});

export const listVariables: readonly MessageCase[] = [
  equals('made with =', 'endpoints', 'SELECT count() FROM events WHERE event = {variables.names}', {
    name: 'list-equals',
    variables: LIST,
  }),
  equals('made with !=', 'endpoints', 'SELECT count() FROM events WHERE event != {variables.names}', {
    name: 'list-differs',
    variables: LIST,
  }),
  equals(
    'validated',
    'endpoints/validate',
    'SELECT count() FROM events WHERE event = {variables.names}',
    { variables: LIST },
    200,
  ),
  equals(
    'on a property',
    'endpoints',
    'SELECT count() FROM events WHERE properties.plan = {variables.names}',
    { name: 'list-property', variables: LIST },
  ),
  {
    name: 'kept by PostHog',
    path: 'endpoints',
    body: {
      name: 'list-posthog',
      query: {
        kind: 'HogQLQuery',
        query: 'SELECT count() FROM events WHERE event = {variables.names}',
        variables: { 'a-1': { variableId: 'a-1', code_name: 'names', value: ['purchase', 'landed'] } },
      },
    },
    status: 400,
    says: [/\bIN\b/],
  },
  {
    name: 'a list for a text by the call',
    path: 'query',
    body: {
      ...sql('SELECT count() FROM events WHERE event = {variables.names}'),
      variables: { names: ['purchase'] },
    },
    status: 400,
    code: 'invalid_variable',
    says: [/\bIN\b/],
  },
];
