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

/** A step of a path is a text or a whole number. */
const PATH: FunctionRow['refuses'] = [
  [],
  ['float', 'decimal', 'date', 'datetime', 'uuid', 'interval', 'array', 'map', 'tuple', 'state'],
];

export const JSON_FUNCTIONS: readonly FunctionRow[] = [
  ...scalars('isValidJSON', 'string', UINT8),
  ...scalars('JSONHas JSONExtractBool', 'json, any...?', UINT8, { refuses: PATH }),
  ...scalars('JSONLength JSONExtractUInt', 'json, any...?', UINT64, { refuses: PATH }),
  ...composites('JSONArrayLength', 'json', nullable(UINT64)),
  ...scalars('JSONType', 'json, any...?', STRING, {
    template: 'toString(JSONType($@))',
    refuses: PATH,
  }),
  ...scalars('JSONExtractInt', 'json, any...?', INT64, { refuses: PATH }),
  ...scalars('JSONExtractFloat', 'json, any...?', FLOAT64, { refuses: PATH }),
  ...scalars('JSONExtractString JSONExtractRaw', 'json, any...?', STRING, { refuses: PATH }),
  ...scalars('JSONExtractKey>JSONKey', 'json, any...', STRING, { refuses: PATH }),
  ...scalars('JSONExtractKeys JSONExtractArrayRaw', 'json, any...?', arrayOf(STRING), {
    nulls: 'fill',
    refuses: PATH,
  }),
  ...scalars('JSONExtractKeysAndValuesRaw', 'json, any...?', arrayOf(tupleOf([STRING, STRING])), {
    nulls: 'fill',
    refuses: PATH,
  }),
  ...scalars(
    'JSONExtractKeysAndValues',
    'json, any...',
    (args, context) => arrayOf(tupleOf([STRING, namedType(args, context)])),
    {
      nulls: 'fill',
      refuses: PATH,
      namesType: true,
      note: 'The last argument names the type of the values.',
    },
  ),
  ...scalars('JSONExtract', 'json, any...', named, {
    template: {
      shapes: { scalar: 'JSONExtract($@)', composite: "JSONExtract(ifNull($1, '')$2+)" },
      choose: (args, context) => (isComposite(namedType(args, context)) ? 'composite' : 'scalar'),
    },
    refuses: PATH,
    namesType: true,
    note: 'The last argument names the type of the result.',
  }),
  ...scalars('JSON_VALUE JSON_QUERY', 'json, constant text', STRING),
];
