/** Shared short-lived state: second level of the result cache, counters and leases. Losing it loses no truth. */
export interface Kv {
  get(key: string): Promise<Uint8Array | undefined>;
  set(key: string, value: Uint8Array, options: { readonly ageSeconds: number }): Promise<void>;
  delete(key: string): Promise<void>;
  /** Adds `by` to a counter that starts at 0 and vanishes `windowSeconds` after its first increment. */
  increment(key: string, by: number, options: { readonly windowSeconds: number }): Promise<number>;
  /**
   * Takes a lease that ends by itself. Returns a fencing token that grows with every lease of that key, or null when
   * somebody else holds it.
   */
  acquireLease(key: string, options: { readonly ttlMs: number }): Promise<Lease | null>;
  close(): Promise<void>;
}

export interface Lease {
  readonly fencingToken: number;
  /** False when the lease was lost meanwhile. */
  renew(ttlMs: number): Promise<boolean>;
  release(): Promise<void>;
}
