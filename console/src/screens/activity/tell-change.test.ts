import { expect, test } from 'vitest';
import { hasLines, tellChange, textOfValue } from './tell-change.ts';

test('short values are told before and after, long ones by the name of their member alone', () => {
  const changes = [
    { member: 'cache_age_seconds', before: 300, after: 600 },
    { member: 'description', before: '', after: 'a\nb' },
    { member: 'tags', before: null, after: ['a'] },
    { member: 'query', before: { kind: 'HogQLQuery', query: 'x'.repeat(100) }, after: null },
  ];
  expect(tellChange({ activity: 'changed', changes })).toBe(
    'cache_age_seconds 300 → 600, description, tags none → ["a"], query',
  );
  expect(tellChange({ activity: 'created', changes: changes.slice(0, 2) })).toBe(
    'cache_age_seconds, description',
  );
});

test('values of several lines are compared by lines', () => {
  expect(textOfValue({ a: 1 })).toBe('{\n  "a": 1\n}');
  expect(hasLines({ before: 1, after: 2 })).toBe(false);
  expect(hasLines({ before: null, after: { a: 1 } })).toBe(true);
});
