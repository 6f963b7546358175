import { SeededRandom } from './random.ts';

/** A customer of the fictitious product: a team that pays (or not) for Lumen Notes. */
export interface Organization {
  readonly key: string;
  readonly name: string;
  readonly plan: 'free' | 'team' | 'business';
  readonly country: string;
}

/** A device with a browser. Until somebody signs in on it, its events carry an id of their own. */
export interface Device {
  readonly anonymousId: string;
  readonly type: 'Desktop' | 'Mobile';
  readonly browser: string;
}

/** A person who uses the product, or a passer-by without a profile. Days count from the first day of the demo. */
export interface Visitor {
  readonly distinctId: string;
  readonly kind: 'member' | 'passer-by';
  readonly email: string | undefined;
  readonly organization: Organization | undefined;
  /** Invited members sign up at once; other visitors look around anonymously first. */
  readonly isInvited: boolean;
  readonly device: Device;
  /** A second device that the visitor also uses from some day after the sign-up on. */
  readonly secondDevice: Device | undefined;
  readonly city: string;
  /** The day of the sign-up. */
  readonly firstDay: number;
  /** First day without the visitor, at most the end of the demo; churned members stop before it. */
  readonly lastDay: number;
  /** Mean events on a working day. */
  readonly activity: number;
}

const NAMES = [
  'Aurora',
  'Birke',
  'Cobalt',
  'Dune',
  'Éclair',
  'Fjord',
  'Gingko',
  'Heron',
  'Ñandú',
  'Ōkami',
  'Pollen',
  '星空',
] as const;
const COUNTRIES = ['DE', 'US', 'JP', 'BR', 'FR', 'NG'] as const;
const CITIES = ['Zürich', 'São Paulo', '東京', 'Łódź', 'Lagos', "L'Aquila", 'New York', 'Malmö'] as const;
const BROWSERS = ['Chrome', 'Chrome', 'Firefox', 'Safari', 'Safari', 'Edge'] as const;
const DEVICE_TYPES = ['Desktop', 'Desktop', 'Mobile'] as const;
const PLANS = ['free', 'free', 'team', 'team', 'business'] as const;

/** Makes the organizations. The first three have three different plans, so that examples can name them. */
export function castOrganizations(seed: number): readonly Organization[] {
  const random = new SeededRandom(seed);
  const firstPlans = ['business', 'team', 'free'] as const;
  return NAMES.map((name, index) => ({
    key: `org-${String(index + 1).padStart(2, '0')}`,
    name: `${name} Studio`,
    plan: firstPlans[index] ?? random.pick(PLANS),
    country: random.pick(COUNTRIES),
  }));
}

/**
 * Makes the visitors of `days` days: sign-ups grow over time and jump at the launch, four in ten members churn, and
 * one visitor in six is a passer-by without a person profile.
 */
export function castVisitors(
  seed: number,
  days: number,
  launchDay: number,
  organizations: readonly Organization[],
): readonly Visitor[] {
  const random = new SeededRandom(seed);
  const visitors: Visitor[] = [];
  for (let day = 0; day < days; day += 1) {
    const growth = 1.1 + (2.4 * day) / days + (day >= launchDay && day < launchDay + 7 ? 6 : 0);
    for (let left = random.count(growth); left > 0; left -= 1) {
      visitors.push(castVisitor(random, visitors.length + 1, day, days, organizations));
    }
  }
  return visitors;
}

function castVisitor(
  random: SeededRandom,
  number: number,
  firstDay: number,
  days: number,
  organizations: readonly Organization[],
): Visitor {
  const device = castDevice(random, `device-${number}a`);
  const common = { firstDay, city: random.pick(CITIES) };
  if (random.chance(1 / 6)) {
    const distinctId = `anonymous-${number}`;
    return {
      ...common,
      distinctId,
      kind: 'passer-by',
      email: undefined,
      organization: undefined,
      isInvited: false,
      device: { ...device, anonymousId: distinctId },
      secondDevice: undefined,
      lastDay: Math.min(days, firstDay + random.between(1, 3)),
      activity: 2,
    };
  }
  const stays = random.chance(0.6);
  return {
    ...common,
    distinctId: `user-${number}`,
    kind: 'member',
    email: `user${number}@example.com`,
    organization: organizations[Math.floor(random.next() ** 1.7 * organizations.length)],
    isInvited: random.chance(0.4),
    device,
    secondDevice: random.chance(0.3) ? castDevice(random, `device-${number}b`) : undefined,
    lastDay: stays ? days : Math.min(days, firstDay + random.between(5, 60)),
    activity: 0.2 + 0.85 * random.next(),
  };
}

function castDevice(random: SeededRandom, anonymousId: string): Device {
  return { anonymousId, type: random.pick(DEVICE_TYPES), browser: random.pick(BROWSERS) };
}
