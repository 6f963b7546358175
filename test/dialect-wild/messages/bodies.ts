import type { MessageCase } from '../cases.ts';

const sql = (query: string) => ({ query: { kind: 'HogQLQuery', query } });
const EVENT = sql('SELECT count() FROM events WHERE event = {variables.event}');
const stored = (name: string) => ['POST', 'endpoints', { name, ...EVENT }] as const;
const meant = { status: 400, says: [/did you mean [^a-z]*variables\b/i] } as const;

export const otherVariables: readonly MessageCase[] = [
  {
    name: 'variables_values of a query',
    path: 'query',
    body: { ...EVENT, variables_values: { event: 'purchase' } },
    ...meant,
  },
  {
    name: 'variables_override of a query',
    path: 'query',
    body: { ...EVENT, variables_override: { event: 'purchase' } },
    ...meant,
  },
  {
    name: 'variables_values of a run',
    before: [stored('other-values')],
    path: 'endpoints/other-values/run',
    body: { variables_values: { event: 'purchase' } },
    ...meant,
  },
  {
    name: 'variables_override of a run',
    before: [stored('other-override')],
    path: 'endpoints/other-override/run',
    body: { variables_override: { event: { code_name: 'event', value: 'purchase' } } },
    ...meant,
  },
  {
    name: 'variables_values in the query string',
    before: [stored('other-get')],
    method: 'GET',
    path: 'endpoints/other-get/run?variables_values=%7B%7D',
    ...meant,
  },
];

const example = { status: 400, says: [/HogQLQuery/, /kind/] } as const;
const TEXT = 'SELECT count() FROM events';

export const bareTexts: readonly MessageCase[] = [
  { name: 'of a query', path: 'query', body: { query: TEXT }, ...example },
  { name: 'of an endpoint', path: 'endpoints', body: { name: 'bare', query: TEXT }, ...example },
  {
    name: 'of a validation',
    path: 'endpoints/validate',
    body: { query: TEXT },
    status: 400,
    says: example.says,
  },
  {
    name: 'of a change',
    before: [stored('bare-later')],
    method: 'PATCH',
    path: 'endpoints/bare-later',
    body: { query: TEXT },
    ...example,
  },
  { name: 'a name instead of a query', path: 'query', body: { query: 'busiest-paths' }, ...example },
];

const never = [/>=\s*\d/, /<=\s*\d/, /expected string/i, /Too (small|big)/] as const;
const words = (name: string, path: string, body: object, ...says: readonly RegExp[]): MessageCase => ({
  name,
  path,
  body,
  status: 400,
  never,
  says,
});

export const lengths: readonly MessageCase[] = [
  words('an empty name of an endpoint', 'endpoints', { name: '', ...EVENT }, /name/),
  words('a name with blanks', 'endpoints', { name: 'my endpoint', ...EVENT }, /letter/),
  words('a name that is too long', 'endpoints', { name: 'x'.repeat(200), ...EVENT }, /12[78]/),
  words('an empty text', 'query', sql(''), /empty|text/),
  words('an empty client_query_id', 'query', { ...EVENT, client_query_id: '' }, /client_query_id/),
  words('a client_query_id that is too long', 'query', { ...EVENT, client_query_id: 'x'.repeat(300) }, /128/),
  words('an empty name of an action', 'actions', { name: '', steps: [] }, /name/),
  words('a text for a number', 'query', { ...EVENT, limit: 'ten' }, /limit/),
  words('an empty name of a cohort', 'cohorts', { name: '', is_static: true }, /name/),
];

const grouped = (name: string, query: string): MessageCase => ({
  name,
  path: 'query',
  body: sql(query),
  status: 400,
  says: [/GROUP BY/],
  never: [/"code":"unknown_field"/],
});

export const missingGroups: readonly MessageCase[] = [
  grouped('a column beside count', 'SELECT event, count() FROM events'),
  grouped('a property beside sum', 'SELECT properties.plan, sum(properties.amount) FROM events'),
  grouped('a second column', 'SELECT event, distinct_id, count() FROM events GROUP BY event'),
  grouped('a function of a column', 'SELECT toDate(timestamp) AS day, count() FROM events ORDER BY day'),
  grouped('in ORDER BY', 'SELECT event, count() FROM events GROUP BY event ORDER BY timestamp'),
  grouped('in HAVING', "SELECT event, count() FROM events GROUP BY event HAVING distinct_id = 'ada'"),
];

const mismatch = (name: string, query: string): MessageCase => ({
  name,
  path: 'endpoints/validate',
  body: sql(query),
  status: 200,
  says: [/"is_valid":false/, /type_mismatch/],
});

export const typesAtValidate: readonly MessageCase[] = [
  mismatch('arrayElement of a text', 'SELECT arrayElement(properties.list, 1) FROM events'),
  mismatch('arrayMap of a property', 'SELECT arrayMap(x -> upper(x), properties.items) FROM events'),
  mismatch('arrayJoin of a property', 'SELECT arrayJoin(properties.items) FROM events'),
  mismatch('arraySum of a number', 'SELECT arraySum(toFloat(properties.amount)) FROM events'),
  mismatch('mapKeys of a text', 'SELECT mapKeys(event) FROM events'),
  mismatch('tupleElement of a text', 'SELECT tupleElement(event, 1) FROM events'),
  mismatch('a lambda of a moment', 'SELECT arrayFilter(x -> x > 1, timestamp) FROM events'),
];

const written = (name: string, query: string, ...says: readonly RegExp[]): MessageCase => ({
  name,
  path: 'query',
  body: { ...sql(query), variables: {} },
  status: 400,
  code: 'unsupported_syntax',
  says,
});

export const placeholders: readonly MessageCase[] = [
  written('a choice', "SELECT {variables.x ? 'a' : 'b'}", /if\(\{variables\.x\}, 'a', 'b'\)/),
  written('a choice of numbers', 'SELECT {variables.wide ? 30 : 7}', /if\(\{variables\.wide\}, 30, 7\)/),
  written(
    'a choice in WHERE',
    "SELECT count() FROM events WHERE event = {variables.all ? '%' : 'purchase'}",
    /if\(\{variables\.all\}, '%', 'purchase'\)/,
  ),
  written(
    'a choice between variables',
    'SELECT {variables.x ? variables.a : variables.b}',
    /if\(\{variables\.x\}, \{variables\.a\}, \{variables\.b\}\)/,
  ),
  written('a sum', 'SELECT {variables.n + 1}', /\{variables\.n\} \+ 1/),
  written('a function', 'SELECT {upper(variables.x)}', /upper\(\{variables\.x\}\)/),
];
