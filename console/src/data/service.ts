import { queryOptions } from '@tanstack/react-query';
import { fetchRaw } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { renewSession } from '../session/session.ts';
import type { SessionKey } from '../session/shapes.ts';

/** What service this is: version, clock, limits of requests. */
export interface Service {
  readonly version: string;
  readonly now: string;
  readonly engine: { readonly kind: string; readonly version: string | null };
  readonly limits: Readonly<Record<string, number>>;
  readonly public_url: string | null;
  readonly test_clock: boolean;
}

/** How often the service is asked whether the session still holds, in ms; also what finds out that it is away. */
const HEARTBEAT_MS = 1500;

/** The service, with `offsetMs`: its clock minus that of this browser. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: async ({ signal }) => {
    const asked = Date.now();
    const response = await fetchRaw('/api/service', { signal });
    const body: unknown = await response.json();
    if (!response.ok) throw problemOf(response, body);
    const service = body as Service;
    return { ...service, offsetMs: Date.parse(service.now) - (asked + Date.now()) / 2 };
  },
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** The key of this session as it is now; ends the session on 401 within two seconds of its revocation. */
export const currentKeyQuery = queryOptions({
  queryKey: ['key', '@current'],
  queryFn: async ({ signal }) => {
    const response = await fetchRaw('/api/personal_api_keys/@current', { signal });
    const body: unknown = await response.json();
    if (!response.ok) throw problemOf(response, body);
    const key = body as SessionKey & { readonly session: { readonly expires_at: string } | null };
    const { id, label, scopes, projects } = key;
    renewSession({ id, label, scopes, projects }, key.session?.expires_at ?? null);
    return key;
  },
  refetchInterval: HEARTBEAT_MS,
  staleTime: 0,
});
