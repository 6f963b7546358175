import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** The metadata database, or a transaction on it. Every store function takes one as its first argument. */
export type Queryable = Kysely<Schema>;

/** The metadata database: one code path for SQLite (default) and PostgreSQL. */
export interface Database {
  /** For single statements. Never use it inside `transaction`: the one SQLite connection would wait for itself. */
  readonly query: Queryable;
  /**
   * Grows with every write of this process to projects, endpoints, versions, definitions and actions. What was read from them
   * holds while it stays the same.
   */
  readonly catalogRevision: number;
  /**
   * Runs `work` in one transaction: committed when its promise resolves, rolled back when it rejects. Keep it short and
   * wait for nothing but its own statements: writers queue behind it.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
