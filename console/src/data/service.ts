import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { renewSession } from '../session/session.ts';

/** How often the service is asked whether the session still holds, in ms; also what finds out that it is away. */
const HEARTBEAT_MS = 1500;

/** What service this is: version, limits of requests, and `offsetMs`: its clock minus that of this browser. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: async ({ signal }) => {
    const asked = Date.now();
    const service = await answerOf(api.GET('/api/service', { signal }));
    return { ...service, offsetMs: Date.parse(service.now) - (asked + Date.now()) / 2 };
  },
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** What time it is by the clock of the service, which ranges that end now are of; ms since 1970. */
export function serviceNowMs(): number {
  return Date.now() + (queryClient.getQueryData(serviceQuery.queryKey)?.offsetMs ?? 0);
}

/** The key of this session as it is now; ends the session on 401 within two seconds of its revocation. */
export const currentKeyQuery = queryOptions({
  queryKey: ['key', '@current'],
  queryFn: async ({ signal }) => {
    const key = await answerOf(api.GET('/api/personal_api_keys/@current', { signal }));
    const { id, label, scopes, projects } = key;
    renewSession({ id, label, scopes, projects }, key.session?.expires_at ?? null);
    return key;
  },
  refetchInterval: HEARTBEAT_MS,
  staleTime: 0,
});
