import { expect, test } from 'vitest';
import { columnsOf, guessFormat, guessMeaning } from './guess-order.ts';

test.each([
  ['events.csv', 'a,b', 'csv'],
  ['events.csv.gz', '', 'csv'],
  ['events.parquet', '', 'parquet'],
  ['a.jsonl', '{"event":"e","distinct_id":"a"}\n', 'posthog'],
  ['a.jsonl', '{"event":"e","properties":{"time":1}}\n', 'mixpanel'],
  ['a.jsonl', '{"event_type":"e","user_id":"a"}\n', 'amplitude'],
  ['a.jsonl', '{"type":"track","userId":"a"}\n', 'segment'],
  ['a.jsonl', '{"event_name":"e","event_timestamp":1}\n', 'ga4'],
  ['a.jsonl', '{"action":"e","who":"a"}\n', 'jsonl'],
  ['a.jsonl.gz', '\u001f\u008b', 'posthog'],
])('%s that begins with %s is %s', (name, start, format) => {
  expect(guessFormat(name, start)).toBe(format);
});

test('columns are read from the first line, and their meaning from their names', () => {
  expect(columnsOf('csv', '\uFEFF"action";user_id;created_at\r\nx;1;2')).toEqual([
    'action',
    'user_id',
    'created_at',
  ]);
  const columns = columnsOf('jsonl', '{"action":"x","user":{"id":1},"at":2}\n');
  expect(columns).toEqual(['action', 'user.id', 'at']);
  expect(guessMeaning(columns)).toEqual({ event: 'action', distinctId: 'user.id', timestamp: 'at' });
  expect(guessMeaning(['x'])).toEqual({ event: '', distinctId: '', timestamp: '' });
  expect(columnsOf('parquet', 'PAR1')).toEqual([]);
});
