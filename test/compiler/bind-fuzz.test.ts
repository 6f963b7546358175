import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { AppError } from '../../src/base/errors.ts';
import { compileVersion } from '../../src/query/plan.ts';
import type { PlannedQuery } from '../../src/query/run-plan.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { SAMPLED_PROJECT_ID, shareEngine } from '../fixtures/share-engine.ts';

// [SQL-9.3].

const SEED = 20260105;
const PROJECT = testProject({ projectId: SAMPLED_PROJECT_ID });
const OPTIONS = { project: PROJECT, allowedOverrides: null, maxRows: 1000 };

/** Texts that mean something to SQL, to parameters, to their escaping, to JSON or to patterns. */
const HOSTILE = [
  "'",
  "\\'",
  "' OR 1 = 1 --",
  "'; DROP TABLE app.events; --",
  '{team:UInt64}',
  '{p0:String}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a hostile text, not a template
  '${x}',
  '\\N',
  'NULL',
  '\0',
  '\t\n\r\b\f',
  '/* */',
  '`"`',
  '%_\\%',
  '[0-9]+(',
  '\u{1F600}\u200B\u202E',
  '",]}',
  ') AS t1 FROM app.events --',
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' })), { maxLength: 4 })
    .map((parts) => parts.join('')),
);

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

async function rowsOf({ sql, parameters }: PlannedQuery): Promise<readonly unknown[]> {
  const answer = await engine.query(queryOf(sql, { parameters, projectId: SAMPLED_PROJECT_ID }));
  return JSON.parse(`[${Buffer.from(answer.rows).toString('utf8')}]`);
}

function planned(
  version: ReturnType<typeof compileVersion>,
  parameters: Parameters<ReturnType<typeof compileVersion>['prepare']>[0],
): PlannedQuery {
  const plan = version.prepare(parameters, OPTIONS).plan(0);
  if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
  return plan.query;
}

/** The text without the names of its parameters: equal values share one. */
const shape = ({ sql }: PlannedQuery) => sql.replaceAll(/\{\w+:/g, '{');

const version = (query: string) => compileVersion({ kind: 'HogQLQuery', query }, {}, PROJECT);

test('a text comes back as it was sent, and never stands in the SQL', async () => {
  const echo = version('SELECT {variables.x}, {variables.x} = {variables.y}, [{variables.x}, {variables.y}]');
  const expected = planned(echo, { variables: { x: 'a', y: 'b' } }).sql;
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (x, y) => {
      const query = planned(echo, { variables: { x, y } });
      expect(query.sql).toBe(expected);
      expect(await rowsOf(query)).toEqual([[x, x === y ? 1 : 0, [x, y]]]);
    }),
    { seed: SEED, numRuns: 150 },
  );
});

test('a list finds exactly its own items', async () => {
  const lookup = version("SELECT arrayFilter(item -> item IN {variables.list}, ['a', 'b', {variables.x}])");
  await fc.assert(
    fc.asyncProperty(hostileText, fc.array(hostileText, { maxLength: 5 }), async (x, list) => {
      const found = ['a', 'b', x].filter((item) => list.includes(item));
      expect(await rowsOf(planned(lookup, { variables: { x, list } }))).toEqual([[found]]);
    }),
    { seed: SEED, numRuns: 100 },
  );
});

test('a value of another type is refused or has its type, whatever its text', () => {
  const typed = version(
    `SELECT count() FROM events WHERE timestamp > {variables.date} AND properties.price > {variables.number}
      AND properties.paid = {variables.truth} AND person_id = {variables.uuid} LIMIT {variables.rows}`,
  );
  const good = {
    date: '2026-01-01',
    number: 1,
    truth: true,
    uuid: '00000000-0000-0000-0000-000000000001',
    rows: 5,
  };
  const expected = planned(typed, { variables: good }).sql;
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(good)),
      fc.oneof(hostileText, fc.anything()),
      (name, value) => {
        try {
          const { sql } = planned(typed, { variables: { ...good, [name]: value } });
          if (value !== null && name !== 'number') expect(sql).toBe(expected);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      },
    ),
    { seed: SEED, numRuns: 2000 },
  );
});

// [P-22]
test('keys and values of filters stay values', async () => {
  const count = version('SELECT count() FROM events');
  const operators = ['exact', 'is_not', 'icontains', 'not_icontains', 'gt', 'lt', 'is_set'] as const;
  await fc.assert(
    fc.asyncProperty(
      hostileText.filter((key) => key !== ''),
      hostileText,
      fc.constantFrom(...operators),
      fc.constantFrom('event', 'person'),
      async (key, value, operator, type) => {
        const filter = { key, value, operator, type };
        const query = planned(count, { filters_override: { properties: [filter] } });
        const harmless = planned(count, {
          filters_override: { properties: [{ ...filter, key: 'k', value: '5' }] },
        });
        if (operator !== 'gt' && operator !== 'lt') expect(shape(query)).toBe(shape(harmless));
        const [[rows] = []] = (await rowsOf(query)) as number[][];
        const isNegative = operator === 'is_not' || operator === 'not_icontains';
        expect(rows).toBe(isNegative ? 12 : 0);
      },
    ),
    { seed: SEED, numRuns: 150 },
  );
});
