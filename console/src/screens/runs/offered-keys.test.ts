import { expect, test } from 'vitest';
import type { LogEntry } from '../../data/run-log.ts';
import { nameOfKey, offeredKeys } from './offered-keys.ts';

const NAMES = new Map([
  ['0199e0a2-0000-7000-8000-00000000000a', 'web'],
  ['0199e0a2-0000-7000-8000-00000000000b', 'partner'],
]);
const [WEB = '', PARTNER = ''] = NAMES.keys();
const GONE = '0199e0a2-0000-7000-8000-00000000000c';

const run = (key_id: string): LogEntry => ({
  started_at: '2026-01-05T09:00:00.000Z',
  level: 'info',
  request_id: key_id,
  key_id,
  status: 200,
  duration_ms: 1,
});
const change: LogEntry = {
  started_at: '2026-01-05T09:00:00.000Z',
  level: 'error',
  version: 1,
  code: 'column_changed',
  detail: 'a',
} as LogEntry;

test('a key is called by its label, and one that is not known by the end of its id', () => {
  expect(nameOfKey(NAMES, WEB)).toBe('web');
  expect(nameOfKey(NAMES, GONE)).toBe('…0000000c');
  expect(nameOfKey(NAMES, `slk_${'a'.repeat(32)}/shop/7`)).toBe('shop/7 (token)');
});

test.each([
  ['those that are known', '', [], [WEB, PARTNER]],
  [
    'callers of the log first, each once, and no change',
    '',
    [run(PARTNER), change, run(PARTNER)],
    [PARTNER, WEB],
  ],
  ['one that is gone, while the log has it', '', [run(GONE)], [GONE, WEB, PARTNER]],
  ['the chosen one, also where it called nothing', GONE, [], [GONE, WEB, PARTNER]],
])('keys to filter by: %s', (_, chosen, entries, expected) => {
  expect(offeredKeys(NAMES, entries, chosen)).toEqual(expected);
});

test('no more than 50 are offered', () => {
  const many = new Map(Array.from({ length: 200 }, (_, at) => [`key-${at}`, `key ${at}`]));
  expect(offeredKeys(many, [run('caller')], 'chosen')).toHaveLength(50);
  expect(offeredKeys(many, [run('caller')], 'chosen').slice(0, 2)).toEqual(['chosen', 'caller']);
});
