import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { WriteLeaseTable } from './tables/write-tables.ts';

/** One holding of a lease. */
export type LeaseKey = Pick<WriteLeaseTable, 'name' | 'token'>;

export interface WantedLease extends Omit<WriteLeaseTable, 'expiresAtMs'> {
  readonly termMs: number;
}

export type TakenLease =
  /** `leftBy`: the owner before, where it has not given the lease back. */
  | { readonly kind: 'taken'; readonly expiresAtMs: number; readonly leftBy: string | null }
  | { readonly kind: 'held'; readonly leftMs: number };

/** Leases of a store that several processes use, by name and by the clock of the store. */
export interface LeaseBook {
  /**
   * Resolves when it is the caller's turn among all processes that line up under a name, with how to leave. A turn is
   * no lease: who lost the store keeps no turn, and is not told.
   * @throws AppError store_unavailable; the reason of `signal`
   */
  lineUp(name: string, signal: AbortSignal): Promise<() => Promise<void>>;
  /** Takes a lease that nobody has, or whose time is over. */
  take(wanted: WantedLease): Promise<TakenLease>;
  /** @returns the new end; undefined when the lease is lost */
  renew(key: LeaseKey, termMs: number): Promise<number | undefined>;
  /** Keeps others from taking the lease until the transaction ends. @returns false when it is lost */
  keep(transaction: Kysely<Schema>, key: LeaseKey): Promise<boolean>;
  /** Gives a lease back. @param undoneBy who has left something undone, for the next one to know; null = nobody */
  giveBack(key: LeaseKey, undoneBy: string | null): Promise<void>;
  /** How many lanes of writers there are. */
  lanes(): Promise<number>;
  /** To be called while nobody writes. */
  setLanes(transaction: Kysely<Schema>, lanes: number): Promise<void>;
}
