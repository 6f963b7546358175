import { derivedUuid } from '../../base/ids.ts';
import { castOrganizations, castVisitors, type Organization, type Visitor } from './cast.ts';
import { SeededRandom } from './random.ts';

/** One event as the capture API and the importer take it. */
export interface DemoEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601 in UTC, milliseconds. */
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface DemoOptions {
  readonly seed?: number;
  /** Milliseconds since 1970; the demo ends with the last full UTC day before it. */
  readonly nowMs: number;
}

export const DEMO_DAYS = 180;
/** Summaries by machine appear on this day, and sign-ups jump for a week. */
export const LAUNCH_DAY = 120;
/** On this day nothing arrived between 09:00 and 15:00 UTC. */
export const OUTAGE_DAY = 95;
const OUTAGE_HOURS = [9, 15] as const;

const DAY_MS = 86_400_000;
const DEFAULT_SEED = 20_260_101;
const ID_NAMESPACE = '5b7c1f0e-8a55-4d0c-9d86-0d5e2f3c7a11';
const PATHS = [
  '/',
  '/pricing',
  '/notes',
  '/notes/weekly',
  '/search',
  '/docs/über-uns',
  '/docs/はじめに',
] as const;
const TITLES = [
  'Plan',
  'Réunion',
  '週報',
  'Retro 🎉',
  'He said "ship it"',
  'Ideen & Entwürfe',
  'back\\slash',
] as const;

/**
 * Invents 180 days of Lumen Notes, a notebook for teams: growth, a week rhythm, a launch, an outage, churn, passers-by
 * without profile, organizations as groups, unicode, and properties of mixed types. About 20,000 events in time order.
 * Deterministic: seed and day of `nowMs` decide everything, ids included, so that loading twice changes nothing.
 */
export function generateDemo(options: DemoOptions): readonly DemoEvent[] {
  const seed = options.seed ?? DEFAULT_SEED;
  const firstMs = (Math.floor(options.nowMs / DAY_MS) - DEMO_DAYS) * DAY_MS;
  const organizations = castOrganizations(seed);
  const visitors = castVisitors(seed + 1, DEMO_DAYS, LAUNCH_DAY, organizations);
  const diary = new Diary(firstMs);
  for (const organization of organizations) introduceOrganization(diary, organization);
  const random = new SeededRandom(seed + 2);
  for (const visitor of visitors) liveThrough(diary, visitor, random, firstMs);
  return diary.inTimeOrder();
}

/** Collects events; drops what falls into the outage, as the real thing would have been lost. */
class Diary {
  readonly #events: DemoEvent[] = [];
  readonly #firstMs: number;

  constructor(firstMs: number) {
    this.#firstMs = firstMs;
  }

  write(
    day: number,
    second: number,
    event: string,
    distinctId: string,
    properties: Record<string, unknown>,
  ): void {
    const hour = second / 3600;
    if (day === OUTAGE_DAY && hour >= OUTAGE_HOURS[0] && hour < OUTAGE_HOURS[1]) return;
    const timestamp = new Date(this.#firstMs + day * DAY_MS + Math.floor(second * 1000)).toISOString();
    const uuid = derivedUuid(`${timestamp}|${distinctId}|${event}|${this.#events.length}`, ID_NAMESPACE);
    this.#events.push({ uuid, event, distinct_id: distinctId, timestamp, properties });
  }

  inTimeOrder(): readonly DemoEvent[] {
    return this.#events.toSorted((a, b) =>
      a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
    );
  }
}

function introduceOrganization(diary: Diary, organization: Organization): void {
  diary.write(0, 1, '$groupidentify', `backend-${organization.key}`, {
    $group_type: 'organization',
    $group_key: organization.key,
    $group_set: { name: organization.name, plan: organization.plan, country: organization.country },
    $process_person_profile: false,
  });
}

function liveThrough(diary: Diary, visitor: Visitor, random: SeededRandom, firstMs: number): void {
  signUp(diary, visitor, random);
  for (let day = visitor.firstDay; day < Math.min(visitor.lastDay, DEMO_DAYS); day += 1) {
    const weekday = new Date(firstMs + day * DAY_MS).getUTCDay();
    const rhythm = weekday === 0 || weekday === 6 ? 0.3 : 1;
    const visits = random.count(visitor.activity * rhythm);
    for (let visit = 0; visit < visits; visit += 1) useProduct(diary, visitor, random, day, visit);
  }
}

function signUp(diary: Diary, visitor: Visitor, random: SeededRandom): void {
  if (visitor.kind === 'passer-by') return;
  const second = random.between(6 * 3600, 9 * 3600 - 1);
  diary.write(visitor.firstDay, second, 'signed up', visitor.distinctId, {
    ...circumstances(visitor, second),
    // Some applications send numbers and booleans as text; answers must not depend on it.
    invited: random.chance(0.5) ? random.chance(0.4) : String(random.chance(0.4)),
    $set: { email: visitor.email, plan: visitor.organization?.plan, city: visitor.city },
    $set_once: { first_browser: visitor.browser },
  });
}

function useProduct(diary: Diary, visitor: Visitor, random: SeededRandom, day: number, visit: number): void {
  const second = random.between(6 * 3600, 21 * 3600);
  const at = { ...circumstances(visitor, second), $session_id: `${visitor.distinctId}-${day}-${visit}` };
  const write = (delay: number, event: string, properties: Record<string, unknown>) =>
    diary.write(day, second + delay, event, visitor.distinctId, { ...at, ...properties });
  write(0, '$pageview', { $current_url: `https://lumen.example${random.pick(PATHS)}` });
  if (visitor.kind === 'passer-by') return;
  if (random.chance(0.35))
    write(20, 'note created', { title: random.pick(TITLES), words: random.between(3, 900) });
  if (random.chance(0.18))
    write(45, 'note shared', { with: random.between(1, 12), public: random.chance(0.2) });
  if (random.chance(0.12))
    write(60, 'searched', {
      query: random.chance(0.1) ? '' : random.pick(TITLES),
      hits: random.between(0, 40),
    });
  if (day >= LAUNCH_DAY && random.chance(0.3))
    write(90, 'summary made', { tokens: random.between(50, 4000), model: null });
  if (visitor.organization?.plan !== 'free' && random.chance(0.02))
    write(120, 'invoice paid', { amount: amount(random), currency: 'EUR' });
}

/** Money as a number, as text, or (rarely) as something that is no number. */
function amount(random: SeededRandom): number | string {
  const euros = random.between(900, 49_900) / 100;
  if (random.chance(0.03)) return 'n/a';
  return random.chance(0.3) ? euros.toFixed(2) : euros;
}

function circumstances(visitor: Visitor, second: number): Record<string, unknown> {
  const device = { $browser: visitor.browser, $lib: second % 2 === 0 ? 'web' : 'sluice-demo' };
  if (visitor.kind === 'passer-by') return { ...device, $process_person_profile: false };
  return { ...device, $groups: { organization: visitor.organization?.key } };
}
