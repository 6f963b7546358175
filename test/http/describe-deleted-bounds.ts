import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { deleteEvents, email, PURCHASES, startProject } from './deletion-project.ts';

interface BoundsCase {
  readonly bounds: object;
  /** Events of `PURCHASES` that do not meet the bounds. */
  readonly left: readonly string[];
  readonly first: string;
  readonly last: string;
  /** Deleted in the fast suite too, where the others are only asked for. */
  readonly isShort?: true;
}

const CASES: readonly BoundsCase[] = [
  { bounds: { event: 'buy' }, left: ['say', 'see'], first: '2025-01-10', last: '2025-03-10', isShort: true },
  {
    bounds: { after: '2025-02-01T00:00:00Z', before: '2025-03-11T00:00:00Z' },
    left: ['buy', 'say', 'see'],
    first: '2025-02-10',
    last: '2025-03-10',
  },
  {
    bounds: { event: 'buy', properties: [{ key: 'price', operator: 'gt', value: 10 }] },
    left: ['buy', 'say', 'see'],
    first: '2025-02-10',
    last: '2025-03-10',
  },
  {
    bounds: { properties: [email] },
    left: ['buy', 'buy'],
    first: '2025-03-10',
    last: '2025-03-12',
    isShort: true,
  },
  {
    bounds: { properties: [{ type: 'hogql', key: 'properties.price * 2 = 140' }] },
    left: ['buy', 'buy', 'say'],
    first: '2025-03-10',
    last: '2025-03-11',
  },
  {
    // Long filters are compiled by a thread.
    bounds: {
      properties: [{ key: 'price', value: [70, ...Array.from({ length: 2_000 }, (_, n) => n + 100)] }],
    },
    left: ['buy', 'buy', 'say'],
    first: '2025-03-10',
    last: '2025-03-11',
  },
];

/** Bounds beyond all times of events, how many of `TIMES` meet them, and whether the fast suite deletes these too. */
const BEYOND: readonly (readonly [bounds: object, events: number, isShort: boolean])[] = [
  [{ before: '9999-12-31T23:59:59-23:59' }, 3, false],
  [{ before: '2300-01-01T00:00:00Z', after: '0000-01-01T00:00:00+23:59' }, 3, false],
  [{ after: '2106-02-08T00:00:00Z' }, 0, true],
  [{ before: '1969-01-01T00:00:00Z' }, 0, true],
  [{ before: '2026-11-02T06:30:00.999000Z' }, 2, true],
];
const TIMES = ['1970-01-01T00:00:00Z', '2025-11-02T05:30:00Z', '2026-11-02T06:30:00.999999Z'].map(
  (timestamp) => ({ event: 'a', distinct_id: 'a', timestamp }),
);

let service: TestProject;

/** Deletions of events by bounds. @param isDeep deletes what meets any of them, and not only some */
export function describeDeletedBounds({ isDeep }: { readonly isDeep: boolean }): void {
  beforeAll(async () => {
    service = await shareService();
  });
  describeDryRuns();
  test.each(CASES.filter(({ isShort }) => isDeep || isShort))(
    'events that meet $bounds go',
    async ({ bounds, left }) => {
      const { below, send, run } = await startProject(service);
      await send(PURCHASES);
      await run();
      const events = PURCHASES.length - left.length;
      const deleted = await deleteEvents(service, below, bounds);
      expect(deleted).toMatchObject({ state: 'completed', events, deleted: events });
      const { rows, from } = await run();
      expect([rows.map(([event]: [string]) => event), from]).toEqual([left, 'direct']);
    },
  );
  test.each(BEYOND.filter(([, , isShort]) => isDeep || isShort))(
    'events that meet bounds beyond all times go: %j',
    async (bounds, events) => {
      const { below, send } = await startProject(service);
      await send(TIMES);
      const deleted = await deleteEvents(service, below, bounds);
      expect(deleted).toMatchObject({ state: 'completed', deleted: events });
    },
  );
}

function describeDryRuns(): void {
  describe('a dry run', () => {
    let project: Awaited<ReturnType<typeof startProject>>;
    let beyond: typeof project;
    beforeAll(async () => {
      [project, beyond] = [await startProject(service), await startProject(service)];
      await project.send(PURCHASES);
      await beyond.send(TIMES);
    });

    const ask = async ({ below }: typeof project, bounds: object) => {
      const body = { ...bounds, dry_run: true };
      const { status, json } = await service.call('POST', `${below}/events/delete/`, { body });
      return [status, json];
    };

    test.each(CASES)('says which events meet $bounds', async ({ bounds, left, first, last }) => {
      const events = PURCHASES.length - left.length;
      expect(await ask(project, bounds)).toEqual([
        200,
        { events, first: `${first}T00:00:00Z`, last: `${last}T00:00:00Z` },
      ]);
      expect((await project.run()).rows.length).toBe(PURCHASES.length);
    });

    test.each(BEYOND)('takes bounds beyond all times of events: %j', async (bounds, events) => {
      expect(await ask(beyond, bounds)).toMatchObject([200, { events }]);
    });
  });
}
