import type { DataType } from './data-type.ts';

/**
 * The engine's name of a type, such as `Nullable(DateTime64(6, 'Europe/Berlin'))`. `parseEngineType` reads it back.
 * A type that only the engine knows is `Dynamic`.
 */
export function engineTypeName(type: DataType): string {
  const name = bareName(type);
  return type.nullable ? `Nullable(${name})` : name;
}

function bareName(type: DataType): string {
  switch (type.kind) {
    case 'unknown':
      return 'Dynamic';
    case 'null':
      return 'Nothing';
    case 'bool':
      return 'Bool';
    case 'integer':
      return `${type.signed === false ? 'UInt' : 'Int'}${type.bits ?? 64}`;
    case 'float':
      return `Float${type.bits ?? 64}`;
    case 'decimal':
      return `Decimal(${type.precision}, ${type.scale})`;
    case 'string':
    case 'json':
      return 'String';
    case 'uuid':
      return 'UUID';
    case 'date':
      return type.bits === 32 ? 'Date32' : 'Date';
    case 'datetime':
      return dateTimeName(type);
    case 'interval':
      return `Interval${type.unit}`;
    case 'array':
      return `Array(${engineTypeName(type.element)})`;
    case 'tuple':
      return tupleName(type);
    case 'map':
      return `Map(${engineTypeName(type.key)}, ${engineTypeName(type.value)})`;
    case 'state':
      return `AggregateFunction(${type.of})`;
    case 'lambda':
      return `Function(${engineTypeName(type.result)})`;
    default:
      return type satisfies never;
  }
}

function dateTimeName(type: DataType & { kind: 'datetime' }): string {
  const zone = type.zone === undefined ? [] : [`'${type.zone}'`];
  if (type.bits !== 32) return `DateTime64(${[type.precision, ...zone].join(', ')})`;
  return zone.length === 0 ? 'DateTime' : `DateTime(${zone.join('')})`;
}

function tupleName(type: DataType & { kind: 'tuple' }): string {
  const elements = type.elements.map(engineTypeName);
  const parts = type.names ? elements.map((element, i) => `${type.names?.[i]} ${element}`) : elements;
  return `Tuple(${parts.join(', ')})`;
}
