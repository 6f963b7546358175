import type { DemoEvent } from '../../src/services/demo/diary.ts';
import { countFunnel, type FunnelCounts } from './count-funnel.ts';
import { findPeople } from './find-people.ts';

/**
 * Counts of the demo made by plain loops over its events, so that every answer of the service can be checked. A person
 * is all distinct ids that became one, also for events from before; days are those of UTC, `YYYY-MM-DD`; days and
 * weeks without events are absent.
 */
interface DemoTruth {
  readonly events: number;
  /** Distinct ids: what people would be counted as if none were ever joined. */
  readonly distinctIds: number;
  /** People, passers-by included. */
  readonly people: number;
  /** People with at least one event that asked for a profile. */
  readonly profiles: number;
  readonly byEvent: Readonly<Record<string, number>>;
  /** Day → event name → number. */
  readonly byDay: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Day → people with at least one `$pageview`. */
  readonly dailyPageviewUsers: Readonly<Record<string, number>>;
  /** First day of the week (Sunday) → people with at least one `$pageview`. */
  readonly weeklyPageviewUsers: Readonly<Record<string, number>>;
  /** Organization key → day → number of events of its members. */
  readonly organizationUsage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Organization key → day → its members with events. */
  readonly organizationUsers: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Event name → people of the events that asked for a profile. */
  readonly memberUsers: Readonly<Record<string, number>>;
  /** Plan of the person, `none` for people without → number of `$pageview`, those from before the sign-up included. */
  readonly pageviewsByPlan: Readonly<Record<string, number>>;
  /** What led a person here, `none` for those who were invited → people who signed up. */
  readonly signUpsByReferrer: Readonly<Record<string, number>>;
  /** Kind of device → people who visited, of them signed up, of them paid within 30 days. */
  readonly signUpFunnel: Readonly<Record<string, FunnelCounts>>;
  /** Sum of `amount` over `invoice paid` where it is a number or the text of one, in cents. */
  readonly revenueCents: number;
}

const DAY_MS = 86_400_000;

interface Said extends DemoEvent {
  readonly person: string;
  readonly day: string;
  readonly hasProfile: boolean;
}

/**
 * Counts `events`, which are in time order; nothing but loops and maps.
 * @param from first day that is counted; earlier events still say who is who
 */
export function countDemo(events: readonly DemoEvent[], from = ''): DemoTruth {
  const personOf = findPeople(events);
  const counted = events.filter(({ timestamp }) => timestamp >= from);
  const said: readonly Said[] = counted.map((event) => ({
    ...event,
    person: personOf(event.distinct_id),
    day: event.timestamp.slice(0, 10),
    hasProfile: event.properties['$process_person_profile'] !== false,
  }));
  const named = (name: string) => said.filter(({ event }) => event === name);
  const ofOrganizations = said.filter(({ properties }) => organizationOf(properties) !== 'none');
  const organization = ({ properties }: Said) => organizationOf(properties);
  const plans = findPersonProperty(events, personOf, 'plan');
  const referrers = findPersonProperty(events, personOf, 'referrer');
  return {
    events: said.length,
    distinctIds: new Set(said.map(({ distinct_id }) => distinct_id)).size,
    people: countPeople(said),
    profiles: countPeople(said.filter(({ hasProfile }) => hasProfile)),
    byEvent: countBy(said, ({ event }) => event),
    byDay: eachOf(said, dayOf, (ofDay) => countBy(ofDay, ({ event }) => event)),
    dailyPageviewUsers: eachOf(named('$pageview'), dayOf, countPeople),
    weeklyPageviewUsers: eachOf(named('$pageview'), weekOf, countPeople),
    organizationUsage: eachOf(ofOrganizations, organization, (its) => countBy(its, dayOf)),
    organizationUsers: eachOf(ofOrganizations, organization, (its) => eachOf(its, dayOf, countPeople)),
    memberUsers: eachOf(
      said.filter(({ hasProfile }) => hasProfile),
      ({ event }) => event,
      countPeople,
    ),
    pageviewsByPlan: countBy(named('$pageview'), ({ person }) => plans.get(person) ?? 'none'),
    signUpsByReferrer: eachOf(
      named('signed up'),
      ({ person }) => referrers.get(person) ?? 'none',
      countPeople,
    ),
    signUpFunnel: countFunnel(counted, personOf),
    revenueCents: named('invoice paid').reduce((sum, event) => sum + cents(event.properties['amount']), 0),
  };
}

function countPeople(said: readonly Said[]): number {
  return new Set(said.map(({ person }) => person)).size;
}

function countBy(said: readonly Said[], keyOf: (each: Said) => string): Record<string, number> {
  return eachOf(said, keyOf, (alike) => alike.length);
}

/** What `count` says of those with the same key, by key. */
function eachOf<Count>(
  said: readonly Said[],
  keyOf: (each: Said) => string,
  count: (alike: readonly Said[]) => Count,
): Record<string, Count> {
  return Object.fromEntries([...Map.groupBy(said, keyOf)].map(([key, alike]) => [key, count(alike)]));
}

function dayOf({ day }: Said): string {
  return day;
}

function weekOf({ day }: Said): string {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return new Date(ms - new Date(ms).getUTCDay() * DAY_MS).toISOString().slice(0, 10);
}

function organizationOf({ $groups: groups }: Readonly<Record<string, unknown>>): string {
  if (typeof groups !== 'object' || groups === null || !('organization' in groups)) return 'none';
  return typeof groups.organization === 'string' ? groups.organization : 'none';
}

/** What was said of each person first; the demo never says anything else later. */
function findPersonProperty(
  events: readonly DemoEvent[],
  personOf: (distinctId: string) => string,
  name: string,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { distinct_id, properties } of events) {
    const operations = [properties['$set'], properties['$set_once']].filter((each) => each !== undefined);
    const value = operations.map((each) => new Map(Object.entries(each ?? {})).get(name)).find(Boolean);
    const person = personOf(distinct_id);
    if (typeof value === 'string' && !values.has(person)) values.set(person, value);
  }
  return values;
}

function cents(amount: unknown): number {
  const euros = typeof amount === 'string' ? Number(amount) : amount;
  return typeof euros === 'number' && Number.isFinite(euros) ? Math.round(euros * 100) : 0;
}
