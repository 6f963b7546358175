import { expect, test } from 'vitest';
import { compileInsightStatement } from '../../src/query/compile-insight-version.ts';
import { openInsight, prepareInsight, statementsOf } from '../../src/query/insights/insight-version.ts';
import type { SelectStatement } from '../../src/query/language/ast.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { projectOf } from '../fixtures/insight-lab.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';
import { generateWorld } from '../oracle/generate-world.ts';

// Parts of the dialect texts without holes are shared by all queries that are made of them, so nobody may change a
// node.

const QUERIES = 25;
const OPTIONS = { allowedOverrides: null };

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test.each(INSIGHT_KINDS)('compiling $kind changes no node of its statements', ({ draw }) => {
  const { world } = generateWorld(1);
  const project = projectOf(world, 1, { hasPersonOverrides: true });
  const random = new SeededRandom(7);
  for (let at = 0; at < QUERIES; at += 1) {
    const query = draw(random, new Date(world.nowMs).toISOString());
    const prepared = prepareInsight(openInsight({ kind: 'unknown', ...query }), project, {}, OPTIONS);
    const statements: readonly SelectStatement[] = frozen(statementsOf(prepared.plan(world.nowMs)));
    for (const statement of statements)
      expect(() => compileInsightStatement(statement, prepared, world.nowMs)).not.toThrow();
  }
});
