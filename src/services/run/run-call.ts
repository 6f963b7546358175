import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';
import type { Missing } from '../catalog/known-state.ts';
import type { Principal } from '../catalog/principal.ts';

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
  /** The request as it came, method and query string included: equal texts are equal requests. */
  readonly requestText: string;
  /** Checks body and query string; called after the endpoint is known, as the order of checks demands. */
  readonly readRequest: () => (RunRequest & OutputRequest) | Missing;
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
