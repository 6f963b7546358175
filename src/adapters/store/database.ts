import type { Kysely } from 'kysely';
import type { LeaseBook } from './lease-book.ts';
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
  /** False while what other processes do may go unheard. */
  readonly isCurrent: boolean;
}

/** A copy of the store with everything that was committed at one moment. */
export interface StoreCopy {
  /** Writes it to a new file, in steps off the event loop. */
  writeTo(file: string): Promise<void>;
  close(): void;
}

/**
 * What processes tell each other: that a run is to be cancelled, that one was, how far a run has come, the time of the
 * test clock, that a result was computed for a caller who forced that, and that an endpoint was saved.
 */
export type Topic = 'cancel' | 'cancelled' | 'progress' | 'progressed' | 'clock' | 'forced_result' | 'saved';

/** The processes that share a store. */
export interface Peers {
  /** Tells every process that listens now, this one too. */
  tell(topic: Topic, text: string): Promise<void>;
  /** To be told. What is said while the connection is away is not heard. */
  onTold(topic: Topic, listener: (text: string) => void): void;
  /** To be told when the connection is back, and something may not have been heard. */
  onGap(listener: () => void): void;
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
  /** Absent where one process has the store, as with SQLite. */
  readonly peers?: Peers;
  /**
   * Does `work`, unless another process of the store does work of that name. It spares work; what must not happen twice
   * needs more, because a process that loses its connection goes on beside the next one.
   */
  alone(name: string, work: () => Promise<void>): Promise<void>;
  /** Who may do what, among all processes of the store; absent where there is one. */
  readonly leases?: LeaseBook;
  /** Begins a copy of what is committed now; absent where the store is no file of the data folder. */
  readonly beginCopy?: () => StoreCopy;
  /**
   * Takes what was deleted or replaced off the disk, as far as this program can: earlier states of rows in the log.
   * Absent where that is up to the store.
   */
  readonly forgetDeleted?: () => Promise<void>;
  close(): Promise<void>;
}
