import { expect, test } from 'vitest';
import { parseExactly, typeScriptOf } from './result-types.ts';
import { SAMPLE_LANGUAGES, writeSample } from './samples.ts';

const request = {
  url: 'http://127.0.0.1:8700/api/projects/1/endpoints/usage/run',
  body: { variables: { organization: 'O\'Neil "x" $HOME' }, debug: true, version: null },
  columns: [
    { name: 'day', type: 'Date' },
    { name: 'events', type: 'Nullable(UInt64)' },
  ],
  isJson: true,
  endpointName: 'usage',
};

test.each(SAMPLE_LANGUAGES.map(({ value }) => value))('%s holds the body and no key', (language) => {
  const code = writeSample(language, request);
  expect(code).toContain('organization');
  expect(code).toMatch(/SLUICE_KEY/);
  expect(code).not.toMatch(/sl[ps]_/);
});

test('a quote in a value does not end the text of the shell', () => {
  expect(writeSample('curl', request)).toContain(String.raw`O'\''Neil`);
});

test('Python spells true and null its way', () => {
  const code = writeSample('python', request);
  expect(code).toContain('"debug": True');
  expect(code).toContain('"version": None');
});

test.each([
  ['UInt64', 'number'],
  ['Nullable(Float64)', 'number | null'],
  ['Array(Nullable(String))', '(string | null)[]'],
  ['LowCardinality(String)', 'string'],
  ["DateTime64(6, 'UTC')", 'string'],
  ['Bool', 'boolean'],
  ['Map(String, String)', 'unknown'],
])('%s is %s', (type, expected) => {
  expect(typeScriptOf(type)).toBe(expected);
});

test('whole numbers keep every digit', () => {
  expect(parseExactly('[9007199254740993, 5, 1.5]')).toEqual(['9007199254740993', 5, 1.5]);
});
