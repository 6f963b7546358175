import { notNull, nullable, stateOf, UNKNOWN } from '../build-type.ts';
import { engineTypeName } from '../engine-type-name.ts';
import type { ArgumentPattern, FunctionRow, ResultRule } from '../function-row.ts';
import { PLAIN_AGGREGATES } from './aggregates.ts';
import { resultType } from './result-rules.ts';

/** Rows for the forms of aggregates are written out; nothing parses the engine's suffixes out of a name. */

/** `sumIf(x, condition)`: only rows for which the condition is true. */
function ifForm(row: FunctionRow): FunctionRow {
  const { argsByCount, template, distinct: _, ...rest } = row;
  return {
    ...rest,
    name: `${row.name}If`,
    engine: `${row.engine}If`,
    min: row.min + 1,
    max: row.max + 1,
    last: 'condition',
    ...(argsByCount && { argsByCount: conditionalArgs(argsByCount) }),
    ...(template === undefined ? {} : { template: ifTemplate(row, template) }),
    result: conditionalType(row),
    nulls: 'result',
  };
}

/** The patterns of each call, which has a condition more. */
const conditionalArgs = (
  argsByCount: NonNullable<FunctionRow['argsByCount']>,
): Record<number, readonly ArgumentPattern[]> =>
  Object.fromEntries(Object.entries(argsByCount).map(([count, args]) => [Number(count) + 1, args]));

/** Nullable like the result of the plain form, whatever the condition is; a tuple is never nullable. */
function conditionalType(row: FunctionRow): ResultRule {
  return (types, context) => {
    const values = types.slice(0, -1);
    const type = row.result(values, context);
    const isNullable =
      row.nulls === 'propagate' && type.kind !== 'tuple' && values.some((each) => each.nullable);
    return isNullable ? nullable(type) : type;
  };
}

/** `f($1, g($2))` → `fIf($1, g($2), $3)`; a shape that ends in `$2+` already prints the condition. */
function ifTemplate(
  row: FunctionRow,
  template: NonNullable<FunctionRow['template']>,
): NonNullable<FunctionRow['template']> {
  const changed = (shape: string): string => {
    const named = shape.replace(`${row.engine}(`, `${row.engine}If(`);
    return named.endsWith('+)') ? named : `${named.slice(0, -1)}, $${row.max + 1})`;
  };
  if (typeof template === 'string') return changed(template);
  return {
    shapes: Object.fromEntries(
      Object.entries(template.shapes).map(([name, shape]) => [name, changed(shape)]),
    ),
    choose: (args, context) => template.choose(args.slice(0, -1), context),
  };
}

const stateType =
  (row: FunctionRow): ResultRule =>
  (args, context) =>
    stateOf([row.engine, ...args.map(engineTypeName)].join(', '), resultType(row, args, context));

/** The engine drops NULL before it comes to the condition: the state is that of values without NULL. */
function stateIfForm(row: FunctionRow): FunctionRow {
  const state = stateForm(row);
  const result: ResultRule = (types, context) => state.result(types.slice(0, -1).map(notNull), context);
  return { ...ifForm(state), result };
}

function stateForm(row: FunctionRow): FunctionRow {
  const max = STATE_OF_MAP.has(row.name) ? 1 : row.max;
  return {
    ...row,
    max,
    name: `${row.name}State`,
    engine: `${row.engine}State`,
    result: stateType(row),
    nulls: 'result',
  };
}

function mergeForm(row: FunctionRow): FunctionRow {
  return {
    ...row,
    name: `${row.name}Merge`,
    engine: `${row.engine}Merge`,
    min: 1,
    max: 1,
    args: ['state'],
    result: ([state]) => (state?.kind === 'state' ? state.result : UNKNOWN),
    nulls: 'result',
  };
}

const STATEFUL = new Set('count sum avg uniq uniqExact argMin argMax sumMap avgMap uniqMap'.split(' '));

/** Aggregates whose states of two arrays have versions in their types, so that only states of maps are offered. */
const STATE_OF_MAP = new Set(['sumMap']);

const stateful = PLAIN_AGGREGATES.filter((row) => STATEFUL.has(row.name));

export const AGGREGATE_FORMS: readonly FunctionRow[] = [
  ...PLAIN_AGGREGATES.map(ifForm),
  ...stateful.map(stateForm),
  ...stateful.map(stateIfForm),
  ...stateful.map(mergeForm),
  ...stateful.map(mergeForm).map(ifForm),
];
