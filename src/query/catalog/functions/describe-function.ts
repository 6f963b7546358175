import {
  arrayOf,
  dateTime64,
  decimal,
  FLOAT64,
  INT64,
  interval,
  mapOf,
  STRING,
  stateOf,
  tupleOf,
  UINT8,
  UNKNOWN,
  UUID,
} from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import { engineTypeName } from '../engine-type-name.ts';
import type { ArgumentPattern, FunctionRow } from '../function-row.ts';
import { patternAt } from './pattern-at.ts';
import { resultType } from './result-rules.ts';

/** Two types that an argument may have, to see whether the result follows it. */
const EXAMPLES: Readonly<Record<ArgumentPattern, readonly [DataType, DataType]>> = {
  any: [INT64, dateTime64(6, 'UTC')],
  'stored value': [INT64, dateTime64(6, 'UTC')],
  number: [INT64, decimal(18, 3)],
  'number or date': [INT64, dateTime64(6, 'UTC')],
  'cast number': [INT64, decimal(18, 3)],
  whole: [INT64, UINT8],
  amount: [INT64, UINT8],
  integer: [INT64, UINT8],
  string: [STRING, STRING],
  bool: [UINT8, UINT8],
  condition: [UINT8, UINT8],
  date: [dateTime64(6, 'UTC'), dateTime64(6, 'UTC')],
  'date or seconds': [dateTime64(6, 'UTC'), INT64],
  interval: [interval('Day'), interval('Month')],
  array: [arrayOf(INT64), arrayOf(STRING)],
  'array or map': [arrayOf(INT64), arrayOf(STRING)],
  'text or array': [STRING, STRING],
  'array or lambda': [arrayOf(INT64), arrayOf(FLOAT64)],
  map: [mapOf(STRING, INT64), mapOf(STRING, STRING)],
  tuple: [tupleOf([INT64, INT64]), tupleOf([FLOAT64, STRING])],
  'tuple or array': [tupleOf([INT64, INT64]), arrayOf(tupleOf([FLOAT64, STRING]))],
  lambda: [
    { kind: 'lambda', nullable: false, result: UINT8 },
    { kind: 'lambda', nullable: false, result: STRING },
  ],
  state: [stateOf('sum, Int64', INT64), stateOf('min, String', STRING)],
  uuid: [UUID, UUID],
  json: [STRING, STRING],
  text: [STRING, INT64],
  constant: [STRING, INT64],
  'constant text': [STRING, STRING],
  'constant number': [INT64, FLOAT64],
  'constant array': [arrayOf(INT64), arrayOf(STRING)],
  zone: [STRING, STRING],
  literal: [STRING, INT64],
  scale: [INT64, INT64],
  rings: [INT64, INT64],
  'type name': [STRING, STRING],
};

/** Longer lists of arguments are shortened. */
const MOST_SHOWN = 8;

/** How a function is called: `f(p)(a, [b], ...)`. `[x]` may be left out, `...` may be repeated. */
export function signatureOf(row: FunctionRow): string {
  const isLong = row.max > MOST_SHOWN;
  // A row whose patterns depend on the number of arguments is shown with those of its shortest call.
  const args = Array.from({ length: isLong ? Math.max(row.min, 1) : row.max }, (_, i) => {
    const pattern = patternAt(row, i, i < row.min ? row.min : i + 1);
    return i < row.min ? pattern : `[${pattern}]`;
  });
  const rest = isLong ? ['...'] : [];
  const params = row.params
    ? `(${row.params[0] > 0 ? 'constant' : '[constant]'}${row.params[1] > 1 ? ', ...' : ''})`
    : '';
  return `${row.name}${params}(${[...args, ...rest].join(', ')})`;
}

/** The engine's type of the result when both examples of the arguments give the same; null where it follows them. */
export function answeredType(row: FunctionRow): string | null {
  const names = [0, 1].map((choice) => {
    const count = Math.max(row.min, Math.min(row.max, 2));
    const types = Array.from(
      { length: count },
      (_, i) => EXAMPLES[patternAt(row, i, count)][choice] ?? UNKNOWN,
    );
    const type = resultType(row, types, { zone: 'UTC', literals: [], parameterCount: 0 });
    return withoutZone(engineTypeName(type));
  });
  const [first = '', second] = names;
  return first === second && !first.includes('Dynamic') ? first : null;
}

/** `DateTime64(6, 'UTC')` → `DateTime64(6)`: the name of a type where the zone is that of each project. */
export function withoutZone(typeName: string): string {
  return typeName.replace(/, 'UTC'|\('UTC'\)/g, '');
}
