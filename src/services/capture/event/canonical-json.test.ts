import { expect, test } from 'vitest';
import { canonicalJson, MAX_PROPERTY_DEPTH, parseCaptureJson } from './canonical-json.ts';

// [CAP-6.4].

test.each([
  ['white space goes', '{ "a" : [1, 2] }', '{"a":[1,2]}'],
  ['the last of repeated keys wins', '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ['repeated keys inside an object too', '{"o":{"a":1,"a":[1.0]}}', '{"o":{"a":[1]}}'],
  [
    'largest unsigned 64-bit integer keeps its digits',
    '{"a":18446744073709551615}',
    '{"a":18446744073709551615}',
  ],
  ['smallest signed 64-bit integer keeps its digits', '[-9223372036854775808]', '[-9223372036854775808]'],
  ['an id above 2^53 keeps its digits', '{"id":9007199254740993}', '{"id":9007199254740993}'],
  ['a negative id beyond 2^53 keeps its digits', '[-9007199254740993]', '[-9007199254740993]'],
  ['an integer of 17 digits keeps them', '{"id":12345678901234567}', '{"id":12345678901234567}'],
  ['an integer of 16 digits keeps them', '{"id":8999999999999999}', '{"id":8999999999999999}'],
  ['an integer above 64 bits gets an exponent', '{"a":18446744073709551616}', '{"a":1.8446744073709552e+19}'],
  ['an integer below 64 bits gets an exponent', '[-9223372036854777856]', '[-9.223372036854778e+18]'],
  ['1e20 is not spelled out', '{"a":1e20}', '{"a":1e+20}'],
  ['a number beyond a double is null', '{"a":1e400}', '{"a":null}'],
  ['digits in a fraction are a float', '[0.12345678901234567]', '[0.12345678901234566]'],
  ['digits in a text stay', '["12345678901234567890123"]', '["12345678901234567890123"]'],
  ['half of a surrogate pair is replaced', '{"a\\ud800":"x\\udfffy"}', '{"a\ufffd":"x\ufffdy"}'],
  ['a whole pair stays', '["\\ud83d\\ude00"]', '["😀"]'],
  ['a text that looks like an escape stays', '["\\\\ud800"]', '["\\\\ud800"]'],
  ['a member named __proto__ is only a member', '{"__proto__":{"a":1e20}}', '{"__proto__":{"a":1e+20}}'],
])('%s', (_name, input, expected) => {
  expect(canonicalJson(parseCaptureJson(input))).toBe(expected);
});

test('containers below the depth limit become null', () => {
  const nested = (levels: number, inner: string): string =>
    '{"a":'.repeat(levels) + inner + '}'.repeat(levels);
  const atLimit = nested(MAX_PROPERTY_DEPTH, '1');
  expect(canonicalJson(parseCaptureJson(atLimit))).toBe(atLimit);
  expect(canonicalJson(parseCaptureJson(nested(5_000, '1')))).toBe(nested(MAX_PROPERTY_DEPTH, 'null'));
  expect(canonicalJson(parseCaptureJson(`[${'['.repeat(5_000)}${']'.repeat(5_000)}]`))).toBe(
    `${'['.repeat(MAX_PROPERTY_DEPTH)}null${']'.repeat(MAX_PROPERTY_DEPTH)}`,
  );
});

test('text that is not JSON is refused', () => {
  expect(() => parseCaptureJson('{"a":12345678901234567,}')).toThrow(SyntaxError);
});
