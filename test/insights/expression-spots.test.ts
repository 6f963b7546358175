import { expect, test } from 'vitest';
import { z } from 'zod';
import { memberExpressions } from '../../src/query/filters/member-expressions.ts';
import { filtersOverrideSchema } from '../../src/schema/filters-override.ts';
import { INSIGHT_SCHEMAS } from '../../src/schema/insights/insight-query.ts';
import { sqlFiltersSchema } from '../../src/schema/sql-query.ts';
import { EXPRESSION_SPOTS } from '../fixtures/expression-spots.ts';

// Every text that the schemas of queries and overrides let in, by its path (`*` = any index), taken out of the schemas.
// A new member that is a text is in neither list below and fails here, until somebody has said whether it is SQL.

const SCHEMAS = {
  ...INSIGHT_SCHEMAS,
  filters_override: filtersOverrideSchema,
  'filters of SQL': sqlFiltersSchema,
};

/** Members that hold an expression, and what must stand beside them for it to be one. */
const EXPRESSION_MEMBERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  key: { type: 'hogql' },
  property: { type: 'hogql' },
  breakdown: { breakdown_type: 'hogql' },
  math_hogql: {},
  pathsHogQLExpression: {},
  funnelAggregateByHogQL: {},
};

/** Members that hold names, values, dates and patterns, never SQL. */
const PLAIN_MEMBERS: readonly string[] = [
  'aggregationProperty',
  'alias',
  'compare_to',
  'custom_name',
  'date_from',
  'date_to',
  'endPoint',
  'event',
  'excludeEvents',
  'formula',
  'formulas',
  'id',
  'math_property',
  'name',
  'pathGroupings',
  'regex',
  'startPoint',
  'value',
];

type Node = Readonly<Record<string, unknown>>;

/** Paths of members that take a free text. References are recursions of filter groups: one round is enough. */
function textPaths(schema: z.ZodType): ReadonlySet<string> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  const definitions = (root['$defs'] ?? {}) as Record<string, Node>;
  const found = new Set<string>();
  const walk = (node: Node, path: readonly string[], open: readonly string[]): void => {
    const reference = typeof node['$ref'] === 'string' ? node['$ref'].replace('#/$defs/', '') : undefined;
    if (reference !== undefined) {
      const target = definitions[reference];
      if (target === undefined) throw new Error(`no ${reference}`);
      if (open.filter((name) => name === reference).length < 2) walk(target, path, [...open, reference]);
      return;
    }
    const types = [node['type']].flat();
    if (types.includes('string') && node['enum'] === undefined && node['const'] === undefined)
      found.add(path.join('.'));
    for (const list of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
      for (const option of (node[list] ?? []) as readonly Node[]) walk(option, path, open);
    if (typeof node['items'] === 'object') walk(node['items'] as Node, [...path, '*'], open);
    for (const [name, member] of Object.entries((node['properties'] ?? {}) as Record<string, Node>))
      walk(member, [...path, name], open);
  };
  walk(root, [], []);
  return found;
}

const memberOf = (path: string) =>
  path
    .split('.')
    .filter((part) => part !== '*')
    .at(-1) ?? '';
const ALL = Object.entries(SCHEMAS).flatMap(([kind, schema]) =>
  [...textPaths(schema)].map((path) => [kind, path] as const),
);
const EXPRESSIONS = ALL.filter(([, path]) => memberOf(path) in EXPRESSION_MEMBERS);

test('every text of a query or override is known to be SQL or not to be', () => {
  const plain = new Set(PLAIN_MEMBERS);
  expect(
    ALL.filter(([, path]) => !plain.has(memberOf(path)) && !(memberOf(path) in EXPRESSION_MEMBERS)),
  ).toEqual([]);
  expect(PLAIN_MEMBERS.filter((name) => ALL.every(([, path]) => memberOf(path) !== name))).toEqual([]);
  expect(EXPRESSIONS.length).toBeGreaterThan(100);
});

/** A value that has nothing but an expression at `path`. */
function holding(path: string): unknown {
  const [name, ...rest] = path.split('.');
  if (name === undefined || name === '') return 'expression';
  const inner = rest.length === 0 ? 'expression' : holding(rest.join('.'));
  if (name === '*') return [inner];
  return { ...(EXPRESSION_MEMBERS[name] ?? {}), [name]: inner };
}

test('an expression is found at every one of these paths', () => {
  const missed = EXPRESSIONS.filter(([, path]) => {
    const found = memberExpressions(holding(path), 'query');
    const attr = `query.${path.replaceAll('*', '0')}`;
    return !found.some((expression) => expression.attr === attr && expression.text === 'expression');
  });
  expect(missed).toEqual([]);
});

test('nothing is taken for an expression that only looks like one', () => {
  const query = {
    properties: [{ type: 'event', key: 'a', value: ['hogql'] }],
    breakdownFilter: { breakdown: 'hogql', breakdown_type: 'event', breakdowns: [{ property: 'b' }] },
  };
  expect(memberExpressions(query, 'query')).toEqual([]);
});

test('each kind has a query for every member of its own that holds an expression', () => {
  const tail = (path: string) => path.replace(/\b\d+\b/g, '*').replace(/(\*\.|values\.)*key$/, 'key');
  const shown = new Set(EXPRESSION_SPOTS.map(({ path, query }) => `${query('x').kind} ${tail(path)}`));
  const missing = EXPRESSIONS.filter(
    ([kind, path]) => kind.endsWith('Query') && !/nodes|funnelSource/.test(path),
  )
    .map(([kind, path]) => `${kind} ${tail(path)}`)
    .filter((name) => !shown.has(name));
  // The fixed filters of a series are read in the place of its own ones, for all kinds.
  expect([...new Set(missing)].filter((name) => !/fixedProperties|math_hogql/.test(name))).toEqual([]);
});
