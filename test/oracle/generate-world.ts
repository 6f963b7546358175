import { SeededRandom } from '../../src/services/demo/random.ts';
import type { OracleEvent, OracleFilter, OraclePerson, World } from './model.ts';

/** A world and the events that make it, in the form and order in which a client sends them. */
export interface GeneratedWorld {
  readonly world: World;
  /** For `/batch/`: shuffled (late events), some sent twice. */
  readonly sent: readonly Readonly<Record<string, unknown>>[];
}

// Days around clock changes, so that days of 23 and 25 hours (and of 23.5 and 24.5) are in many ranges.
const MOMENTS: readonly (readonly [string, string])[] = [
  ['UTC', '2024-06-19T15:20:31Z'],
  ['America/New_York', '2024-03-14T15:05:10Z'],
  ['America/New_York', '2024-11-05T04:30:00Z'],
  ['Europe/Berlin', '2024-04-02T22:59:59Z'],
  ['Europe/Berlin', '2024-10-29T00:15:00Z'],
  ['Asia/Tokyo', '2024-03-01T14:59:30Z'],
  ['Australia/Lord_Howe', '2024-04-08T01:45:00Z'],
  ['Australia/Lord_Howe', '2024-10-06T22:10:00Z'],
  ['America/Sao_Paulo', '2023-12-31T23:30:00Z'],
];

export const EVENT_NAMES = ['view', 'signup', 'buy', '$pageview', '$screen', 'ünïcode "name"'] as const;
export const OS_VALUES = ['Mac', 'Win', 'Linux', 'mac os', '100%_x\\y'] as const;
const URLS = [
  'https://a.example/',
  'https://a.example/pricing',
  'https://a.example/pricing/',
  'https://a.example/docs?x=1#y',
  'https://a.example//',
] as const;
const VERSIONS = ['1.2.3', 'v1.10.0-beta.1', '1.2', '2.0.0', 'none', '0.2.9'] as const;
const DATES = ['2024-03-10', '2024-03-10T02:30:00Z', '2024-06-01 12:00:00', '1717243200', 'soon'] as const;
const DAY_MS = 86_400_000;

interface Member {
  readonly distinctId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly hasProfile: boolean;
  readonly company: string;
}

/**
 * Makes one world from a seed: at most 600 events of 40 people over 45 days.
 * @param hasTies a fifth of the events are at the instant of the event before; else the times of a person never tie
 */
export function generateWorld(seed: number, hasTies = false): GeneratedWorld {
  const random = new SeededRandom(seed);
  const [timezone, now] = random.pick(MOMENTS);
  const nowMs = Date.parse(now);
  const members = Array.from({ length: random.between(5, 40) }, (_, at) => makeMember(random, at));
  const raw: Raw[] = [];
  const companies = new Map(
    members.filter((m) => m.company !== '').map((m) => [m.company, companyProperties(random)]),
  );
  let serial = 0;
  const uuid = () => `00000000-0000-4000-8000-${String(seed * 10_000 + serial++).padStart(12, '0')}`;
  for (const [key, properties] of companies) {
    raw.push({
      uuid: uuid(),
      event: '$groupidentify',
      member: BACKEND,
      timestampMs: nowMs - 50 * DAY_MS,
      properties: { $group_type: 'company', $group_key: key, $group_set: properties },
      sessionId: '',
      company: '',
    });
  }
  for (const member of members) raw.push(...lifeOf(random, member, { nowMs, uuid, hasTies }));
  return {
    world: worldOf(raw, [...members, BACKEND], companies, timezone, random, nowMs),
    sent: shuffled(raw.map(asSent), random),
  };
}

/** Sends what is said about companies; has no person profile. */
const BACKEND: Member = { distinctId: 'backend', properties: {}, hasProfile: false, company: '' };

interface Raw {
  readonly uuid: string;
  readonly event: string;
  readonly member: Member;
  readonly timestampMs: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
  readonly company: string;
}

function makeMember(random: SeededRandom, at: number): Member {
  const properties: Record<string, unknown> = {};
  if (random.chance(0.8)) properties['plan'] = random.pick(['free', 'pro', '', 'Pro']);
  if (random.chance(0.6)) properties['age'] = random.pick([18, 40, '40', 40.5, null]);
  return {
    distinctId: `person-${at}`,
    properties,
    hasProfile: random.chance(0.85),
    company: random.chance(0.7) ? `c${random.between(1, 4)}` : '',
  };
}

function companyProperties(random: SeededRandom): Record<string, unknown> {
  return { tier: random.pick(['gold', 'silver', 'gold ']), seats: random.pick([1, 5, 50, '5']) };
}

