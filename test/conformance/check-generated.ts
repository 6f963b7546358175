import type { Engine } from '../../src/adapters/engine/engine.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { randomQuery } from '../fixtures/compiler/random-query.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { RandomSource } from '../fixtures/random-source.ts';

/** A statement that the compiler or the engine refused. */
export interface RefusedStatement {
  readonly text: string;
  readonly sql?: string;
  readonly error: string;
}

const PROJECTS = [
  testProject(),
  testProject({ timezone: 'Asia/Tokyo', weekStartDay: 1, hasPersonOverrides: true }),
];

/**
 * Compiles `count` random statements (the compiler checks each emitted text itself) and lets the engine plan them.
 * @returns those that were refused, at most 20
 */
export async function checkGenerated(
  engine: Engine,
  count: number,
  seed: number,
): Promise<readonly RefusedStatement[]> {
  const random = new RandomSource(seed);
  const refused: RefusedStatement[] = [];
  for (let run = 0; run < count && refused.length < 20; run += 1) {
    const problem = await tryStatement(engine, randomQuery(random), run);
    if (problem) refused.push(problem);
  }
  return refused;
}

async function tryStatement(
  engine: Engine,
  text: string,
  run: number,
): Promise<RefusedStatement | undefined> {
  const project = PROJECTS[run % PROJECTS.length] ?? testProject();
  let sql: string | undefined;
  try {
    const compiled = compileStatement(parseSelect(text), { project, text });
    const rows = { limit: 10, offset: 0 };
    const { query } = bindStatement(compiled, { values: new Map(), nowMs: Date.UTC(2026, 0, 8), rows });
    sql = query.sql;
    await engine.command(`EXPLAIN ${sql}`, query.parameters);
    return undefined;
  } catch (error) {
    return { text, ...(sql !== undefined && { sql }), error: describe(error) };
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
