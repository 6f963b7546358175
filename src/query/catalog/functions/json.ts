import { arrayOf, FLOAT64, INT64, nullable, STRING, tupleOf, UINT8, UINT64, UNKNOWN } from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultContext, ResultRule } from '../function-row.ts';
import { parseEngineType, spellEngineType } from '../parse-engine-type.ts';
import { composites, scalars } from './define-rows.ts';
import { literalText } from './result-rules.ts';

const OPEN = Number.POSITIVE_INFINITY;

/** The type that the last argument names. */
function namedType(args: readonly DataType[], context: ResultContext): DataType {
  return parseEngineType(spellEngineType(literalText(context, args.length - 1) ?? '')) ?? UNKNOWN;
}

const named: ResultRule = (args, context) => namedType(args, context);

const isComposite = (type: DataType): boolean => ['array', 'map'].includes(type.kind);

export const JSON_FUNCTIONS: readonly FunctionRow[] = [
  ...scalars('isValidJSON', { arity: 1, args: ['string'], result: UINT8 }),
  ...scalars('JSONHas JSONExtractBool', { arity: [1, OPEN], args: ['json', 'any'], result: UINT8 }),
  ...scalars('JSONLength JSONExtractUInt', { arity: [1, OPEN], args: ['json', 'any'], result: UINT64 }),
  ...composites('JSONArrayLength', 1, ['json'], nullable(UINT64)),
  ...scalars('JSONType', {
    arity: [1, OPEN],
    args: ['json', 'any'],
    result: STRING,
    template: 'toString(JSONType($@))',
  }),
  ...scalars('JSONExtractInt', { arity: [1, OPEN], args: ['json', 'any'], result: INT64 }),
  ...scalars('JSONExtractFloat', { arity: [1, OPEN], args: ['json', 'any'], result: FLOAT64 }),
  ...scalars('JSONExtractString JSONExtractRaw', { arity: [1, OPEN], args: ['json', 'any'], result: STRING }),
  ...scalars('JSONExtractKey>JSONKey', { arity: [2, OPEN], args: ['json', 'any'], result: STRING }),
  ...scalars('JSONExtractKeys JSONExtractArrayRaw', {
    arity: [1, OPEN],
    args: ['json', 'any'],
    result: arrayOf(STRING),
    nulls: 'fill',
  }),
  ...scalars('JSONExtractKeysAndValuesRaw', {
    arity: [1, OPEN],
    args: ['json', 'any'],
    result: arrayOf(tupleOf([STRING, STRING])),
    nulls: 'fill',
  }),
  ...scalars('JSONExtractKeysAndValues', {
    arity: [2, OPEN],
    args: ['json', 'any'],
    result: (args, context) => arrayOf(tupleOf([STRING, namedType(args, context)])),
    nulls: 'fill',
    namesType: true,
    note: 'The last argument names the type of the values.',
  }),
  ...scalars('JSONExtract', {
    arity: [2, OPEN],
    args: ['json', 'any'],
    result: named,
    template: {
      shapes: { scalar: 'JSONExtract($@)', composite: "JSONExtract(ifNull($1, '')$2+)" },
      choose: (args, context) => (isComposite(namedType(args, context)) ? 'composite' : 'scalar'),
    },
    namesType: true,
    note: 'The last argument names the type of the result.',
  }),
  ...scalars('JSON_VALUE JSON_QUERY', { arity: 2, args: ['json', 'constant'], result: STRING }),
];
