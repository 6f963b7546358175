/**
 * Small things that services on one store share for a while. Nothing lasting: whatever is lost here is computed or
 * counted again. Undefined stands everywhere for "not told": the other side is away or slow, and the caller goes on by
 * itself. No call throws, and none takes longer than its time limit.
 */
export interface Kv {
  /** False while nothing is asked, because the other side does not answer. */
  readonly isUp: boolean;
  /** What is kept under the keys, at one moment; null where nothing is. */
  getAll(keys: readonly string[]): Promise<readonly (Buffer | null)[] | undefined>;
  /**
   * Keeps a value, unless a newer one is there. Values of one key are compared by their first `RANK_LENGTH` bytes.
   * @returns whether the key now holds this value or a newer one
   */
  setNewer(key: string, value: Buffer, keepMs: number): Promise<true | undefined>;
  /** Takes a lease for so long, unless somebody has it. */
  takeLease(key: string, token: string, ms: number): Promise<'taken' | 'held' | undefined>;
  renewLease(key: string, token: string, ms: number): Promise<void>;
  /** Gives a lease up, if it is still that of the token, and tells everybody who listens. */
  endLease(key: string, token: string, message: string): Promise<void>;
  /** Counts units in windows that begin with their first unit: in all windows or, when one is used up, in none. */
  count(counters: readonly Counter[]): Promise<Counted | undefined>;
  /** Hears what others tell; what is told while the connection is away is lost. */
  listen(listener: (message: string) => void): void;
  close(): Promise<void>;
}

/** Bytes at the begin of a value by which `setNewer` compares. */
export const RANK_LENGTH = 16;

export interface Counter {
  readonly key: string;
  readonly windowMs: number;
  readonly units: number;
  /** Units at which the window is used up; 0 = never. */
  readonly quota: number;
}

export interface Counted {
  /** False: a window is used up, and nothing was counted. */
  readonly isTaken: boolean;
  /** For each counter what all have used, and when its window ends. */
  readonly windows: readonly { readonly used: number; readonly leftMs: number }[];
}
