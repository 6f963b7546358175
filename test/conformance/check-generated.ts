import type { Engine } from '../../src/adapters/engine/engine.ts';
import { EngineException } from '../../src/adapters/engine/engine-error.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { comparableType } from '../fixtures/compiler/comparable-type.ts';
import { randomQuery } from '../fixtures/compiler/random-query.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { RandomSource } from '../fixtures/random-source.ts';

/**
 * A statement that was refused, or whose columns are not of the declared types. A declared NULL may be missing: the
 * engine drops the branches of constant conditions before it gives types.
 */
export interface RefusedStatement {
  readonly text: string;
  readonly sql?: string;
  readonly error: string;
}

const PROJECTS = [
  testProject(),
  testProject({ timezone: 'Asia/Tokyo', weekStartDay: 1, hasPersonOverrides: true }),
];

const AT_ONCE = 4;

/**
 * Compiles `count` random statements (the compiler checks each emitted text itself) and runs them on the empty tables
 * of project 1.
 * @returns those that failed; stops after about 20
 */
export async function checkGenerated(
  engine: Engine,
  count: number,
  seed: number,
): Promise<readonly RefusedStatement[]> {
  const random = new RandomSource(seed);
  const refused: RefusedStatement[] = [];
  for (let run = 0; run < count && refused.length < 20; run += AT_ONCE) {
    const texts = Array.from({ length: Math.min(AT_ONCE, count - run) }, () => randomQuery(random));
    const problems = await Promise.all(texts.map((text, at) => tryStatement(engine, text, run + at)));
    refused.push(...problems.filter((problem) => problem !== undefined));
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
    const answer = await engine.query(queryOf(sql, { parameters: query.parameters }));
    const types = compiled.columns.map((column) => column.type);
    const actual = answer.columns.map((column, at) => comparableType(column.type, types[at] ?? ''));
    const isDeclared = actual.every((type, at) => type === types[at] || `Nullable(${type})` === types[at]);
    return isDeclared
      ? undefined
      : { text, sql, error: `declared ${types.join('; ')}, answered ${actual.join('; ')}` };
  } catch (error) {
    if (isRefusedValue(error)) return undefined;
    return { text, ...(sql !== undefined && { sql }), error: describe(error) };
  }
}

/** Constants are computed: a value that the engine refuses is no defect of the statement. */
const isRefusedValue = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof EngineException &&
  VALUE_ERRORS.has(error.cause.engineCode);

/**
 * PARAMETER_OUT_OF_BOUND, ARGUMENT_OUT_OF_BOUND, CANNOT_CONVERT_TYPE, INCORRECT_DATA, TOO_LARGE_ARRAY_SIZE,
 * TOO_LARGE_STRING_SIZE, ZERO_ARRAY_OR_TUPLE_INDEX, ILLEGAL_DIVISION, DECIMAL_OVERFLOW.
 */
const VALUE_ERRORS: ReadonlySet<number> = new Set([12, 69, 70, 117, 128, 131, 135, 153, 407]);

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
