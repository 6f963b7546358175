import { expect, test } from 'vitest';
import type { EngineParameter } from '../../base/engine-parameter.ts';
import { encodeParameter } from './encode-parameter.ts';

// That these texts arrive as their values is tested on the engine, in test/process/engine-answers.test.ts.

test.each<readonly [EngineParameter, string]>([
  [{ type: 'String', value: "it's\t\\" }, "it's\\t\\\\"],
  [{ type: 'Nullable(String)', value: null }, '\\N'],
  [{ type: 'Array(Nullable(String))', value: ["it's", null] }, "['it\\'s',NULL]"],
  [{ type: 'Int64', value: -9223372036854775808n }, '-9223372036854775808'],
  [{ type: 'UInt8', value: 255 }, '255'],
  [{ type: 'Float64', value: -0 }, '-0'],
  [{ type: 'Array(Bool)', value: [true, false] }, '[true,false]'],
  [{ type: 'Date', value: '2024-02-29' }, '2024-02-29'],
  [{ type: "DateTime64(6, 'UTC')", value: '2026-01-01 00:00:00.123456' }, '2026-01-01 00:00:00.123456'],
])('%o → %s', (parameter, text) => {
  expect(encodeParameter(parameter)).toBe(text);
});

// [ENG-5.2]
test.each<readonly [string, EngineParameter]>([
  ['one more than the largest integer', { type: 'Int64', value: 9223372036854775808n }],
  ['a negative unsigned integer', { type: 'UInt64', value: -1 }],
  ['an integer of a smaller type', { type: 'Int8', value: 128 }],
  ['an integer that lost digits', { type: 'Int64', value: 2 ** 53 }],
  ['a fraction as an integer', { type: 'Int64', value: 1.5 }],
  ['a text as an integer', { type: 'Int64', value: '1' }],
  ['infinity', { type: 'Float64', value: Number.POSITIVE_INFINITY }],
  ['no number', { type: 'Float64', value: Number.NaN }],
  ['an integer beyond every float', { type: 'Float64', value: 10n ** 400n }],
  ['30 February', { type: 'Date', value: '2026-02-30' }],
  ['29 February of a common year', { type: "DateTime64(6, 'UTC')", value: '2026-02-29 00:00:00' }],
  ['a day before 1970', { type: 'Date', value: '1900-01-01' }],
  ['a moment after 2106', { type: 'DateTime', value: '2106-03-01 00:00:00' }],
  ['hour 24', { type: 'DateTime64(6)', value: '2026-01-01 24:00:00' }],
  ['more digits than the type has', { type: 'DateTime64(3)', value: '2026-01-01 00:00:00.1234' }],
  ['a moment in ISO form', { type: 'DateTime64(3)', value: '2026-01-01T00:00:00Z' }],
  ['a day with a line end', { type: 'Date', value: '2026-01-01\n' }],
  ['null without Nullable', { type: 'String', value: null }],
  ['null in a list without Nullable', { type: 'Array(String)', value: [null] }],
  ['half of a surrogate pair', { type: 'String', value: '\ud800' }],
  ['a short UUID', { type: 'UUID', value: '00000000-0000-4000-8000-00000000000' }],
  ['a list for one value', { type: 'String', value: ['a'] }],
  ['one value for a list', { type: 'Array(String)', value: 'a' }],
])('%s is refused', (_, parameter) => {
  expect(() => encodeParameter(parameter)).toThrow(expect.objectContaining({ code: 'invalid_variable' }));
});

test('a type of ours that is not known is our mistake', () => {
  expect(() => encodeParameter({ type: 'IPv4', value: '127.0.0.1' })).toThrow('not supported');
});
