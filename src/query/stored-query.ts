/** A query as it is stored: wrappers removed, members checked. */
export interface StoredQuery {
  readonly kind: string;
  readonly [member: string]: unknown;
}
