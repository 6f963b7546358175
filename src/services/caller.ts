import type { Author } from '../adapters/store/endpoint-row.ts';

/** The project that a request is about, and the key that is named as author of what the request changes. */
export interface Caller {
  readonly projectId: number;
  readonly author: Author;
  /** Aborted when the caller goes away; absent = the caller stays. */
  readonly signal?: () => AbortSignal;
}
