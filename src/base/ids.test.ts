import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { uuidSource } from './ids.ts';

test('a source makes UUIDs of version 7, each once, also after its first draw of random bytes', () => {
  const next = uuidSource();
  const ids = Array.from({ length: 1_000 }, next);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
});
