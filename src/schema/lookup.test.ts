import { expect, test } from 'vitest';
import { type LookupSubject, subjectName } from './lookup.ts';

test('no two subjects have one name, whatever their keys are', () => {
  const subjects: readonly LookupSubject[] = [
    ...['plan', 'number plan', 'group 0', 'distinct_id', ''].flatMap((key) => [
      { kind: 'property' as const, key },
      { kind: 'number' as const, key },
    ]),
    ...[0, 4].map((index) => ({ kind: 'group' as const, index })),
    { kind: 'distinct_id' },
  ];
  expect(new Set(subjects.map(subjectName)).size).toBe(subjects.length);
});
