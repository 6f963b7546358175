import { parseEngineType } from '../../query/plan.ts';
import type { JsonSchema } from '../../schema/documented-as.ts';

type ColumnType = NonNullable<ReturnType<typeof parseEngineType>>;

/** The schema of a 64-bit integer that is written as a number. */
const INT64 = { type: 'integer', format: 'int64' } as const;

/**
 * The JSON values of a column, by its engine type: `Nullable(UInt8)` is an integer or null. A type that only the engine
 * knows becomes any value.
 */
export function columnSchema(engineType: string): JsonSchema {
  const type = parseEngineType(engineType);
  return type === undefined ? {} : schemaOf(type, true);
}

/** @param isOutermost false inside arrays, tuples and maps, where moments are always UTC */
function schemaOf(type: ColumnType, isOutermost: boolean): JsonSchema {
  const schema = bareSchema(type, isOutermost);
  if (!type.nullable || typeof schema['type'] !== 'string') return schema;
  return { ...schema, type: [schema['type'], 'null'] };
}

function bareSchema(type: ColumnType, isOutermost: boolean): JsonSchema {
  switch (type.kind) {
    case 'null':
      return { type: 'null' };
    case 'bool':
      return { type: 'boolean' };
    case 'integer':
      return integerSchema(type.bits ?? 64);
    case 'float':
      return { type: ['number', 'null'], description: 'null also for inf and nan' };
    case 'decimal':
      return { type: 'string', description: 'A decimal number' };
    case 'string':
    case 'json':
    case 'interval':
      return { type: 'string' };
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'datetime':
      return {
        type: 'string',
        format: 'date-time',
        description: isOutermost ? 'In the zone of the project' : 'UTC',
      };
    case 'array':
      return { type: 'array', items: schemaOf(type.element, false) };
    case 'tuple':
      return { type: ['array', 'object'] };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(type.value, false) };
    default:
      return {};
  }
}

function integerSchema(bits: number): JsonSchema {
  if (bits > 64) return { type: 'string', description: 'A whole number' };
  return bits === 64 ? INT64 : { type: 'integer' };
}
