import { expect, test } from 'vitest';
import type { LookupSubject } from '../../schema/lookup.ts';
import type { LookupBounds } from './choose-lookups.ts';
import { describeLookup } from './describe-lookup.ts';

const MILLION = 1_000_000;
const BOUNDS: LookupBounds = { mostOfProject: 1, leastEvents: MILLION, roomEvents: 10 * MILLION };

const CUSTOMER: LookupSubject = { kind: 'property', key: 'customer_id' };
const PLAN: LookupSubject = { kind: 'property', key: 'plan' };

type Project = NonNullable<Parameters<typeof describeLookup>[1]>;

const wish = (subject: LookupSubject, part: number | null, runs = 1) => ({ subject, part, runs });

const LARGE: Project = {
  projectId: 1,
  events: 2 * MILLION,
  wishes: [wish(CUSTOMER, 0.001), wish(PLAN, 0.4)],
  lookups: [],
};

const lookup = (
  subject: LookupSubject,
  state: 'building' | 'ready',
  percent: number,
): Project['lookups'][number] => {
  return { number: 1, projectId: 1, subject, state, percent, isNew: false };
};

function describe(
  subjects: readonly LookupSubject[] | null,
  project: Partial<Project> | null = {},
  bounds: Partial<LookupBounds> = {},
  ofCallers: readonly LookupSubject[] = [],
) {
  const known = project === null ? null : { ...LARGE, ...project };
  return describeLookup({ subjects, ofCallers, isMaterialized: false }, known, { ...BOUNDS, ...bounds });
}

test.each<[string, ReturnType<typeof describe>, RegExp]>([
  [
    'switched off',
    describe([CUSTOMER], {}, { mostOfProject: 0 }),
    /^Lookups are switched off by SLUICE_LOOKUPS\.$/,
  ],
  ['does not compile', describe(null), /does not compile/],
  ['no condition', describe([]), /no condition that an order could serve/],
  ['before the first look', describe([CUSTOMER], null), /within a minute/],
  [
    'a small project',
    describe([CUSTOMER], { events: 12_345 }),
    /has 12,345 events; lookups are made from 1,000,000 events on/,
  ],
  ['not run for long', describe([CUSTOMER], { wishes: [] }), /not computed an answer for seven days/],
  ['soon', describe([CUSTOMER]), /within a minute/],
  ['not measured yet', describe([CUSTOMER], { wishes: [wish(CUSTOMER, null)] }), /within a minute/],
  ['few values', describe([PLAN]), /Each value of the property "plan" has a large part of the events/],
  ['the better of two', describe([PLAN, CUSTOMER], {}, { roomEvents: 0 }), /share of the disk/],
  [
    'others',
    describe([CUSTOMER], { wishes: [wish(CUSTOMER, 0), wish({ kind: 'distinct_id' }, 0, 9)] }),
    /may have at most 1 by SLUICE_LOOKUPS/,
  ],
])('none: %s', (_, { state, percent, reason }, expected) => {
  expect([state, percent]).toEqual(['none', 0]);
  expect(reason).toMatch(expected);
});

test('none: a materialized endpoint', () => {
  const endpoint = { subjects: [CUSTOMER], ofCallers: [], isMaterialized: true };
  expect(describeLookup(endpoint, LARGE, BOUNDS)).toEqual({
    state: 'none',
    percent: 0,
    reason: 'The endpoint is materialized: its runs read stored results.',
  });
  // Runs with filters of callers compute.
  const filtered = describeLookup({ ...endpoint, ofCallers: [PLAN] }, LARGE, BOUNDS);
  expect(filtered.reason).toMatch(/^Each value of the property "plan"/);
});

test('one that only callers want', () => {
  const ready = lookup(PLAN, 'ready', 100);
  expect(describe([], { lookups: [ready] }, {}, [PLAN])).toEqual({
    state: 'ready',
    percent: 100,
    reason: 'Events are found by the property "plan", by which callers filter.',
  });
  expect(describe([], {}, {}, [CUSTOMER]).reason).toBe('It is decided within a minute.');
  expect(describe([PLAN], { lookups: [ready] }, {}, [PLAN]).reason).toBe(
    'Events are found by the property "plan".',
  );
});

test('one that is built, and one that serves it meanwhile', () => {
  const building = lookup(CUSTOMER, 'building', 61);
  expect(describe([CUSTOMER, PLAN], { lookups: [building] })).toEqual({
    state: 'building',
    percent: 61,
    reason: 'Events are being ordered by the property "customer_id".',
  });
  const ready = lookup(PLAN, 'ready', 100);
  expect(describe([CUSTOMER, PLAN], { lookups: [building, ready], events: 5 })).toEqual({
    state: 'ready',
    percent: 100,
    reason: 'Events are found by the property "plan".',
  });
});
