import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { isAppError } from '../../src/base/errors.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { compileVersion } from '../../src/query/plan.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

// Every example of docs/dialect.md: plain ones compile and the engine plans them, `sql refused code` give that code.
// [SQL-8.1], [SQL-8.3].

interface Example {
  readonly line: number;
  readonly refusal: string | undefined;
  readonly text: string;
}

function readExamples(): readonly Example[] {
  const document = readFileSync(new URL('../../docs/dialect.md', import.meta.url), 'utf8');
  return [...document.matchAll(/^```sql(?: refused (\w+))?\n(.*?)^```$/gms)].map((match) => ({
    line: document.slice(0, match.index).split('\n').length,
    refusal: match[1],
    text: (match[2] ?? '').trim(),
  }));
}

const EXAMPLES = readExamples();
/** Values of the variables that the examples use. */
const VALUES: Readonly<Record<string, unknown>> = { event: 'buy', level: 0.9, days: 7, limit: 10 };

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

describe('examples of docs/dialect.md', () => {
  test('there are as many as fences', () => {
    const fences = readFileSync(new URL('../../docs/dialect.md', import.meta.url), 'utf8').match(/^```sql/gm);
    expect(EXAMPLES).toHaveLength(fences?.length ?? 0);
    expect(EXAMPLES.length).toBeGreaterThan(20);
  });

  test.each(EXAMPLES.filter(({ refusal }) => refusal === undefined))('line $line runs', async ({ text }) => {
    const project = testProject();
    const version = compileVersion({ kind: 'HogQLQuery', query: text }, {}, project);
    const variables = Object.fromEntries(version.variables.map(({ name }) => [name, VALUES[name]]));
    const options = { project, allowedOverrides: null, maxRows: 10 };
    const plan = version.prepare({ variables }, options).plan(Date.UTC(2026, 0, 8));
    if (plan.kind !== 'table') throw new Error('a SQL query answers a table');
    await engine.command(`EXPLAIN ${plan.query.sql}`, plan.query.parameters);
  });

  test.each(EXAMPLES.filter(({ refusal }) => refusal !== undefined))(
    'line $line is $refusal',
    ({ text, refusal }) => {
      expect(codeOf(() => compileStatement(parseSelect(text), { project: testProject(), text }))).toBe(
        refusal,
      );
    },
  );
});

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}
