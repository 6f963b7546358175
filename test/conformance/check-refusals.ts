import type { Engine } from '../../src/adapters/engine/engine.ts';
import { EngineException } from '../../src/adapters/engine/engine-error.ts';
import type { ArgumentPattern, FunctionRow } from '../../src/query/catalog/function-row.ts';
import { FUNCTION_ROWS } from '../../src/query/catalog/functions/function-table.ts';
import type { CompiledStatement } from '../../src/query/compiler/compile.ts';
import { typedCalls } from '../fixtures/typed-calls.ts';
import { compiles, run } from './check-argument-types.ts';

/** Calls that the engine would run and that stay refused: each class with its reason. */
const REFUSED_ON_PURPOSE: readonly RegExp[] = [
  // A text or number that the engine would take for a moment by rules of its own; toDateTime() says which.
  /^(?:add|subtract|date|timeStamp|toStartOf|tumble|hop|toUnixTimestamp64)\w*\(/i,
  // What is no text is printed as one and parsed again, which finds nothing.
  /^parseDateTime\(/,
  // Computing with the parts of a tuple has no type that the compiler knows.
  /^(?:modulo|moduloOrZero|positiveModulo)\(.*\btup\b/,
  // The number behind a moment; toUnixTimestamp() says so.
  /^toDecimal\(t,/,
  // Answers of several types, of which a column can hold one.
  /^ifNotFinite\(/,
  // A picture of one number, and an ellipse at a date.
  /^sparkline\(|^pointInEllipses\(/,
];

export interface JudgedRefusals {
  /** Refused calls that the engine was asked about. */
  readonly judged: number;
  /** Calls that are refused and that the engine would run, without those that are refused on purpose. */
  readonly wronglyRefused: readonly string[];
}

/**
 * Has the engine run calls that are refused because of their types, lowered as if their rows took everything.
 * @param step of the calls of all functions every so many are tried
 */
export async function checkRefusals(engine: Engine, step: number): Promise<JudgedRefusals> {
  const rows = FUNCTION_ROWS.filter((row) => !row.internal);
  const calls = rows.flatMap((row) => typedCalls(row).map((call) => ({ row, call })));
  const refused = calls.filter(({ call }, at) => at % step === 0 && compiles([call]) === undefined);
  let judged = 0;
  const wronglyRefused: string[] = [];
  for (const { row, call } of refused) {
    const compiled = compilesOpenly(row, call);
    if (compiled === undefined) continue;
    judged += 1;
    const isMeant = REFUSED_ON_PURPOSE.some((pattern) => pattern.test(call));
    if (!isMeant && (await engineRuns(engine, compiled))) wronglyRefused.push(call);
  }
  return { judged, wronglyRefused };
}

async function engineRuns(engine: Engine, compiled: CompiledStatement): Promise<boolean> {
  try {
    await run(engine, compiled);
    return true;
  } catch (error) {
    if (error instanceof Error && error.cause instanceof EngineException) return false;
    throw error;
  }
}

/** Patterns that the printed shape depends on, and those that take every type. */
const KEPT: ReadonlySet<ArgumentPattern> = new Set([
  'text',
  'stored value',
  'constant',
  'constant text',
  'constant number',
  'constant array',
  'zone',
  'literal',
  'scale',
  'rings',
  'type name',
]);

const opened = (pattern: ArgumentPattern): ArgumentPattern => (KEPT.has(pattern) ? pattern : 'any');

/** The call as it compiles while its row takes every type. Compiling waits for nothing: nobody else sees such a row. */
function compilesOpenly(row: FunctionRow, call: string): CompiledStatement | undefined {
  const { args, argsByCount, last, branches, refuses, fits } = row;
  Object.assign(row, {
    args: args?.map(opened),
    argsByCount:
      argsByCount && Object.fromEntries(Object.entries(argsByCount).map(([n, of]) => [n, of.map(opened)])),
    last: last && opened(last),
    branches: undefined,
    refuses: undefined,
    fits: undefined,
  });
  try {
    return compiles([call]);
  } finally {
    Object.assign(row, { args, argsByCount, last, branches, refuses, fits });
  }
}
