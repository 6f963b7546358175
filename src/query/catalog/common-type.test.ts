import { expect, test } from 'vitest';
import { commonType } from './common-type.ts';
import { engineTypeName } from './engine-type-name.ts';
import { parseEngineType } from './parse-engine-type.ts';

test.each([
  [['Int64', 'Int64'], 'Int64'],
  [['Int64', 'Float64'], 'Float64'],
  [['UInt8', 'Int8'], 'Int16'],
  [['UInt8', 'Int64'], 'Int64'],
  [['UInt64', 'Int64'], 'Int64'],
  [['Bool', 'Bool'], 'Bool'],
  [['Bool', 'Int64'], 'Int64'],
  [['Float32', 'Float32'], 'Float32'],
  [['Float32', 'Float64'], 'Float64'],
  [['Decimal(18, 2)', 'Decimal(9, 4)'], 'Decimal(38, 4)'],
  [['Decimal(18, 2)', 'Int64'], 'Decimal(38, 2)'],
  [['Date', "DateTime64(6, 'UTC')"], "DateTime64(6, 'UTC')"],
  [["DateTime('UTC')", "DateTime64(3, 'UTC')"], "DateTime64(3, 'UTC')"],
  [['Nullable(Nothing)', 'Int64'], 'Nullable(Int64)'],
  [['Nullable(String)', 'String'], 'Nullable(String)'],
  [['Array(Nothing)', 'Array(String)'], 'Array(String)'],
  [['Array(Int64)', 'Array(Nullable(Float64))'], 'Array(Nullable(Float64))'],
  [['Tuple(Int64, Nullable(String))', 'Tuple(Float64, String)'], 'Tuple(Float64, Nullable(String))'],
  [['Map(String, Int64)', 'Map(String, Float64)'], 'Map(String, Float64)'],
])('%j have the common type %s', (names, common) => {
  const types = names.map((name) => parseEngineType(name)).filter((type) => type !== undefined);
  expect(engineTypeName(commonType(types))).toBe(common);
  expect(engineTypeName(commonType(types.toReversed()))).toBe(common);
});

test.each([[['String', 'Int64']], [['Date', 'Int64']], [['Array(Int64)', 'Int64']]])(
  '%j do not mix',
  (names) => {
    const types = names.map((name) => parseEngineType(name)).filter((type) => type !== undefined);
    expect(commonType(types).kind).toBe('unknown');
  },
);
