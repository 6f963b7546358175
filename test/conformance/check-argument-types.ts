import type { Engine } from '../../src/adapters/engine/engine.ts';
import { EngineException } from '../../src/adapters/engine/engine-error.ts';
import { AppError } from '../../src/base/errors.ts';
import { FUNCTION_ROWS } from '../../src/query/catalog/functions/function-table.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { type CompiledStatement, compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { TYPED_ROWS, typedCalls } from '../fixtures/typed-calls.ts';

/** ILLEGAL_TYPE_OF_ARGUMENT, ILLEGAL_COLUMN, TYPE_MISMATCH, NO_COMMON_TYPE: about types, whatever the values are. */
const TYPE_ERRORS: ReadonlySet<number> = new Set([43, 44, 53, 386]);
/** Values of the right type that the engine reports as if the type were wrong. */
const OF_VALUES = /Invalid H3 index/;

/** A call that compiles and that the engine refuses because of its types. */
export interface WronglyAccepted {
  readonly call: string;
  readonly error: string;
}

export interface JudgedCalls {
  readonly tried: number;
  readonly refused: number;
  readonly wronglyAccepted: readonly WronglyAccepted[];
}

/**
 * Calls every function of the table with values of every type on the engine.
 * @param step of the calls of all functions every so many are tried
 */
export async function checkArgumentTypes(engine: Engine, step: number): Promise<JudgedCalls> {
  const rows = FUNCTION_ROWS.filter((row) => !row.internal);
  const calls = rows.flatMap(typedCalls).filter((_, at) => at % step === 0);
  const accepted = calls.filter((call) => compiles([call]) !== undefined);
  const wronglyAccepted: WronglyAccepted[] = [];
  for (let at = 0; at < accepted.length; at += AT_ONCE)
    wronglyAccepted.push(...(await refusedOf(engine, accepted.slice(at, at + AT_ONCE))));
  return { tried: calls.length, refused: calls.length - accepted.length, wronglyAccepted };
}

const AT_ONCE = 16;

/** All at once, and when that fails each half alone, until the call that fails is found. */
async function refusedOf(engine: Engine, calls: readonly string[]): Promise<readonly WronglyAccepted[]> {
  const compiled = compiles(calls);
  if (compiled === undefined) return halves(engine, calls);
  try {
    await run(engine, compiled);
    return [];
  } catch (error) {
    if (calls.length > 1) return halves(engine, calls);
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof EngineException)) throw error;
    const isOfTypes = TYPE_ERRORS.has(cause.engineCode) && !OF_VALUES.test(cause.message);
    return isOfTypes ? [{ call: calls[0] ?? '', error: cause.message.slice(0, 200) }] : [];
  }
}

export async function run(engine: Engine, compiled: CompiledStatement): Promise<void> {
  const rows = { limit: 10, offset: 0 };
  const { query } = bindStatement(compiled, { values: new Map(), nowMs: Date.UTC(2026, 0, 8), rows });
  await engine.query(queryOf(query.sql, { parameters: query.parameters }));
}

/** True for a statement that compiles and that the engine runs. @throws what refuses it */
export async function runs(engine: Engine, text: string): Promise<true> {
  await run(engine, compileStatement(parseSelect(text), { project: PROJECT, text }));
  return true;
}

async function halves(engine: Engine, calls: readonly string[]): Promise<readonly WronglyAccepted[]> {
  const middle = Math.ceil(calls.length / 2);
  const first = await refusedOf(engine, calls.slice(0, middle));
  return [...first, ...(await refusedOf(engine, calls.slice(middle)))];
}

const PROJECT = testProject();

/** The calls as one statement, or undefined when it is refused; a refusal is told by one error. */
export function compiles(calls: readonly string[]): CompiledStatement | undefined {
  const text = `SELECT ${calls.join(', ')} FROM ${TYPED_ROWS}`;
  try {
    return compileStatement(parseSelect(text), { project: PROJECT, text });
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
}
