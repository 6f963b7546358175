import { v5, validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { derivedUuid, hashedUuid, uuidSource } from './ids.ts';

test('a source makes UUIDs of version 7, each once, also after its first draw of random bytes', () => {
  const next = uuidSource();
  const ids = Array.from({ length: 1_000 }, next);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
});

test('an id of version 8 is the time and then 74 bits of the hash', () => {
  // printf %s content | sha256sum: ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73
  const id = hashedUuid(Date.UTC(2026, 0, 5, 9), 'content');
  expect(id).toBe('019b8d62-7a80-8ed7-802b-439e9ac845f2');
  expect([validate(id), version(id)]).toEqual([true, 8]);
  expect(hashedUuid(0, 'content').startsWith('00000000-0000-8')).toBe(true);
  expect(hashedUuid(Date.UTC(2101, 0) - 1, 'content') > id).toBe(true);
});

test('an id of version 5 is that of the standard, whatever the name', () => {
  const namespace = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  // Of RFC 9562, A.4.
  expect(derivedUuid('www.example.com', namespace)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  for (const name of ['', 'é😀', ...Array.from({ length: 200 }, (_, index) => `${index}`)])
    expect(derivedUuid(name, namespace)).toBe(v5(name, namespace));
});
