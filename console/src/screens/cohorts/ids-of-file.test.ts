import { expect, test } from 'vitest';
import { callsOf } from '../../data/member-calls.ts';
import { idsOfFile } from './ids-of-file.ts';

test.each([
  ['a list', 'ada\n\nbo\r\nada\n', ['ada', 'bo']],
  ['a CSV with a column', 'email,distinct_id\na@x,ada\n"b,x",bo\n', ['ada', 'bo']],
  ['a CSV of one column', 'distinct_id\nada\nbo', ['ada', 'bo']],
  ['quoted cells', 'distinct_id\n"a ""b"" c"\n"two\nlines"\n', ['a "b" c', 'two\nlines']],
  ['a JSON list', '["ada", "bo"]', ['ada', 'bo']],
  ['the body of a call', '{"distinct_ids": ["ada"]}', ['ada']],
  ['a mark of the byte order', '\uFEFFdistinct_id\nada', ['ada']],
])('%s', (_, text, ids) => expect(idsOfFile(text)).toEqual(ids));

test.each([
  ['', 'The file is empty.'],
  ['id,email\nada,a@x', 'The first line names no column distinct_id: it has id, email.'],
  ['[1, 2]', 'The JSON is neither a list of texts nor {"distinct_ids": [...]}.'],
  ['{"distinct_ids": "ada"}', 'The JSON is neither a list of texts nor {"distinct_ids": [...]}.'],
  ['[ada]', 'The file begins like JSON and is none.'],
  ['distinct_id\n"ada', 'The CSV cannot be read behind letter 12: a quote stands alone.'],
  ['distinct_id\n\n', 'The file names no distinct ids.'],
])('%s is refused in a sentence', (text, sentence) => expect(() => idsOfFile(text)).toThrow(sentence));

test('calls have at most 10,000 ids and less than 1 MiB, and lose none', () => {
  const many = Array.from({ length: 25_001 }, (_, at) => `user-${at}`);
  expect(callsOf(many).map(({ length }) => length)).toEqual([10_000, 10_000, 5_001]);
  const long = Array.from({ length: 3_000 }, (_, at) => `${at}-${'ö'.repeat(300)}`);
  const calls = callsOf(long);
  expect(calls.length).toBeGreaterThan(1);
  for (const call of calls)
    expect(new TextEncoder().encode(JSON.stringify({ distinct_ids: call })).length).toBeLessThan(2 ** 20);
  expect(calls.flat()).toEqual(long);
  expect(callsOf([])).toEqual([]);
});
