import type { ServiceProcess } from '../fixtures/start-process.ts';

const HOURS = 24;
const HOUR_MS = 3_600_000;

/** How often an endpoint is asked in the hour before `hoursAgo`: more in the working day, and never evenly. */
type Rhythm = (hoursAgo: number) => number;

interface Caller {
  readonly endpoint: string;
  readonly body: (turn: number) => object;
  readonly rhythm: Rhythm;
}

const day: Rhythm = (hoursAgo) => Math.round(4 + 4 * Math.cos(((hoursAgo - 5) / HOURS) * 2 * Math.PI));
const organization = (turn: number): string => `org-0${1 + (turn % 4)}`;

/** Who asks for what. One of them now and then forgets its variable. */
const CALLERS: readonly Caller[] = [
  {
    endpoint: 'usage-by-day',
    body: (turn) => (turn % 61 === 60 ? {} : { variables: { organization: organization(turn) } }),
    rhythm: (hoursAgo) => 2 * day(hoursAgo) + (hoursAgo % 3),
  },
  { endpoint: 'weekly-active-users', body: () => ({}), rhythm: day },
  { endpoint: 'feature-use', body: () => ({}), rhythm: (hoursAgo) => (hoursAgo % 2) + 1 },
  { endpoint: 'sign-up-funnel', body: () => ({}), rhythm: (hoursAgo) => (hoursAgo < 9 ? 2 : 0) },
];

/**
 * A day of calls in project 1, so that pictures show a service at work. The service runs with the test clock: each call
 * says its time. One endpoint is materialized first.
 */
export async function playTraffic(service: ServiceProcess, rootKey: string): Promise<void> {
  const change = { is_materialized: true };
  const { status, json } = await service.call('PATCH', 'endpoints/weekly-active-users', { body: change });
  if (status !== 200) throw new Error(`materializing answered ${status}: ${JSON.stringify(json)}`);
  const turns = new Map<string, number>();
  const nowMs = Date.now();
  for (let hoursAgo = HOURS - 1; hoursAgo >= 0; hoursAgo -= 1)
    for (const { endpoint, body, rhythm } of CALLERS)
      for (let call = 0; call < rhythm(hoursAgo); call += 1) {
        const turn = turns.get(endpoint) ?? 0;
        turns.set(endpoint, turn + 1);
        await run(service, rootKey, endpoint, body(turn), nowMs - hoursAgo * HOUR_MS - (20 - call) * 1000);
      }
}

async function run(
  service: ServiceProcess,
  rootKey: string,
  endpoint: string,
  body: object,
  atMs: number,
): Promise<void> {
  const answer = await fetch(`${service.url}/api/projects/1/endpoints/${endpoint}/run`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rootKey}`,
      'content-type': 'application/json',
      'x-test-now': new Date(atMs).toISOString(),
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
}
