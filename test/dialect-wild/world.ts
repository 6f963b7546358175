import { COMPANIES, PEOPLE, type Person } from './people.ts';

/** The clock of every case: a Thursday. The weeks of the project begin on Sunday, its zone is UTC. */
export const NOW = '2026-03-19T12:00:00Z';

/** The days of the world: Monday the 9th to Wednesday the 18th of March 2026. */
export const DAYS: readonly string[] = Array.from({ length: 10 }, (_, day) =>
  dayOf(Date.UTC(2026, 2, 9 + day)),
);

type Value = string | number | boolean | null | readonly unknown[] | object;

/** One event as a plain loop sees it. */
export interface Seen {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  /** Whom the event belongs to after all merges. */
  readonly person: Person;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `2026-03-09` */
  readonly day: string;
  /** `$session_id`; undefined outside of sessions. */
  readonly session: string | undefined;
  readonly properties: Readonly<Record<string, Value>>;
}

/** How a session began, by (person + day) % 6; the channel follows docs/dialect.md, Virtual properties. */
export const ENTRIES: readonly { readonly channel: string; readonly properties: Record<string, string> }[] = [
  { channel: 'Direct', properties: { $referring_domain: '$direct' } },
  { channel: 'Organic Search', properties: { $referring_domain: 'www.google.com' } },
  {
    channel: 'Paid Search',
    properties: { $referring_domain: 'www.google.com', gclid: 'g-1', gad_source: '1' },
  },
  {
    channel: 'Email',
    properties: {
      $referring_domain: '$direct',
      utm_source: 'newsletter',
      utm_medium: 'email',
      msclkid: 'ms-1',
    },
  },
  { channel: 'Organic Social', properties: { $referring_domain: 'l.facebook.com', fbclid: 'fb-1' } },
  { channel: 'Referral', properties: { $referring_domain: 'blog.example' } },
];

const PLANS = ['free', 'pro', ' Pro ', undefined];
const VERSIONS = ['1.2.10', '1.10.0', '1.9.3', 'v2.0.0'];
const SCORES = ['12', 'n/a', '7.5', '-3'];

let made = 0;

/** All events of the world, in the order in which they are sent. */
export const EVENTS: readonly Seen[] = [
  ...groupEvents(),
  ...PEOPLE.flatMap((_, who) => eventsOf(who)),
  ...merge(),
];

/** The events of sessions, session by session. */
export const SESSIONS: readonly (readonly Seen[])[] = [
  ...Map.groupBy(
    EVENTS.filter(({ session }) => session !== undefined),
    ({ session }) => session,
  ).values(),
];

/** What `capture` sends for an event. */
export function capturedForm({ uuid, event, distinctId, at, properties }: Seen): object {
  return { uuid, event, distinct_id: distinctId, timestamp: new Date(at).toISOString(), properties };
}

function eventsOf(who: number): readonly Seen[] {
  return DAYS.flatMap((_, day) => ((who * 3 + day * 2) % 5 < 3 ? sessionOf(who, day) : []));
}

/** What somebody does in one visit; the arithmetic only makes visits differ. */
function sessionOf(who: number, day: number): readonly Seen[] {
  const person = PEOPLE[who] as Person;
  const start = Date.UTC(2026, 2, 9 + day, 8 + who, day * 3);
  const session = sessionId(start, who);
  const plan = PLANS[(who + day) % 4];
  const shared = {
    $session_id: session,
    $host: 'www.shop.test',
    $browser: who % 2 === 0 ? 'Firefox' : 'Chrome',
    ...(plan !== undefined && { plan }),
    ...(person.company !== undefined && { $groups: { company: person.company } }),
  };
  const pages = ['/', '/pricing', '/docs/start'].slice(0, 1 + ((who + day) % 3));
  const url = (path: string) => ({ $current_url: `https://www.shop.test${path}`, $pathname: path });
  const seen: (readonly [number, string, Record<string, Value>])[] = pages.map((path, nth) => [
    nth * 20,
    '$pageview',
    { ...url(path), ...(nth === 0 ? firstPage(who, day) : {}), version: VERSIONS[(who + nth) % 4] as string },
  ]);
  if ((who + day) % 2 === 0) {
    seen.push([
      50,
      '$autocapture',
      { ...url('/'), $el_text: 'Buy', $external_click_url: `https://partner.test/${day}` },
    ]);
  }
  if (day % 4 === 0) {
    seen.push([5, '$web_vitals', { $web_vitals_LCP_value: 1200 + 100 * who }]);
    seen.push([55, '$web_vitals', { $web_vitals_LCP_value: 900 + 100 * who }]);
  }
  // Ben looks and never buys.
  if ((who + day) % 3 === 0 && person.id !== 'ben') seen.push([90, 'purchase', purchase(who, day)]);
  if (day === 3 || day === 8) seen.push(...answers(who, day));
  if (who % 2 === 0) seen.push([200, '$pageleave', url(pages.at(-1) as string)]);
  return seen.map(([seconds, event, own]) =>
    see(event, person, start + seconds * 1000, { ...shared, ...own }),
  );
}

