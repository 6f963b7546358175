import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** The metadata database, or a transaction on it. Every store function takes one as its first argument. */
export type Queryable = Kysely<Schema>;

/** The metadata database: one code path for SQLite (default) and PostgreSQL. */
export interface Database {
  /** For single statements. Never use it inside `transaction`: the one SQLite connection would wait for itself. */
  readonly query: Queryable;
  /**
   * Grows with every write to projects, endpoints, versions, definitions and actions: of this process at once, of
   * another one on PostgreSQL usually within milliseconds and always within 2 s. What was read from them holds while it
   * stays the same.
   */
  readonly catalogRevision: number;
  /**
   * Runs `work` in one transaction: committed when its promise resolves, rolled back when it rejects. Keep it short and
   * wait for nothing but its own statements: writers queue behind it. `work` may be run again, when PostgreSQL chose it
   * to solve a deadlock; so what it does besides its statements must bear that.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
