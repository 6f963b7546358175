import { queryOptions } from '@tanstack/react-query';
import { answerOf, answerWithHeaders, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { may } from '../session/permission.ts';
import { LIST_POLL_MS } from './endpoints.ts';

/** A personal API key, without its secret. */
export type Key = components['schemas']['Key'];

/** A key whose secret is shown this once. */
export type KeyWithSecret = components['schemas']['KeyWithSecret'];

const KEYS = ['keys'];

/** Keys that the key of this session may see, at most 1,000: with `key:write` all of its projects, else itself. */
export const keysQuery = queryOptions({
  queryKey: KEYS,
  queryFn: async ({ signal }): Promise<readonly Key[]> =>
    may('key:write')
      ? (await answerOf(api.GET('/api/personal_api_keys', { params: { query: { limit: 1000 } }, signal })))
          .results
      : [await answerOf(api.GET('/api/personal_api_keys/@current', { signal }))],
  refetchInterval: LIST_POLL_MS,
});

/**
 * Makes a key; its secret is in this answer and nowhere else.
 * @throws ApiProblem permission_denied when it would have more than the calling key
 */
export const createKey = (key: components['schemas']['KeyCreate']): Promise<KeyWithSecret> =>
  answerOf(api.POST('/api/personal_api_keys', { body: key }));

/** Gives a key another secret. The old one works for `overlapSeconds` more, 0..604,800. */
export const rollKey = (id: string, overlapSeconds: number): Promise<KeyWithSecret> =>
  answerOf(
    api.POST('/api/personal_api_keys/{id}/roll', {
      params: { path: { id } },
      body: { overlap_seconds: overlapSeconds },
    }),
  );

/** Ends a key and the sessions that stand for it, for good. */
export const revokeKey = (id: string): Promise<unknown> =>
  answerWithHeaders(api.DELETE('/api/personal_api_keys/{id}', { params: { path: { id } } }));
