import { expect, test } from 'vitest';
import type { EndpointVersion } from '../../data/shapes.ts';
import { languageOfPart, tellVersion, textOfPart } from './compare-versions.ts';

const version = (query: string, columns: EndpointVersion['columns']) =>
  ({ query: { kind: 'HogQLQuery', query }, variables: {}, columns }) as unknown as EndpointVersion;

const first = version('select 1 as a, 2 as b', [
  { name: 'a', type: 'UInt8' },
  { name: 'b', type: 'UInt8' },
]);
const second = version("select '1' as a, 3 as c", [
  { name: 'a', type: 'String' },
  { name: 'c', type: 'UInt8' },
]);

test('a version tells what it changed against the one before', () => {
  expect(tellVersion(first, undefined)).toBe('the first one');
  expect(tellVersion(second, first)).toBe('query, + c, − b, a is String now');
  expect(tellVersion(first, first)).toBe('the same query');
});

test('SQL is compared as it was written, an insight as JSON', () => {
  expect(textOfPart(first, 'query')).toBe('select 1 as a, 2 as b');
  expect(textOfPart(first, 'columns')).toBe('a UInt8\nb UInt8');
  const insight = { ...first, query: { kind: 'TrendsQuery', series: [] } };
  expect(textOfPart(insight, 'query')).toContain('"kind": "TrendsQuery"');
  expect(languageOfPart(insight, 'query')).toBe('json');
});