function firstPage(who: number, day: number): Record<string, Value> {
  const { plan, country, email, seats } = PEOPLE[who] as Person;
  const known = Object.entries({ plan, country, email, seats, name: PEOPLE[who]?.id });
  const $set = Object.fromEntries(known.filter(([, value]) => value !== undefined));
  return { ...ENTRIES[(who + day) % 6]?.properties, $set };
}

function purchase(who: number, day: number): Record<string, Value> {
  return {
    amount: 10 + ((who * 7 + day * 3) % 9) * 5,
    currency: day % 2 === 0 ? 'USD' : 'EUR',
    items: day % 2 === 0 ? ['book', 'pen'] : ['book'],
    details: { sku: `S-${day % 3}`, quantity: 1 + (who % 3) },
    score: SCORES[(who + day) % 4] as string,
    gift: who % 2 === 0,
    delivered_at: new Date(Date.UTC(2026, 2, 20 + day, 6)).toISOString(),
  };
}

/** A survey of two questions: the answer so far, then the whole one, both of one submission. */
function answers(who: number, day: number): (readonly [number, string, Record<string, Value>])[] {
  const one = {
    $survey_id: day === 3 ? 'survey-rating' : 'survey-features',
    $survey_submission_id: `submission-${who}-${day}`,
    $survey_questions: [
      { id: 'q-rating', question: 'How much?' },
      { id: 'q-why', question: 'Why?' },
      { id: 'q-used', question: 'What do you use?' },
    ],
    $survey_response: String(5 + (who % 5)),
  };
  const why = who % 2 === 0 ? 'fast' : 'simple';
  const used = who % 2 === 0 ? ['sql', 'funnels'] : ['sql'];
  return [
    [100, 'survey sent', { ...one, $survey_completed: false }],
    [
      120,
      'survey sent',
      {
        ...one,
        $survey_completed: true,
        ...(day === 3
          ? { $survey_response_1: why, $survey_response_2: used }
          : { '$survey_response_q-why': why, '$survey_response_q-used': used }),
      },
    ],
  ];
}

function groupEvents(): readonly Seen[] {
  const ada = PEOPLE[0] as Person;
  return COMPANIES.map(({ key, industry, size }, nth) =>
    see('$groupidentify', ada, Date.UTC(2026, 2, 9, 7, nth), {
      $group_type: 'company',
      $group_key: key,
      $group_set: { industry, size },
    }),
  );
}

/** Somebody looks around without a name, and is hal a moment later. */
function merge(): readonly Seen[] {
  const hal = PEOPLE[7] as Person;
  const at = Date.UTC(2026, 2, 18, 20);
  const before = see('landed', hal, at, { $current_url: 'https://www.shop.test/welcome' });
  const after = see('$identify', hal, at + 1000, { $anon_distinct_id: 'visitor-7' });
  return [{ ...before, distinctId: 'visitor-7' }, after];
}

function see(event: string, person: Person, at: number, properties: Record<string, Value>): Seen {
  made += 1;
  const uuid = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const session = properties['$session_id'] as string | undefined;
  return { uuid, event, distinctId: person.id, person, at, day: dayOf(at), session, properties };
}

/** A UUID of version 7, as SDKs make them: its first 48 bits are the moment. */
function sessionId(start: number, who: number): string {
  const time = start.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(who).padStart(12, '0')}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
