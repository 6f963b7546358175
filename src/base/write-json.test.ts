import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';
import { JsonText, writeJson } from './write-json.ts';

test.each([
  ['{"b":1,"a":[true,null,"x\\"\\u2028"]}'],
  ['9007199254740993'],
  ['{"id":-170141183460469231731687303715884105728}'],
  ['[1.5,1e+300,0]'],
  ['""'],
  ['{}'],
])('%s comes back as it was read', (text) => {
  expect(writeJson(parseJson(text))).toBe(text.replace('\\u2028', '\u2028'));
});

test('members that are undefined are left out', () => {
  expect(writeJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test('JSON text stands in what is written', () => {
  expect(writeJson({ a: [new JsonText('{"b":1.0}')] })).toBe('{"a":[{"b":1.0}]}');
});
