import { expect, test } from 'vitest';
import { refusalOfQueryText } from '../../src/adapters/engine/refusal-of-query-text.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../../src/query/catalog/functions/allowed-engine-functions.ts';
import { FUNCTION_ROWS } from '../../src/query/catalog/functions/function-table.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { mismatches } from '../fixtures/call-samples.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { sampleCalls } from '../fixtures/function-samples.ts';

// The front's token check and the compiler's self-check are made apart on purpose. What the compiler prints must pass
// both, with the functions that the service allows.
// [ENG-4.1].

test.each(ACCEPTED_QUERIES)('%s', (text) => {
  const project = testProject({ timezone: 'Asia/Tokyo', hasPersonOverrides: true });
  const compiled = compileStatement(parseSelect(text), { project, text });
  const rows = { limit: 100, offset: 0 };
  const { query } = bindStatement(compiled, { values: new Map(), nowMs: Date.UTC(2026, 0, 8), rows });
  expect(refusalOfQueryText(query.sql, ALLOWED_ENGINE_FUNCTIONS)).toBeUndefined();
});

test('every call of the function table', async () => {
  const expressions: string[] = [];
  await mismatches(FUNCTION_ROWS.flatMap(sampleCalls), false, async (some) => {
    expressions.push(...some);
    return some.map(() => 'String');
  });
  expect(expressions.length).toBeGreaterThanOrEqual(FUNCTION_ROWS.length);
  const refusals = expressions.map((expression) =>
    refusalOfQueryText(`SELECT ${expression} AS c1 FROM numbers(1)`, ALLOWED_ENGINE_FUNCTIONS),
  );
  expect(new Set(refusals)).toEqual(new Set([undefined]));
});
