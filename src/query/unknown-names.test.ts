import { expect, test } from 'vitest';
import type { ProjectReads } from './project-reads.ts';
import { FULL_CATALOGUE, type SeenNames, unknownNames } from './unknown-names.ts';

const READS: ProjectReads = [
  { kind: 'event', name: 'plann', value: null },
  { kind: 'event', name: 'plan', value: 'String' },
  { kind: 'event_name', name: 'sing up', value: null },
  { kind: 'person', name: 'towm', value: null },
];
const named = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const types = (names: readonly string[]) => new Map(names.map((name) => [name, 'String']));
const codesOf = (seen: SeenNames) => unknownNames(READS, seen).map(({ detail }) => detail.split('"')[1]);

test('nothing is told of a kind whose catalogue is full', () => {
  const full = named(FULL_CATALOGUE + 1, 'x');
  const properties = { event: types(['plan']), person: types(['town']), group: types([]) };
  const seen = { events: ['sign up'], properties };
  expect(codesOf(seen)).toEqual(['plann', 'sing up', 'towm']);
  expect(codesOf({ ...seen, events: full })).toEqual(['plann', 'towm']);
  expect(codesOf({ ...seen, properties: { ...properties, event: types(full) } })).toEqual([
    'sing up',
    'towm',
  ]);
  expect(codesOf({ ...seen, events: [] })).toEqual([]);
});

test('a few names are compared with the seen ones, and a bounded number of letters with each', () => {
  const properties = { event: types([]), person: types([]), group: types([]) };
  const reads = named(20, 'event-').map((name) => ({ kind: 'event_name' as const, name, value: null }));
  const near = unknownNames(reads, { events: ['event'], properties });
  expect(near.filter(({ detail }) => detail.includes('Did you mean'))).toHaveLength(5);

  const far = { kind: 'event_name' as const, name: 'abcdefghijklmnop', value: null };
  const guessed = (many: number) => {
    const events = [...named(many, 'zyxwvutsrqponm'), 'abcdefghijklmnoq'];
    return unknownNames([far], { events, properties })[0]?.detail.includes(
      'Did you mean "abcdefghijklmnoq"?',
    );
  };
  expect([guessed(10), guessed(2_000)]).toEqual([true, false]);
});

test('many unknown names cost little more than a few beside a large catalogue', () => {
  // Longer than what is guessed, of one length and alike for long: what makes comparing texts slow.
  const long = 'a'.repeat(190);
  const events = named(FULL_CATALOGUE, long);
  const properties = { event: types([]), person: types([]), group: types([]) };
  const millisecondsOf = (count: number): number => {
    const reads = named(count, `${long}x`).map((name) => ({
      kind: 'event_name' as const,
      name,
      value: null,
    }));
    const began = performance.now();
    unknownNames(reads, { events, properties });
    return performance.now() - began;
  };
  const least = (count: number) => Math.min(...[1, 2, 3, 4, 5].map(() => millisecondsOf(count)));
  expect(least(3_000)).toBeLessThan(10 * least(100));
});
