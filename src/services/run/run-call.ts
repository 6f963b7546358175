import type { RunConstraint } from '../../query/plan.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';
import type { Missing } from '../catalog/known-state.ts';
import type { Principal, TokenGrant } from '../catalog/principal.ts';

/** A run as it is done: what the caller sent, and what his token adds to it. */
export type ConstrainedRequest = RunRequest & OutputRequest & { readonly constraint?: RunConstraint };

/** One call of the run route, after authentication and rate limit. */
export interface RunCall {
  readonly principal: Principal;
  readonly projectId: number;
  readonly endpointName: string;
  readonly requestId: string;
  /** Clock of this request, milliseconds since 1970. */
  readonly nowMs: number;
  /** True when the caller set the clock: its result must not be shared with calls at other times. */
  readonly hasOwnClock: boolean;
  /**
   * What is asked and by whose right, made by `requestText` alone: the request as it came, method and query string
   * included, behind the digest of what a token grants. Equal texts are equal requests.
   */
  readonly requestText: string;
  /** What a token lets its holder do with the endpoint; undefined = a key calls. */
  readonly grant: TokenGrant | undefined;
  /**
   * Checks body and query string, and adds what a token fixes; called after the endpoint is known, as the order of
   * checks demands.
   */
  readonly readRequest: () => ConstrainedRequest | Missing;
  /** Aborted when the client goes away. Made on first use, because a cached answer does not need it. */
  readonly abortController: () => AbortController;
  /** Filled in as the run goes on, so that a refused run can be logged too. */
  readonly progress: RunProgress;
}

/** How the cache took part in an answer; for `Cache-Status` and metrics. */
export type CacheState = 'snapshot' | 'hit' | 'stale' | 'miss' | 'collapsed' | 'bypass';

/** What is known of a run so far. */
export interface RunProgress {
  endpointId?: string;
  version?: number;
  clientQueryId?: string;
  source?: 'cache' | 'materialized' | 'direct';
  reason?: string;
  cacheState?: CacheState;
  rows?: number;
  rowsRead?: number;
  bytesRead?: number;
}
