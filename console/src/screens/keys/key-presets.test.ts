import { expect, test } from 'vitest';
import { isUnused, scopesOf } from './key-presets.ts';

test('a key gets the scopes of its preset, and never one that its maker lacks', () => {
  expect(scopesOf('run', [], ['*'])).toEqual(['endpoint:run']);
  expect(scopesOf('run', [], ['endpoint:read'])).toEqual(['endpoint:run']);
  expect(scopesOf('manage', [], ['endpoint:read', 'key:write'])).toEqual(['endpoint:read']);
  expect(scopesOf('all', [], ['endpoint:read', 'key:write'])).toEqual(['endpoint:read', 'key:write']);
  expect(scopesOf('own', ['query:read', 'event:write'], ['event:write'])).toEqual(['event:write']);
});

test('a key is unused after 90 days, counted from its creation when it never was', () => {
  const created_at = '2026-01-01T00:00:00.000Z';
  const days = (count: number) => Date.parse(created_at) + count * 86_400_000;
  expect(isUnused({ created_at, last_used_at: null }, days(90))).toBe(false);
  expect(isUnused({ created_at, last_used_at: null }, days(91))).toBe(true);
  expect(isUnused({ created_at, last_used_at: '2026-03-01T00:00:00.000Z' }, days(100))).toBe(false);
});
