import { expect, test } from 'vitest';
import { placeOfMember } from './json-place.ts';

const json = JSON.stringify(
  { kind: 'x "y\\', series: [{ event: 'a' }, { event: 'b', math: 'sum' }], n: 12, on: true },
  null,
  2,
);

test.each([
  ['series.1.math', '"sum"'],
  ['series[0].event', '"a"'],
  ['n', '12'],
  ['on', 'true'],
  ['kind', '"x \\"y\\\\"'],
  ['series.1.nothing', '{\n      "event": "b",\n      "math": "sum"\n    }'],
  ['', json],
])('%s', (path, value) => {
  const { from, to } = placeOfMember(json, path);
  expect(json.slice(from, to)).toBe(value);
});

test('a text that is not JSON does not stop the reader', () => {
  for (const text of ['', '{', '{"a"', '{"a": [', '[1, "x', '}}'])
    expect(placeOfMember(text, 'a.0').to).toBeGreaterThanOrEqual(0);
});
