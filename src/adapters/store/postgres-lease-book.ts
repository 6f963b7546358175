import type { Queryable } from './database.ts';
import type { LeaseBook } from './lease-book.ts';
import type { PostgresLine } from './postgres-line.ts';
import {
  countLanes,
  endLease,
  keepLease,
  leaveLease,
  renewLease,
  setLanes,
  takeLease,
} from './write-lease-store.ts';

/** The leases of a store on PostgreSQL. */
export function postgresLeaseBook(query: Queryable, line: PostgresLine): LeaseBook {
  return {
    lineUp: (name, signal) => line.lineUp(name, signal),
    take: (wanted) => takeLease(query, wanted),
    renew: (key, termMs) => renewLease(query, key, termMs),
    keep: keepLease,
    giveBack: (key, undoneBy) =>
      undoneBy === null ? endLease(query, key) : leaveLease(query, { ...key, owner: undoneBy }),
    lanes: () => countLanes(query),
    setLanes,
  };
}
