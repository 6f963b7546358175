import { describe, expect, test } from 'vitest';
import { NULL } from '../../src/query/catalog/build-type.ts';
import { compileInsightStatement } from '../../src/query/compile-insight-version.ts';
import type { Piece } from '../../src/query/compiler/clickhouse/printed-text.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import type { GuardedScan } from '../../src/query/compiler/guarded-scan.ts';
import type { IrExpr, IrSource } from '../../src/query/compiler/ir.ts';
import { openInsight, prepareInsight } from '../../src/query/insights/insight-version.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { randomQuery } from '../fixtures/compiler/random-query.ts';
import { readPairs } from '../fixtures/compiler/read-pairs.ts';
import { testProject, testProjectWithLookups } from '../fixtures/compiler/test-project.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';

// Every table of every text that is printed stands with the condition of its project, read here by other means than
// those of the compiler. [SQL-9.1], [SQL-9.2].

const NOW_MS = Date.UTC(2026, 0, 8);

const PROJECTS: readonly (readonly [name: string, project: ProjectContext])[] = [
  ['a plain project', testProject()],
  [
    'merged persons, another zone, events that are not all kept, columns and lookups',
    testProjectWithLookups({ eventRetention: { days: 30, keptFromMs: null } }),
  ],
];

/** Both texts of a statement: for variables that have values, and for those that are NULL. */
function texts(pieces: readonly Piece[]): readonly string[] {
  return [false, true].map((areNull) => textOf(pieces, areNull));
}

function textOf(pieces: readonly Piece[], areNull: boolean): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if (piece.kind === 'numberType') return 'Int64';
      return textOf(areNull ? piece.whenSo : piece.otherwise, areNull);
    })
    .join('');
}

/** Tables of a text whose SELECT lets rows of other projects pass. */
function unguarded(text: string): readonly string[] {
  const plain = text.replaceAll(/'(?:[^'\\]|\\.)*'/g, "''");
  const tables = [...plain.matchAll(/\bapp\.(\w+) AS (\w+)/g)];
  expect(plain.split('app.').length - 1).toBe(tables.length);
  return tables.flatMap(({ index, 0: table, 2: alias }) => {
    const [, where = ''] = restOfSelect(plain.slice(index)).split(' WHERE ');
    const [conditions = ''] = where.split(/ (?:GROUP|HAVING|QUALIFY|ORDER|LIMIT|OFFSET) /);
    const isFirst = conditions.startsWith(`equals(${alias}.project_id, {team:UInt64})`);
    return isFirst && !/\b(?:OR|NOT)\b/.test(withoutBrackets(conditions)) ? [] : [table];
  });
}

/** What follows up to the end of the SELECT, without its sub-queries. */
function restOfSelect(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth < 0) return withoutSubqueries(text.slice(0, at));
  }
  return withoutSubqueries(text);
}

const INNERMOST = /\(([^()]*)\)/;

/** Brackets become `‹›`, and those with a SELECT in them nothing, from the inside out. */
function withoutSubqueries(text: string): string {
  let rest = text;
  for (let found = INNERMOST.exec(rest); found; found = INNERMOST.exec(rest)) {
    const [whole, inner = ''] = found;
    rest = rest.replace(whole, () => (inner.startsWith('SELECT ') ? '' : `‹${inner}›`));
  }
  return rest.replaceAll('‹', '(').replaceAll('›', ')');
}

function withoutBrackets(text: string): string {
  let rest = text;
  while (INNERMOST.test(rest)) rest = rest.replace(INNERMOST, '');
  return rest;
}

describe.each(PROJECTS)('every table is guarded: %s', (_, project) => {
  const given = [...ACCEPTED_QUERIES, ...readPairs().map(({ query }) => query)];
  test.each(given)('%s', (text) => {
    for (const stream of [undefined, 'csv'] as const) {
      const options = { project, text, nowMs: NOW_MS, ...(stream && { stream }) };
      const { pieces } = compileStatement(parseSelect(text), options);
      expect(texts(pieces).flatMap(unguarded)).toEqual([]);
    }
  });

  test('random statements', () => {
    const random = new RandomSource(seed());
    for (let count = scaled(300); count > 0; count -= 1) {
      const text = randomQuery(random);
      const { pieces } = compileStatement(parseSelect(text), { project, text, nowMs: NOW_MS });
      expect(texts(pieces).flatMap(unguarded), text).toEqual([]);
    }
  });

  test.each(INSIGHT_KINDS)('random insights: $kind', ({ draw }) => {
    const random = new SeededRandom(seed());
    for (let count = scaled(40); count > 0; count -= 1) {
      const query = draw(random, new Date(NOW_MS).toISOString());
      const version = openInsight({ kind: 'unknown', ...query });
      const prepared = prepareInsight(version, project, {}, { allowedOverrides: null, mayQuery: true });
      const plan = prepared.plan(NOW_MS);
      const statements = plan.kind === 'probe' ? [plan.statement] : plan.statements;
      for (const statement of statements) {
        const { pieces } = compileInsightStatement(statement, prepared, NOW_MS);
        expect(texts(pieces).flatMap(unguarded)).toEqual([]);
      }
    }
  });
});

test('a text without the condition is found', () => {
  const guard = 'equals(t1b.project_id, {team:UInt64})';
  const table = 'SELECT t1b.event AS c1 FROM app.events AS t1b';
  expect(unguarded(`${table} WHERE ${guard} AND (or(c1, c2)) GROUP BY c1`)).toEqual([]);
  expect(unguarded(`SELECT t2.c1 AS c2 FROM (${table} WHERE ${guard}) AS t2`)).toEqual([]);
  const broken = [
    `${table} LIMIT {limit:Int64}`,
    `${table} WHERE c1`,
    `${table} WHERE c1 AND ${guard}`,
    `${table} WHERE ${guard} OR c1`,
    `${table} WHERE not(${guard})`,
    `${table} WHERE ${guard.replace('t1b', 't2b')}`,
    `${table} INNER JOIN (SELECT t2.c3 AS c3 FROM q1 AS t2 WHERE ${guard}) AS t3 ON t3.c3`,
    `SELECT t2.c1 AS c2 FROM (${table}) AS t2 WHERE ${guard}`,
  ];
  for (const text of broken) expect(unguarded(text), text).toEqual(['app.events AS t1b']);
});

type FieldsOfScan = {
  readonly [Key in Extract<keyof GuardedScan<IrExpr>, string>]: GuardedScan<IrExpr>[Key];
};

test('no module but the guard can write a scan that is printed', () => {
  const fields: FieldsOfScan = {
    alias: 't2',
    innerAlias: 't1b',
    engineTable: 'events',
    final: false,
    columns: [],
    condition: { kind: 'word', word: 'NULL', type: NULL },
    found: undefined,
    kept: undefined,
  };
  // @ts-expect-error The brand is missing, and its symbol is not exported.
  const source: IrSource = { kind: 'flat', scan: fields };
  expect(source.kind).toBe('flat');
});
