import { arrayOf, FLOAT64, INT64, nullable, STRING, tupleOf, UINT8, UINT64, UNKNOWN } from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultContext, ResultRule } from '../function-row.ts';
import { parseEngineType, spellEngineType } from '../parse-engine-type.ts';
import { composites, scalars } from './define-rows.ts';
import { literalText } from './result-rules.ts';

/** The type that the last argument names. */
function namedType(args: readonly DataType[], context: ResultContext): DataType {
  return parseEngineType(spellEngineType(literalText(context, args.length - 1) ?? '')) ?? UNKNOWN;
}

const named: ResultRule = (args, context) => namedType(args, context);

const isComposite = (type: DataType): boolean => ['array', 'map'].includes(type.kind);

export const JSON_FUNCTIONS: readonly FunctionRow[] = [
  ...scalars('isValidJSON', 'string', UINT8),
  ...scalars('JSONHas JSONExtractBool', 'json, any...?', UINT8),
  ...scalars('JSONLength JSONExtractUInt', 'json, any...?', UINT64),
  ...composites('JSONArrayLength', 'json', nullable(UINT64)),
  ...scalars('JSONType', 'json, any...?', STRING, { template: 'toString(JSONType($@))' }),
  ...scalars('JSONExtractInt', 'json, any...?', INT64),
  ...scalars('JSONExtractFloat', 'json, any...?', FLOAT64),
  ...scalars('JSONExtractString JSONExtractRaw', 'json, any...?', STRING),
  ...scalars('JSONExtractKey>JSONKey', 'json, any...', STRING),
  ...scalars('JSONExtractKeys JSONExtractArrayRaw', 'json, any...?', arrayOf(STRING), { nulls: 'fill' }),
  ...scalars('JSONExtractKeysAndValuesRaw', 'json, any...?', arrayOf(tupleOf([STRING, STRING])), {
    nulls: 'fill',
  }),
  ...scalars(
    'JSONExtractKeysAndValues',
    'json, any...',
    (args, context) => arrayOf(tupleOf([STRING, namedType(args, context)])),
    { nulls: 'fill', namesType: true, note: 'The last argument names the type of the values.' },
  ),
  ...scalars('JSONExtract', 'json, any...', named, {
    template: {
      shapes: { scalar: 'JSONExtract($@)', composite: "JSONExtract(ifNull($1, '')$2+)" },
      choose: (args, context) => (isComposite(namedType(args, context)) ? 'composite' : 'scalar'),
    },
    namesType: true,
    note: 'The last argument names the type of the result.',
  }),
  ...scalars('JSON_VALUE JSON_QUERY', 'json, constant', STRING),
];
