import { expect, test } from 'vitest';
import { engineTypeName } from './engine-type-name.ts';
import { parseEngineType } from './parse-engine-type.ts';

test.each([
  'String',
  'Nullable(Int64)',
  'UInt8',
  'Float32',
  'Decimal(18, 3)',
  'Date',
  'Date32',
  'DateTime',
  "DateTime('Europe/Berlin')",
  'DateTime64(3)',
  "Nullable(DateTime64(6, 'America/Argentina/Buenos_Aires'))",
  'IntervalDay',
  'Array(Array(Nullable(String)))',
  'Map(String, Array(Int64))',
  'Tuple()',
  'Tuple(Int64, Nullable(String))',
  'Tuple(longitude Float64, latitude Float64)',
  'AggregateFunction(argMax, String, DateTime64(6))',
  'Array(Nothing)',
])('%s is read and printed back', (text) => {
  const type = parseEngineType(text);
  expect(type && engineTypeName(type)).toBe(text);
});

test.each([
  ['LowCardinality(Nullable(String))', 'Nullable(String)'],
  ['Decimal64(4)', 'Decimal(18, 4)'],
  ['Tuple(\n    k Float64,\n    b Float64)', 'Tuple(k Float64, b Float64)'],
])('%s means %s', (text, name) => {
  const type = parseEngineType(text);
  expect(type && engineTypeName(type)).toBe(name);
});

test.each([
  '',
  'Text',
  'string',
  'Nullable(Array(Int64))',
  'Nullable(Nullable(String))',
  'Map(String)',
  'DateTime64(10)',
  "DateTime('UTC') FORMAT CSV",
  "DateTime('a\\'b')",
  'Decimal(77, 1)',
  'Decimal(5, 6)',
  'Tuple(a Int64, String)',
  'Array(String) SETTINGS x = 1',
  'Object(String)',
])('%s is no type of the dialect', (text) => {
  expect(parseEngineType(text)).toBeUndefined();
});
