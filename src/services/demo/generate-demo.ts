import { becomeMember, describeDevice, usesSecondDevice } from './become-member.ts';
import { castOrganizations, castVisitors, type Device, type Organization, type Visitor } from './cast.ts';
import { type DemoEvent, Diary } from './diary.ts';
import { SeededRandom } from './random.ts';

export interface DemoOptions {
  readonly seed?: number;
  /** Milliseconds since 1970; the demo ends with the last full UTC day before it. */
  readonly nowMs: number;
}

export const DEMO_DAYS = 180;
/** On this day the product launches summaries by machine, and sign-ups jump for a week. */
export const LAUNCH_DAY = 120;

const DAY_MS = 86_400_000;
const DEFAULT_SEED = 20_260_101;
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
 * without profile, people who look around on a device or two before they sign up, organizations as groups, unicode, and
 * properties of mixed types. About 20,000 events in time order.
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
  for (const visitor of visitors) liveThrough(diary, visitor, random);
  return diary.inTimeOrder();
}

function introduceOrganization(diary: Diary, organization: Organization): void {
  diary.write({ day: 0, second: 1 }, '$groupidentify', `backend-${organization.key}`, {
    $group_type: 'organization',
    $group_key: organization.key,
    $group_set: { name: organization.name, plan: organization.plan, country: organization.country },
    $process_person_profile: false,
  });
}

function liveThrough(diary: Diary, visitor: Visitor, random: SeededRandom): void {
  if (visitor.kind === 'member') becomeMember(diary, visitor, random);
  for (let day = visitor.firstDay; day < visitor.lastDay; day += 1) {
    const weekday = diary.weekday(day);
    const rhythm = weekday === 0 || weekday === 6 ? 0.3 : 1;
    const visits = random.count(visitor.activity * rhythm);
    for (let visit = 0; visit < visits; visit += 1) useProduct(diary, visitor, random, day, visit);
  }
}

function useProduct(diary: Diary, visitor: Visitor, random: SeededRandom, day: number, visit: number): void {
  // The first day has no use before its sign-ups, which are over at nine.
  const second = random.between((day === visitor.firstDay ? 9 : 6) * 3600, 21 * 3600);
  const isElsewhere = usesSecondDevice(visitor, day) && random.chance(0.3);
  const device = isElsewhere ? (visitor.secondDevice ?? visitor.device) : visitor.device;
  const session = `${visitor.distinctId}-${day}-${visit}`;
  const at = { ...circumstances(visitor, device, second), $session_id: session };
  const write = (delay: number, event: string, properties: Record<string, unknown>) =>
    diary.write({ day, second: second + delay }, event, visitor.distinctId, { ...at, ...properties });
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

function circumstances(visitor: Visitor, device: Device, second: number): Record<string, unknown> {
  const said = { ...describeDevice(device), $lib: second % 2 === 0 ? 'web' : 'sluice-demo' };
  if (visitor.kind === 'passer-by') return { ...said, $process_person_profile: false };
  return { ...said, $groups: { organization: visitor.organization?.key } };
}
