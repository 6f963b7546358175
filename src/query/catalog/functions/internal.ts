import { nullable, STRING } from '../build-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { parseEngineType } from '../parse-engine-type.ts';
import { scalars } from './define-rows.ts';
import { literalText } from './result-rules.ts';

const namedType: ResultRule = (_, context) =>
  nullable(parseEngineType(literalText(context, 1) ?? '') ?? STRING);

/** Functions that only the program's own trees may call: insights, filters and lowered property accesses. */
export const INTERNAL: readonly FunctionRow[] = [
  ...scalars('accurateCastOrNull', {
    arity: 2,
    args: ['any', 'type name'],
    result: namedType,
    nulls: 'result',
    internal: true,
  }),
];
