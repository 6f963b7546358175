import type { Author } from '../adapters/store/endpoint-row.ts';

/** Whose things a request is about, and the key that stands as author of what it changes. */
export interface Caller {
  readonly projectId: number;
  readonly author: Author;
}
