import { describe, expect, test } from 'vitest';
import { OUTAGE_DAY } from '../../src/services/demo/diary.ts';
import { DEMO_DAYS, generateDemo, LAUNCH_DAY } from '../../src/services/demo/generate-demo.ts';
import { countDemo } from './count-demo.ts';
import { countFunnel } from './count-funnel.ts';
import { findPeople } from './find-people.ts';

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

describe('the people of the demo', () => {
  const truth = countDemo(events);
  const joining = (name: string) => events.filter((each) => each.event === name);

  test('browse on a device or two before they are known, by each of the ways to become known', () => {
    expect(joining('$create_alias').length).toBeGreaterThan(20);
    expect(joining('$identify').length).toBeGreaterThan(100);
    expect(truth.people).toBeLessThan(truth.distinctIds - 200);
    const ids = joining('$identify').map(({ distinct_id }) => distinct_id);
    expect(new Set(ids).size).toBeLessThan(ids.length - 20);
  });

  test('get through the funnel only when what they did as nobody is theirs', () => {
    const signedUp = (personOf: (id: string) => string) =>
      Object.values(countFunnel(events, personOf)).reduce((sum, [, count]) => sum + count, 0);
    expect(signedUp((distinctId) => distinctId)).toBe(0);
    expect(signedUp(findPeople(events))).toBeGreaterThan(150);
  });
});

const event = (name: string, who: string, timestamp: string, properties: Record<string, unknown> = {}) => ({
  uuid: `${name}-${who}-${timestamp}`,
  event: name,
  distinct_id: who,
  timestamp,
  properties,
});
const personless = { $process_person_profile: false };

describe('countDemo', () => {
  test('counts a handful by hand', () => {
    const truth = countDemo([
      event('$pageview', 'phone', '2026-01-02T10:00:00.000Z', { $device_type: 'Mobile', ...personless }),
      event('$pageview', 'a', '2026-01-03T10:00:00.000Z', { $groups: { organization: 'org-01' } }),
      event('$pageview', 'laptop', '2026-01-03T10:30:00.000Z', { $set_once: { referrer: 'search' } }),
      event('signed up', 'a', '2026-01-03T11:00:00.000Z', { $set: { plan: 'team' } }),
      event('$create_alias', 'a', '2026-01-03T11:00:01.000Z', { alias: 'laptop' }),
      event('$pageview', 'a', '2026-01-04T10:00:00.000Z'),
      event('$identify', 'a', '2026-01-04T11:00:00.000Z', { $anon_distinct_id: 'phone' }),
      event('$pageview', 'b', '2026-01-05T10:00:00.000Z', { $device_type: 'Desktop', ...personless }),
      event('invoice paid', 'a', '2026-01-05T11:00:00.000Z', { amount: '10.25' }),
      event('invoice paid', 'a', '2026-01-05T12:00:00.000Z', { amount: 'n/a' }),
    ]);
    expect(truth).toEqual({
      events: 10,
      distinctIds: 4,
      people: 2,
      profiles: 1,
      byEvent: { $pageview: 5, 'signed up': 1, $create_alias: 1, $identify: 1, 'invoice paid': 2 },
      byDay: {
        '2026-01-02': { $pageview: 1 },
        '2026-01-03': { $pageview: 2, 'signed up': 1, $create_alias: 1 },
        '2026-01-04': { $pageview: 1, $identify: 1 },
        '2026-01-05': { $pageview: 1, 'invoice paid': 2 },
      },
      dailyPageviewUsers: { '2026-01-02': 1, '2026-01-03': 1, '2026-01-04': 1, '2026-01-05': 1 },
      weeklyPageviewUsers: { '2025-12-28': 1, '2026-01-04': 2 },
      organizationUsage: { 'org-01': { '2026-01-03': 1 } },
      organizationUsers: { 'org-01': { '2026-01-03': 1 } },
      memberUsers: { $pageview: 1, 'signed up': 1, $create_alias: 1, $identify: 1, 'invoice paid': 1 },
      pageviewsByPlan: { team: 4, none: 1 },
      signUpsByReferrer: { search: 1 },
      signUpFunnel: { Mobile: [1, 1, 1], Desktop: [1, 0, 0] },
      revenueCents: 1025,
    });
  });
});

describe('countFunnel', () => {
  const day = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 86_400_000).toISOString();
  const step = (name: string, at: number, who = 'a') =>
    event(name, who, day(at), { $device_type: `of ${who}` });

  test.each([
    ['a visit is one step', [step('$pageview', 0)], [1, 0, 0]],
    ['who never visits is not in it', [step('signed up', 0), step('invoice paid', 1)], undefined],
    [
      'steps count in their order only',
      [step('$pageview', 0), step('invoice paid', 1), step('signed up', 2)],
      [1, 1, 0],
    ],
    ['the window is 30 days long', [step('$pageview', 0), step('signed up', 31)], [1, 0, 0]],
    [
      'a later visit may be the better one',
      [step('$pageview', 0), step('$pageview', 9), step('signed up', 31)],
      [1, 1, 0],
    ],
  ])('%s', (_, events, expected) => {
    expect(countFunnel(events, (id) => id)['of a']).toEqual(expected);
  });

  test('the device is that of the first step, on whatever device', () => {
    const events = [step('$pageview', 0, 'phone'), step('$pageview', 1), step('signed up', 2)];
    expect(countFunnel(events, () => 'one person')).toEqual({ 'of phone': [1, 1, 0] });
  });
});
