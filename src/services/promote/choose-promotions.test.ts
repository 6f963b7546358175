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

/** @param reads by property, in millions */
function choose(reads: Readonly<Record<string, number>>, facts: Partial<PromotionFacts> = {}) {
  const rows = Object.entries(reads).map(([property, millions]) => [property, millions * MILLION] as const);
  const given = {
    columns: [],
    tableRows: 20 * MILLION,
    isRewriting: false,
    mostColumns: 2,
    nowMs: NOW_MS,
    ...facts,
  };
  return namesOf(choosePromotions({ ...given, reads: new Map(rows) }));
}

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
  ['nothing is read', choose({}), {}],
  ['read from as many rows as the table has', choose({ a: 20, b: 19 }), { promoted: ['a'] }],
  [
    'a small table: a few seconds of parsing at least',
    choose({ a: 9, b: 10 }, { tableRows: 5 }),
    { promoted: ['b'] },
  ],
  ['the most read ones, as many as there may be', choose({ a: 30, b: 50, c: 40 }), { promoted: ['b', 'c'] }],
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
    'a column that is not read stays while there is room',
    choose({ b: 30 }, { columns: [column('a')] }),
    { promoted: ['b'] },
  ],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test.each<[string, ReturnType<typeof choose>, object]>([
  [
    'twice as much read takes the place of the least read, when that is gone',
    choose({ a: 20, b: 30, c: 41 }, { columns: [column('a'), column('b')] }),
    { retired: ['a'] },
  ],
  ['less than twice does not', choose({ a: 20, b: 30, c: 39 }, { columns: [column('a'), column('b')] }), {}],
  [
    'retired ones rest as long as a query may run',
    choose({ c: 41 }, { columns: [column('b'), retired('a', HOUR_MS - 1)] }),
    {},
  ],
  [
    'then they go, and make room',
    choose({ c: 41 }, { columns: [column('b'), retired('a', HOUR_MS)] }),
    { promoted: ['c'], dropped: ['a'] },
  ],
  [
    'while the engine rewrites columns, none goes and none comes',
    choose({ c: 41 }, { isRewriting: true, columns: [column('b'), retired('a', HOUR_MS)] }),
    {},
  ],
  [
    'a retired one that is read again stays',
    choose({ a: 41 }, { columns: [column('b'), retired('a', HOUR_MS)] }),
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
