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
} from '../src/query/catalog/build-type.ts';
import type { DataType } from '../src/query/catalog/data-type.ts';
import { engineTypeName } from '../src/query/catalog/engine-type-name.ts';
import type { ArgumentPattern, FunctionRow } from '../src/query/catalog/function-row.ts';
import { FUNCTION_FAMILIES } from '../src/query/catalog/functions/function-table.ts';
import { patternAt } from '../src/query/catalog/functions/pattern-at.ts';
import { resultType } from '../src/query/catalog/functions/result-rules.ts';

const INTRODUCTION = `# Functions

Every function that a query may call. Any other name is refused with \`unknown_function\` and the nearest names.

- **Arguments**: \`[x]\` may be left out, \`...\` may be repeated. \`f(p)(x)\` has parameters \`p\` before its arguments.
- *constant* is a literal or a variable, *literal* stands in the text itself, *zone* is the name of a time zone and is the
  project's when left out. An *amount* is a whole number, and a variable there has a value. A text property is converted
  where a number, a truth value or a date is asked for; a *stored value* is its text, whatever the project defines.
- **Answers**: the engine's type for arguments without NULL; "as its arguments" where it follows them. A NULL argument
  gives NULL, except for functions whose purpose is NULL, aggregates that count or collect, and those that answer an array.
- Names may be written in any case: \`COUNT\`, \`dateDiff\` and \`datediff\`.
- *unstable*: two calls on the same rows may differ, because rows have no order or the answer is an estimate.

This page is generated from \`src/query/catalog/functions\`.
`;

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

/** `f(p)(a, [b], ...)` */
function signature(row: FunctionRow): string {
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

/** The type of the result when it is the same for both examples of the arguments. */
function answer(row: FunctionRow): string {
  const names = [0, 1].map((choice) => {
    const count = Math.max(row.min, Math.min(row.max, 2));
    const types = Array.from(
      { length: count },
      (_, i) => EXAMPLES[patternAt(row, i, count)][choice] ?? UNKNOWN,
    );
    const type = resultType(row, types, { zone: 'UTC', literals: [], parameterCount: 0 });
    return engineTypeName(type).replace(/, 'UTC'|\('UTC'\)/g, '');
  });
  const [first = '', second] = names;
  return first === second && !first.includes('Dynamic') ? `\`${first}\`` : 'as its arguments';
}

function notes(row: FunctionRow): string {
  const parts = [row.deterministic ? '' : 'unstable', row.note ?? ''];
  return parts.filter((part) => part !== '').join('; ');
}

const escaped = (text: string): string => text.replaceAll('|', '\\|');

function line(row: FunctionRow): string {
  return `| \`${escaped(signature(row))}\` | ${escaped(answer(row))} | ${escaped(notes(row))} |`;
}

/** The text of docs/functions.md: the introduction, and one table per family. */
export function functionsDocument(): string {
  const families = [...FUNCTION_FAMILIES].map(([family, rows]) => {
    const callable = rows.filter((row) => !row.internal);
    if (callable.length === 0) return '';
    return [`## ${family}\n`, '| call | answers | notes |', '|---|---|---|', ...callable.map(line), ''].join(
      '\n',
    );
  });
  return [INTRODUCTION, ...families.filter((text) => text !== '')].join('\n');
}
