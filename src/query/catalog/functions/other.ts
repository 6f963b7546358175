import { FLOAT64, nullable, STRING, UINT8, UNKNOWN } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { TRANSFORMED } from './argument-relations.ts';
import { composites, scalars } from './define-rows.ts';
import { allPositions, commonOfAll, elementOf, sameAs } from './result-rules.ts';

const NUMBERS = new Set(['bool', 'integer', 'float', 'decimal']);

/** True when the answers and the default are numbers of different kinds; the engine wants them to be of one type. */
function isMixed(answers: DataType | undefined, otherwise: DataType): boolean {
  const { kind } = elementOf(answers);
  return kind !== otherwise.kind && NUMBERS.has(kind) && NUMBERS.has(otherwise.kind);
}

/**
 * The type of `transform`: with three arguments it holds the value and the answers, with four the answers and default.
 */
const transformed: ResultRule = ([value = UNKNOWN, , answers, otherwise]) => {
  if (!otherwise) return commonType([value, elementOf(answers)]);
  if (isMixed(answers, otherwise)) return otherwise.nullable ? nullable(FLOAT64) : FLOAT64;
  return commonType([elementOf(answers), otherwise]);
};

export const OTHER: readonly FunctionRow[] = [
  ...scalars('isFinite isInfinite isNaN', 'number', UINT8),
  ...scalars('ifNotFinite', 'number, cast number', commonOfAll, { unify: allPositions }),
  ...scalars('bar', 'number, number, number, constant number?', STRING),
  ...scalars('transform', 'any, constant array, constant array, any?', transformed, {
    fits: TRANSFORMED,
    nulls: 'result',
    template: {
      shapes: {
        same: 'transform($1, $2, $3, $1)',
        otherwise: 'transform($1, $2, $3, $4)',
        mixed: "transform($1, $2, CAST($3, 'Array(Float64)'), toFloat64($4))",
      },
      choose: ([, , answers, otherwise]) => {
        if (!otherwise) return 'same';
        return isMixed(answers, otherwise) ? 'mixed' : 'otherwise';
      },
    },
    note: 'Value, list to find it in, list of answers, answer when it is not found (else the value).',
  }),
  ...scalars('formatReadableDecimalSize formatReadableSize formatReadableQuantity', 'number', STRING),
  ...scalars('formatReadableTimeDelta', 'cast number, constant text?', STRING, {
    refuses: [['date', 'datetime'], []],
  }),
  ...composites('sparkline', 'array or map', sameAs(0), { template: '$1', note: 'The list itself.' }),
  ...scalars('indexHint', 'any', UINT8, { nulls: 'result' }),
];
