import { describe, expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

// [SPEC-2.0.2].

describe('parseJson', () => {
  test.each([
    ['{}', {}],
    [' [1, -2.5e3, "a\\u00e9\\n", true, false, null] ', [1, -2500, 'aé\n', true, false, null]],
    ['{"a":{"b":[{}]}}', { a: { b: [{}] } }],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740993.0', 9007199254740992],
    ['1.0', 1],
    ['"\\ud83d\\ude00"', '😀'],
    ['{"constructor":1}', { constructor: 1 }],
  ])('reads %s', (text, value) => expect(parseJson(text)).toEqual(value));

  test.each([
    ['', 'ends too early'],
    ['{"a":1,"a":2}', 'repeated'],
    ['{"__proto__":{}}', '__proto__'],
    ['1e999', 'too large'],
    ['"\\ud800"', 'surrogate'],
    ['01', 'expected the end'],
    ['{"a":1,}', 'member name'],
    ['[1,]', 'expected a value'],
    ['"a\nb"', 'control character'],
    ['"\\x"', 'wrong escape'],
    ['"abc', 'ends inside a string'],
    ['NaN', 'expected a value'],
    ['{} {}', 'expected the end'],
    ['[1\n, x]', 'line 2, column 3'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'deeper than 64'],
  ])('refuses %s', (text, problem) => expect(() => parseJson(text)).toThrow(problem));

  test('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('UTF-8');
  });

  test('reads 64 levels', () => {
    expect(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
  });
});
