import { PEOPLE } from './people.ts';
import { EVENTS, type Seen } from './world.ts';

/** A cohort of the world as the API takes it (PostHog's JSON), and its members by a plain loop. */
export interface CohortSpec {
  readonly name: string;
  readonly filters?: object;
  /** Static members, sent to `/cohorts/{id}/members`: JSON, or CSV with a header. */
  readonly members?: { readonly body: object | string; readonly headers?: Record<string, string> };
  readonly people: readonly string[];
}

const all = (...values: readonly object[]) => ({
  properties: { type: 'OR', values: [{ type: 'AND', values }] },
});
const any = (...values: readonly object[]) => ({
  properties: { type: 'OR', values: values.map((value) => ({ type: 'AND', values: [value] })) },
});
const person = (key: string, value: unknown, operator = 'exact') => ({
  type: 'person',
  key,
  value,
  operator,
});
const did = (event: string, days: number, more: object = {}) => ({
  type: 'behavioral',
  value: 'performed_event',
  event_type: 'events',
  key: event,
  time_value: days,
  time_interval: 'day',
  negation: false,
  ...more,
});
const peopleWho = (test: (id: string) => boolean) => PEOPLE.map(({ id }) => id).filter(test);
const planned = (plan: string) => PEOPLE.filter((one) => one.plan === plan).map(({ id }) => id);
const from = (country: string) => PEOPLE.filter((one) => one.country === country).map(({ id }) => id);
const buys = (id: string, test: (seen: Seen) => boolean = () => true) =>
  EVENTS.filter((seen) => seen.event === 'purchase' && seen.person.id === id && test(seen)).length;

/** 5 days before now are noon of the 14th; the runner holds that no purchase of that morning decides. */
const recently = ({ at }: Seen) => at >= Date.UTC(2026, 2, 14, 12);

/** In the order in which they are made: later ones may name earlier ones. */
export const COHORTS: readonly CohortSpec[] = [
  { name: 'Pro customers', filters: all(person('plan', 'pro')), people: planned('pro') },
  { name: 'Germans', filters: all(person('country', ['DE'])), people: from('DE') },
  {
    name: 'Large',
    filters: all(person('seats', 5, 'gte')),
    people: PEOPLE.filter(({ seats }) => (seats ?? 0) >= 5).map(({ id }) => id),
  },
  {
    name: 'Pro or German',
    filters: any(person('plan', 'pro'), person('country', 'DE')),
    people: peopleWho((id) => planned('pro').includes(id) || from('DE').includes(id)),
  },
  {
    name: 'Pro Germans',
    filters: all(
      { type: 'cohort', key: 'id', value: '{cohort:Pro customers}' },
      { type: 'cohort', key: 'id', value: '{cohort:Germans}' },
    ),
    people: peopleWho((id) => planned('pro').includes(id) && from('DE').includes(id)),
  },
  {
    name: 'Reachable but not pro',
    filters: all(person('email', 'is_set', 'is_set'), {
      type: 'cohort',
      key: 'id',
      value: '{cohort:Pro customers}',
      negation: true,
    }),
    people: PEOPLE.filter(({ email, plan }) => email !== undefined && plan !== 'pro').map(({ id }) => id),
  },
  {
    name: 'Recent buyers',
    filters: all(did('purchase', 5)),
    people: peopleWho((id) => buys(id, recently) > 0),
  },
  {
    name: 'Frequent buyers',
    filters: all(
      did('purchase', 30, { value: 'performed_event_multiple', operator: 'gte', operator_value: 2 }),
    ),
    people: peopleWho((id) => buys(id) >= 2),
  },
  {
    name: 'Free without recent purchase',
    filters: all(person('plan', 'free'), did('purchase', 5, { negation: true })),
    people: planned('free').filter((id) => buys(id, recently) === 0),
  },
  {
    name: 'Looked at pricing as an action',
    filters: all(did('{action:Looked at pricing}', 30, { event_type: 'actions' })),
    people: peopleWho((id) =>
      EVENTS.some(
        (seen) =>
          seen.person.id === id && seen.properties['$pathname'] === '/pricing' && seen.event === '$pageview',
      ),
    ),
  },
  {
    name: 'Invited',
    members: { body: { distinct_ids: ['ada', 'dee', 'visitor-7', 'nobody'] } },
    people: ['ada', 'dee', 'hal'],
  },
  {
    name: 'From a file',
    members: { body: 'distinct_id\nben\ncyd\nunheard-of\n', headers: { 'content-type': 'text/csv' } },
    people: ['ben', 'cyd'],
  },
];

/** The members of a cohort by name. */
export function membersOf(name: string): readonly string[] {
  const cohort = COHORTS.find((one) => one.name === name);
  if (cohort === undefined) throw new Error(`no cohort ${name}`);
  return cohort.people;
}
