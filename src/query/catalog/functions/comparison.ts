import type { CompareOperator } from '../../language/ast.ts';
import { BOOL, nullable, UINT8 } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { SHARED_TYPE } from './argument-relations.ts';
import { type RowExtras, scalars } from './define-rows.ts';
import { allPositions } from './result-rules.ts';

/**
 * The type of AND, OR and the like: Bool when an argument is Bool and none is nullable, else UInt8, as in the engine.
 */
const logical: ResultRule = (args) =>
  args.some((arg) => arg.kind === 'bool') && !args.some((arg) => arg.nullable) ? BOOL : UINT8;

const exclusive: ResultRule = (args) => (args.some((arg) => arg.kind === 'bool') ? BOOL : UINT8);

const negation: ResultRule = ([arg]) => (arg?.kind === 'bool' ? BOOL : UINT8);

/** Positions of the values in `multiIf(c1, a, c2, b, otherwise)`. */
const branches = (count: number): readonly number[] =>
  allPositions(count).filter((position) => position % 2 === 1 || position === count - 1);

const branchType: ResultRule = (args) => commonType(args.filter((_, i) => branches(args.length).includes(i)));

/** The type of the largest value: the engine answers a number for Bools too. */
const largest: ResultRule = (args) => {
  const type = commonType(args);
  if (type.kind !== 'bool') return type;
  return type.nullable ? nullable(UINT8) : UINT8;
};

function operators(
  names: Readonly<Record<string, CompareOperator>>,
  takes: string,
  extras?: RowExtras,
): FunctionRow[] {
  return Object.entries(names).flatMap(([name, operator]) =>
    scalars(name, takes, UINT8, { ...extras, operator }),
  );
}

const connective = (
  name: NonNullable<FunctionRow['connective']>,
  takes: string,
  result: ResultRule,
): FunctionRow[] => scalars(name, takes, result, { connective: name });

export const COMPARISON: readonly FunctionRow[] = [
  ...operators(
    {
      equals: '==',
      notEquals: '!=',
      less: '<',
      greater: '>',
      lessOrEquals: '<=',
      greaterOrEquals: '>=',
    },
    'any, any',
  ),
  ...operators({ in: 'in', notIn: 'not in' }, 'any, any', {
    nulls: 'result',
    note: 'NULL is in a list that holds NULL.',
  }),
  ...operators(
    { like: 'like', ilike: 'ilike', notLike: 'not like', notILike: 'not ilike' },
    'string, string',
  ),
  ...connective('and', 'bool, bool...', logical),
  ...connective('or', 'bool, bool...', logical),
  ...connective('xor', 'bool, bool...', exclusive),
  ...connective('not', 'bool', negation),
  ...scalars(
    'if',
    'condition, any, any',
    ([, then, otherwise]) => commonType([then, otherwise].filter((type) => type !== undefined)),
    { nulls: 'result', unify: () => [1, 2] },
  ),
  ...scalars('multiIf', 'condition, any, any...', branchType, {
    parity: 'odd',
    nulls: 'result',
    unify: branches,
    branches: true,
    note: 'Conditions and values in turn, then the value for "none of these".',
  }),
  ...scalars('greatest least', 'any, any...', largest, { unify: allPositions, fits: SHARED_TYPE }),
];
