import { expect, test } from 'vitest';
import { chooseFormat, OUTPUT_FORMATS } from './output-format.ts';

// [SPEC-3.6.6].

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['application/problem+json', 'json'],
  ['text/html, application/xhtml+xml, */*;q=0.8', 'json'],
  ['text/csv', 'csv'],
  ['text/*', 'csv'],
  ['TEXT/CSV; header=present', 'csv'],
  ['text/csv, */*', 'csv'],
  ['text/csv;q=0.1, */*', 'json'],
  ['text/csv, application/json', 'csv'],
  ['application/json, text/csv', 'json'],
  ['application/json; charset=UTF-8', 'json'],
  ['application/problem+json, text/csv', 'csv'],
  ['application/problem+json, text/html', 'json'],
  ['text/csv, application/json;q=0.9', 'csv'],
  ['application/json;q=0, */*', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/x-ndjson; charset=utf-8', 'ndjson'],
  ['application/vnd.apache.arrow.stream', 'arrow'],
  ['application/vnd.apache.parquet;q=0.5, text/html', 'parquet'],
])('Accept %j is answered with %s', (accept, format) => {
  expect(chooseFormat(accept === undefined ? {} : { accept }, OUTPUT_FORMATS)).toBe(format);
});

test.each([
  [{ accept: 'text/html' }],
  [{ accept: 'text/csv' }],
  [{ accept: 'application/json;q=0' }],
  [{ accept: 'application/json;q=x' }],
  [{ format: 'csv' }],
  [{ format: 'xml', accept: 'application/json' }],
  [{ format: 'JSON' }],
  [{ format: '' }],
])('%j is refused when there is only JSON', (wish) => {
  expect(() => chooseFormat(wish, ['json'])).toThrow(
    expect.objectContaining({ code: 'not_acceptable', message: expect.stringContaining('it has json.') }),
  );
});

test('the name in the query string wins over the header', () => {
  expect(chooseFormat({ format: 'ndjson', accept: 'text/csv' }, OUTPUT_FORMATS)).toBe('ndjson');
});
