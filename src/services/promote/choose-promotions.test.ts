import { expect, test } from 'vitest';
import type { PromotedColumn } from '../../adapters/engine/statements/promoted-columns.ts';
import { choosePromotions, type PromotionChoice, type PromotionFacts } from './choose-promotions.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = 100 * HOUR_MS;
const MILLION = 1_000_000;

/** A column in use that all rows hold. */
function column(property: string, changes: Partial<PromotedColumn> = {}): PromotedColumn {
  return {
    property,
    column: `property_${property}`,
    retiredAtMs: null,
    isFilled: true,
    isShared: true,
    ...changes,
  };
}

const retired = (property: string, agoMs: number) => column(property, { retiredAtMs: NOW_MS - agoMs });

/** @param gains by property, in millions: of one holder, or of several */
function choose(gains: Gains | readonly Gains[], facts: Partial<PromotionFacts> = {}) {
  const holders = Array.isArray(gains) ? gains : [gains];
  const wishes = holders.map(
    (ofHolder: Gains) => new Map(Object.entries(ofHolder).map(([property, n]) => [property, n * MILLION])),
  );
  const given = {
    columns: [],
    largeProjects: 0,
    isRewriting: false,
    mostColumns: 2,
    nowMs: NOW_MS,
    ...facts,
  };
  return namesOf(choosePromotions({ ...given, wishes }));
}

type Gains = Readonly<Record<string, number>>;

/** The lists that are not empty, by property. */
function namesOf({ promoted, ...lists }: PromotionChoice): Readonly<Record<string, readonly string[]>> {
  const names = Object.entries(lists).map(
    ([list, columns]) => [list, columns.map(({ property }) => property)] as const,
  );
  return Object.fromEntries(
    [['promoted', promoted] as const, ...names].filter(([, list]) => list.length > 0),
  );
}

test.each<[string, ReturnType<typeof choose>, object]>([
  ['nothing is wanted', choose({}), {}],
  ['what gains most, as many as there may be', choose({ a: 30, b: 50, c: 40 }), { promoted: ['b', 'c'] }],
  ['none may be', choose({ a: 30 }, { mostColumns: 0 }), {}],
  ['texts that cannot be kept', choose({ ['x'.repeat(201)]: 30, 'a\ud800': 30 }), {}],
  [
    'a few at once',
    choose({ a: 30, b: 31, c: 32, d: 33, e: 34, f: 35 }, { mostColumns: 50 }),
    { promoted: ['f', 'e', 'd', 'c', 'b'] },
  ],
  [
    'the next ones when all rows hold those before',
    choose({ a: 30, b: 30 }, { columns: [column('a', { isFilled: false })] }),
    {},
  ],
  [
    'a column that nobody wants goes, also while there is room',
    choose({ b: 30 }, { columns: [column('a')] }),
    { promoted: ['b'], retired: ['a'] },
  ],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test.each<[string, ReturnType<typeof choose>, object]>([
  [
    'twice the gain takes the place of the least gain, when that is gone',
    choose({ a: 20, b: 30, c: 41 }, { columns: [column('a'), column('b')] }),
    { retired: ['a'] },
  ],
  ['less than twice does not', choose({ a: 20, b: 30, c: 39 }, { columns: [column('a'), column('b')] }), {}],
  [
    'retired ones rest as long as a query may run',
    choose({ b: 20, c: 41 }, { columns: [column('b'), retired('a', HOUR_MS - 1)] }),
    {},
  ],
  [
    'then they go, and make room',
    choose({ b: 20, c: 41 }, { columns: [column('b'), retired('a', HOUR_MS)] }),
    { promoted: ['c'], dropped: ['a'] },
  ],
  [
    'while the engine rewrites columns, none goes and none comes',
    choose({ b: 20, c: 41 }, { isRewriting: true, columns: [column('b'), retired('a', HOUR_MS)] }),
    {},
  ],
  [
    'a retired one that is read again stays',
    choose({ a: 41, b: 20 }, { columns: [column('b'), retired('a', HOUR_MS)] }),
    { revived: ['a'] },
  ],
  [
    'switched off, all go',
    choose({ a: 41 }, { mostColumns: 0, columns: [column('a'), retired('b', HOUR_MS)] }),
    { retired: ['a'], dropped: ['b'] },
  ],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

const few = (...names: readonly string[]): Gains => Object.fromEntries(names.map((name) => [name, 1]));

test.each<[string, ReturnType<typeof choose>, object]>([
  [
    'each holder has its share, and at least three columns',
    choose([few('a', 'b', 'c', 'd'), few('e', 'f')], { largeProjects: 4, mostColumns: 10 }),
    { promoted: ['a', 'b', 'c', 'e', 'f'] },
  ],
  [
    'what one wants takes no column from another',
    choose(
      [
        { x: 100, y: 100 },
        { a: 1, b: 1 },
      ],
      { columns: [column('a'), column('b')] },
    ),
    {},
  ],
  [
    'two that want the same share one column, which stays for either',
    choose([{ a: 5, b: 1 }, { a: 1 }], { columns: [column('a')], mostColumns: 3 }),
    { promoted: ['b'] },
  ],
  [
    'the largest gain comes first where there is room for one',
    choose([{ a: 3 }, { b: 4 }], { columns: [column('c'), column('d')], mostColumns: 3 }),
    { promoted: ['b'], retired: ['c', 'd'] },
  ],
  [
    'a smaller bound takes what is above it',
    choose(few('a', 'b', 'c'), { columns: [column('a'), column('b'), column('c')], mostColumns: 2 }),
    { retired: ['c'] },
  ],
])('shares: %s', (_, found, expected) => {
  expect(found).toEqual(expected);
});
