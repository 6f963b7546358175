import { expect, test } from 'vitest';
import { TokenScanner } from './token-scanner.ts';

function scan(text: string, pieceBytes = text.length * 4): readonly string[] {
  const scanner = new TokenScanner();
  const bytes = Buffer.from(text);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    found.push(...scanner.push(bytes.subarray(at, at + pieceBytes)));
  return found;
}

test.each<readonly [string, string, readonly string[]]>([
  ['of a batch', '{"api_key":"t","batch":[]}', ['t']],
  ['behind the batch', '{"batch":[{"event":"a","properties":{"x":{"y":[1]}}}], "token" : "t"}', ['t']],
  ['of one event', '{"event":"e","$token":"t"}', ['t']],
  ['of the properties of one event', '{"properties":{"a":1,"token":"t"}}', ['t']],
  ['of events in a batch', '{"batch":[{"token":"a"},{"$token":"b"},{"api_key":"c"}]}', ['a', 'b', 'c']],
  ['of events in a list', '[{"properties":{"token":"a"}},{"x":[],"token":"b"}]', ['a', 'b']],
  ['in escaped names', '{"api\\u005fkey":"t","b\\u0061tch":[{"\\u0024token":"u"}]}', ['t', 'u']],
  ['escaped itself', '{"token":"sl\\u0063_\\"x\\\\"}', ['slc_"x\\']],
  ['named twice', '{"token":"a","token":"b"}', ['a', 'b']],
  ['in a second batch', '{"batch":1,"batch":[{"token":"t"}],"batch":[]}', ['t']],
  ['with quotes, commas and braces in texts', '{"a":"\\"{[,:}\\\\","token":"t"}', ['t']],
  ['after deep values', `{"a":${'['.repeat(9000)}${']'.repeat(9000)},"token":"t"}`, ['t']],
  ['beside characters of other scripts', '{"größe":"é","名":{"token":"x"},"token":"t"}', ['t']],
])('finds the token %s', (_name, text, expected) => {
  expect(scan(text)).toEqual(expected);
  expect(scan(text, 1)).toEqual(expected);
  expect(scan(text, 7)).toEqual(expected);
});

test.each([
  ['a value of another name', '{"event":"token","x":"api_key"}'],
  ['a name', '{"token":{"api_key":1}}'],
  ['deeper in the properties', '{"properties":{"$set":{"token":"t"}}}'],
  ['properties in properties', '{"properties":{"properties":{"token":"t"}}}'],
  ['an object of the envelope', '{"meta":{"token":"t"}}'],
  ['a batch that is no list', '{"batch":{"token":"t"}}'],
  ['a batch in an event', '[{"batch":[{"token":"t"}]}]'],
  ['a list in the list', '[[{"token":"t"}]]'],
  ['a list of tokens', '{"token":["t"]}'],
  ['text inside text', '{"a":"{\\"token\\":\\"t\\"}"}'],
  ['no text', '{"token":7,"api_key":null}'],
  ['an empty one', '{"token":""}'],
  ['one that never ends', '{"token":"t'],
  ['one that is too long', `{"token":"${'t'.repeat(2000)}"}`],
  ['a name that is too long', `{"token${'x'.repeat(2000)}":"t"}`],
  ['a wrong escape', '{"token":"\\x"}'],
  ['nothing', ''],
])('finds no token in %s', (_name, text) => {
  expect(scan(text)).toEqual([]);
  expect(scan(text, 1)).toEqual([]);
});