interface LifeOptions {
  readonly nowMs: number;
  readonly uuid: () => string;
  readonly hasTies: boolean;
}

function lifeOf(random: SeededRandom, member: Member, { nowMs, uuid, hasTies }: LifeOptions): Raw[] {
  const count = random.between(1, 25);
  const times = new Set<number>();
  const first = nowMs - random.between(1, 45) * DAY_MS;
  while (times.size < count) {
    const burst = random.chance(0.4) ? random.between(0, 3600) * 1000 : random.between(0, 45 * 86_400) * 1000;
    times.add(Math.floor(Math.min(first + burst, nowMs - random.between(1, 86_400) * 1000) / 1000) * 1000);
  }
  const sorted = [...times].sort((a, b) => a - b);
  for (const at of sorted.keys())
    if (hasTies && random.chance(0.2)) sorted[at] = sorted[at - 1] ?? sorted[at] ?? 0;
  let session = 0;
  return sorted.map((timestampMs, at) => {
    if (at > 0 && timestampMs - (sorted[at - 1] ?? 0) > 1_800_000) session += 1;
    return {
      uuid: uuid(),
      event: random.pick(EVENT_NAMES),
      member,
      timestampMs,
      properties: eventProperties(random),
      sessionId: random.chance(0.8) ? `${member.distinctId}-s${session}` : '',
      company: random.chance(0.9) ? member.company : '',
    };
  });
}

function eventProperties(random: SeededRandom): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const maybe = (key: string, probability: number, value: () => unknown) => {
    if (random.chance(probability)) properties[key] = value();
  };
  maybe('os', 0.85, () => random.pick([...OS_VALUES, '', null, true, 3]));
  maybe('amount', 0.7, () => random.pick([20, 15.5, '15.5', '7', 0, 'n/a', null, 1e3, 2.25]));
  maybe('flag', 0.5, () => random.pick([true, false, 'true', 'false']));
  maybe('$current_url', 0.6, () => random.pick(URLS));
  maybe('$screen_name', 0.3, () => random.pick(['Home', 'Settings']));
  maybe('version', 0.4, () => random.pick(VERSIONS));
  maybe('when', 0.3, () => random.pick(DATES));
  maybe('tags', 0.2, () => random.pick([['a', 'b'], { k: 1 }, []]));
  return properties;
}

function asSent(raw: Raw): Record<string, unknown> {
  const person =
    raw.member.hasProfile === true ? { $set: raw.member.properties } : { $process_person_profile: false };
  return {
    uuid: raw.uuid,
    event: raw.event,
    distinct_id: raw.member.distinctId,
    timestamp: new Date(raw.timestampMs).toISOString(),
    properties: {
      ...raw.properties,
      ...person,
      ...(raw.sessionId === '' ? {} : { $session_id: raw.sessionId }),
      ...(raw.company === '' ? {} : { $groups: { company: raw.company } }),
    },
  };
}

function worldOf(
  raw: readonly Raw[],
  members: readonly Member[],
  companies: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  timezone: string,
  random: SeededRandom,
  nowMs: number,
): World {
  const people = new Map(members.map((member) => [member, personOf(member, raw)]));
  const events = raw.map((one): OracleEvent => {
    const person = people.get(one.member);
    if (person === undefined) throw new Error('every event has a member');
    return {
      uuid: one.uuid,
      event: one.event,
      timestampMs: one.timestampMs,
      distinctId: one.member.distinctId,
      person,
      properties: { ...one.properties, ...(one.member.hasProfile ? {} : { $process_person_profile: false }) },
      sessionId: one.sessionId,
      groups: [one.company, '', '', '', ''],
    };
  });
  const testAccountFilters: OracleFilter[] = [{ key: 'os', type: 'event', operator: 'is_not', value: 'Win' }];
  const project = {
    timezone,
    weekStartDay: random.pick([0, 1]),
    testAccountFilters,
    groups: [Object.fromEntries(companies)],
  };
  return { events, project, nowMs };
}

function personOf(member: Member, raw: readonly Raw[]): OraclePerson {
  const times = raw
    .filter((one) => one.member === member && one.event !== '$groupidentify')
    .map((one) => one.timestampMs);
  return {
    id: member.distinctId,
    createdAtMs: Math.min(...times),
    properties: member.hasProfile ? member.properties : {},
  };
}

function shuffled(
  events: readonly Record<string, unknown>[],
  random: SeededRandom,
): Record<string, unknown>[] {
  const twice = events.filter(() => random.chance(0.05));
  const all = [...events, ...twice];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    const kept = all[at];
    const moved = all[other];
    if (kept === undefined || moved === undefined) continue;
    all[at] = moved;
    all[other] = kept;
  }
  return all;
}
