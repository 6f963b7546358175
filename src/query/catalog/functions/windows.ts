import { nullable, UINT64, UNKNOWN } from '../build-type.ts';
import { commonType } from '../common-type.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { NEVER_NULL } from './argument-relations.ts';
import { windows } from './define-rows.ts';
import { sameAs } from './result-rules.ts';

/** The type of a value of another row, or of the default where there is no such row. */
const withDefault: ResultRule = ([value = UNKNOWN, , otherwise]) =>
  otherwise ? commonType([value, otherwise]) : value;

const valueAndDefault = (count: number): readonly number[] => (count === 3 ? [0, 2] : []);

export const WINDOWS: readonly FunctionRow[] = [
  ...windows('rank dense_rank row_number', '', UINT64, { nulls: 'result' }),
  ...windows('ntile', 'constant', UINT64, { nulls: 'result', template: 'ntile(toUInt64($1))' }),
  ...windows('first_value last_value', 'any', sameAs(0)),
  ...windows('nth_value', 'any, integer', sameAs(0)),
  ...windows('lagInFrame leadInFrame', 'any, constant?, any?', withDefault, {
    unify: valueAndDefault,
    note: 'Looks at the rows of the frame only; before the first row it answers the default of the type.',
  }),
  ...windows(
    'lag>lagInFrame',
    'any, constant?, any?',
    (args, context) => nullable(withDefault(args, context)),
    {
      unify: valueAndDefault,
      refuses: [NEVER_NULL, []],
      template: 'lagInFrame(toNullable($1)$2+)',
      frame: 'partition',
    },
  ),
  ...windows(
    'lead>leadInFrame',
    'any, constant?, any?',
    (args, context) => nullable(withDefault(args, context)),
    {
      unify: valueAndDefault,
      refuses: [NEVER_NULL, []],
      template: 'leadInFrame(toNullable($1)$2+)',
      frame: 'partition',
    },
  ),
];
