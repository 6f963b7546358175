import { describe, expect, test } from 'vitest';
import { countDemo } from './count-demo.ts';
import { DEMO_DAYS, generateDemo, LAUNCH_DAY, OUTAGE_DAY } from './generate-demo.ts';

const nowMs = Date.parse('2026-06-30T12:00:00Z');
const events = generateDemo({ nowMs });
const dayOf = (day: number) =>
  new Date(Date.parse('2026-01-01T00:00:00Z') + day * 86_400_000).toISOString().slice(0, 10);

describe('generateDemo', () => {
  test('is the same for the whole day and differs by seed', () => {
    expect(generateDemo({ nowMs: nowMs + 3_600_000 })).toEqual(events);
    expect(generateDemo({ nowMs, seed: 7 })).not.toEqual(events);
  });

  test('has about 20,000 events in time order, with ids of their own, on 180 days before today', () => {
    expect(events.length).toBeGreaterThan(18_000);
    expect(events.length).toBeLessThan(22_000);
    expect(new Set(events.map((event) => event.uuid)).size).toBe(events.length);
    const times = events.map((event) => event.timestamp);
    expect(times).toEqual(times.toSorted());
    expect(times.at(0)?.slice(0, 10)).toBe(dayOf(0));
    expect(times.at(-1)?.slice(0, 10)).toBe(dayOf(DEMO_DAYS - 1));
  });

  test('tells the story: no summaries before the launch, silence during the outage, quiet weekends', () => {
    const { byDay } = countDemo(events);
    const summaries = Object.entries(byDay).filter(([, counts]) => (counts['summary made'] ?? 0) > 0);
    expect(summaries[0]?.[0]).toBe(dayOf(LAUNCH_DAY));
    const outage = events.filter((event) => event.timestamp.startsWith(dayOf(OUTAGE_DAY)));
    expect(
      outage.some(({ timestamp }) => timestamp.slice(11, 13) >= '09' && timestamp.slice(11, 13) < '15'),
    ).toBe(false);
    expect(outage.length).toBeGreaterThan(0);
    const visits = (weekend: boolean) =>
      Object.entries(byDay)
        .filter(([day]) => [0, 6].includes(new Date(day).getUTCDay()) === weekend)
        .reduce((sum, [, counts]) => sum + (counts['$pageview'] ?? 0), 0);
    expect(visits(true) / 2).toBeLessThan(visits(false) / 5 / 2);
  });

  test('mixes types, unicode, groups and people without a profile', () => {
    const amounts = new Set(
      events.filter((e) => e.event === 'invoice paid').map((e) => typeof e.properties['amount']),
    );
    expect(amounts).toEqual(new Set(['number', 'string']));
    expect(JSON.stringify(events)).toContain('週報');
    expect(events.some((event) => event.properties['$process_person_profile'] === false)).toBe(true);
    expect(Object.keys(countDemo(events).organizationUsage).length).toBe(12);
  });
});

describe('countDemo', () => {
  test('counts a handful by hand', () => {
    const event = (
      name: string,
      who: string,
      timestamp: string,
      properties: Record<string, unknown> = {},
    ) => ({
      uuid: `${name}-${who}-${timestamp}`,
      event: name,
      distinct_id: who,
      timestamp,
      properties,
    });
    const truth = countDemo([
      event('$pageview', 'a', '2026-01-03T10:00:00.000Z', { $groups: { organization: 'org-01' } }),
      event('$pageview', 'a', '2026-01-04T10:00:00.000Z'),
      event('$pageview', 'b', '2026-01-05T10:00:00.000Z', { $process_person_profile: false }),
      event('invoice paid', 'a', '2026-01-05T11:00:00.000Z', { amount: '10.25' }),
      event('invoice paid', 'a', '2026-01-05T12:00:00.000Z', { amount: 'n/a' }),
    ]);
    expect(truth).toEqual({
      events: 5,
      distinctIds: 2,
      byEvent: { $pageview: 3, 'invoice paid': 2 },
      byDay: {
        '2026-01-03': { $pageview: 1 },
        '2026-01-04': { $pageview: 1 },
        '2026-01-05': { $pageview: 1, 'invoice paid': 2 },
      },
      weeklyPageviewUsers: { '2025-12-28': 1, '2026-01-04': 2 },
      organizationUsage: { 'org-01': { '2026-01-03': 1 } },
      memberUsers: { $pageview: 1, 'invoice paid': 1 },
      revenueCents: 1025,
    });
  });
});
