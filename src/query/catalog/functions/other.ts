import { STRING, UINT8, UNKNOWN } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { scalars } from './define-rows.ts';
import { allPositions, commonOfAll, elementOf } from './result-rules.ts';

/** Three arguments keep the type of the value, four take that of the answers. */
const transformed: ResultRule = ([value = UNKNOWN, , answers, otherwise]) =>
  otherwise ? commonType([elementOf(answers), otherwise]) : commonType([value, elementOf(answers)]);

export const OTHER: readonly FunctionRow[] = [
  ...scalars('isFinite isInfinite isNaN', { arity: 1, args: ['number'], result: UINT8 }),
  ...scalars('ifNotFinite', { arity: 2, args: ['number'], result: commonOfAll, unify: allPositions }),
  ...scalars('bar', { arity: [3, 4], args: ['number', 'number', 'number', 'constant'], result: STRING }),
  ...scalars('transform', {
    arity: [3, 4],
    args: ['any', 'array', 'array', 'any'],
    result: transformed,
    nulls: 'result',
    template: {
      shapes: {
        same: 'transform($1, $2, $3, $1)',
        otherwise: 'transform($1, $2, $3, $4)',
        mixed: 'transform($1, $2, arrayMap(x -> CAST(x, $t), $3), CAST($4, $t))',
      },
      choose: ([, , answers, otherwise]) => {
        if (!otherwise) return 'same';
        return elementOf(answers).kind === otherwise.kind ? 'otherwise' : 'mixed';
      },
    },
    note: 'Value, list to find it in, list of answers, answer when it is not found (else the value).',
  }),
  ...scalars('formatReadableDecimalSize formatReadableSize formatReadableQuantity', {
    arity: 1,
    args: ['number'],
    result: STRING,
  }),
  ...scalars('formatReadableTimeDelta', { arity: [1, 2], args: ['number', 'constant'], result: STRING }),
  ...scalars('indexHint', { arity: 1, result: UINT8, nulls: 'result' }),
];
