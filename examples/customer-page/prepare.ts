import type { JsonWebKey } from 'node:crypto';
import { madeUpCalls } from './calls.ts';

const ENDPOINTS = [
  {
    name: 'calls-by-day',
    description: 'Calls and failed calls by day.',
    query: `SELECT toDate(timestamp) AS day, count() AS calls, countIf(properties.status >= 500) AS failed
FROM events
WHERE event = 'api call' AND timestamp >= now() - toIntervalDay({variables.days})
GROUP BY day
ORDER BY day`,
  },
  {
    name: 'calls-by-method',
    description: 'Which methods are called most.',
    query: `SELECT toString(properties.method) AS method, count() AS calls
FROM events
WHERE event = 'api call' AND timestamp >= now() - toIntervalDay({variables.days})
GROUP BY method
ORDER BY calls DESC, method
LIMIT 10`,
  },
];

const DAYS = {
  type: 'Number',
  required: true,
  enum: [7, 28, 56],
  description: 'How many days back',
};

/** What the shop keeps of its signing key. */
export interface SigningKey {
  readonly id: string;
  readonly private_key: JsonWebKey;
}

/** A program of the owner of a project. */
export class Owner {
  readonly #url: string;
  readonly #key: string;
  readonly project: number;

  constructor(url: string, key: string, project: number) {
    this.#url = url;
    this.#key = key;
    this.project = project;
  }

  /** @throws Error with the answer of a refusal */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}/api/projects/${this.project}/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }

  /** Sends events as any SDK does. */
  async capture(token: string, events: readonly unknown[]): Promise<void> {
    const body = JSON.stringify({ api_key: token, historical_migration: true, batch: events });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${this.#url}/batch/?wait=true`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`capture: ${response.status} ${await response.text()}`);
  }
}

/** Events, endpoints and a signing key for the shop: once for a new project. */
export async function prepareProject(owner: Owner, captureToken: string, nowMs: number): Promise<SigningKey> {
  await owner.capture(captureToken, madeUpCalls(nowMs));
  for (const { name, description, query } of ENDPOINTS) {
    const settings = { name, description, cache_age_seconds: 300, variables: { days: DAYS } };
    await owner.call('POST', 'endpoints/', { ...settings, query: { kind: 'HogQLQuery', query } });
  }
  return (await owner.call('POST', 'signing_keys/', {
    label: 'Parcely',
    generate: true,
    endpoints: ENDPOINTS.map(({ name }) => name),
    require: { filters: ['organization'] },
    allow: { variables: ['days'] },
    max_ttl_seconds: 900,
  })) as SigningKey;
}

/** Pages of the shop, and no others, may read what a token is answered. */
export async function allowPages(owner: Owner, origin: string): Promise<void> {
  await owner.call('PATCH', '', { allowed_origins: [origin] });
}
