import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** The metadata database, or a transaction on it. Every store function takes one as its first argument. */
export type Queryable = Kysely<Schema>;

/** A property that was seen for the first time. */
export interface LearnedProperty {
  readonly projectId: number;
  readonly type: 'event' | 'person' | 'group';
  readonly name: string;
  readonly propertyType: 'String' | 'Numeric' | 'Boolean' | 'DateTime';
}

/** The changes of the tables that answers are made from, by project. */
export interface CatalogHistory {
  /** Grows with everything that happens to any project. */
  readonly count: number;
  /** Grows with everything that happens to the project (or to the keys, `KEYS`), but for learned properties. */
  revisionOf(projectId: number): number;
  /** To be told of every learned property, when its row can be seen. */
  onLearned(listener: (property: LearnedProperty) => void): void;
}

/** A copy of the store with everything that was committed at one moment. */
export interface StoreCopy {
  /** Writes it to a new file, in steps off the event loop. */
  writeTo(file: string): Promise<void>;
  close(): void;
}

/** The metadata database: one code path for SQLite (default) and PostgreSQL. */
export interface Database {
  /** For single statements. Never use it inside `transaction`: the one SQLite connection would wait for itself. */
  readonly query: Queryable;
  /** For single statements that only read and must not wait for a transaction. They see what is committed. */
  readonly reading: Queryable;
  /**
   * Tells of every write to projects, endpoints, versions, definitions and actions: of this process at once, of another
   * one on PostgreSQL usually within milliseconds and always within 2 s. What was read of a project holds while its
   * revision stays the same.
   */
  readonly catalog: CatalogHistory;
  /**
   * Runs `work` in one transaction: committed when its promise resolves, rolled back when it rejects. Keep it short and
   * wait for nothing but its own statements: writers queue behind it. `work` may be run again, when PostgreSQL chose it
   * to solve a deadlock; so what it does besides its statements must bear that.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>;
  /** Begins a copy of what is committed now; absent where the store is no file of the data folder. */
  readonly beginCopy?: () => StoreCopy;
  /**
   * Takes what was deleted or replaced off the disk, as far as this program can: earlier states of rows in the log.
   * Absent where that is up to the store.
   */
  readonly forgetDeleted?: () => Promise<void>;
  close(): Promise<void>;
}
