import type { EventBounds } from '../../../schema/event-deletion.ts';

/** Whose events go: how they are found. */
export type DeletionSource =
  | { readonly kind: 'bounds'; readonly bounds: EventBounds }
  /** What an import has brought and no other source; `source` is the number of the import. */
  | { readonly kind: 'import'; readonly source: number };

/** What an ended deletion still keeps away, because spools of other replicas may hold it. */
export type GoneEvents =
  | { readonly kind: 'person'; readonly distinctIds: readonly string[] }
  | { readonly kind: 'bounds'; readonly bounds: EventBounds };

/** Stands until every spool has passed its time. */
export interface TombstoneTable {
  readonly id: string;
  readonly projectId: number;
  /** The replica that was asked, whose own spool was written before. */
  readonly replica: string;
  readonly gone: GoneEvents;
  /** When the deletion was asked for. */
  readonly atMs: number;
}

/** A deletion of events that are found first and then removed one month after the other. */
export interface EventDeletionTable {
  readonly id: string;
  readonly projectId: number;
  /** The replica that does it. */
  readonly replica: string;
  readonly state: 'running' | 'completed' | 'failed';
  /** Of bounds null from when the events are found: filters hold values of persons. */
  readonly source: DeletionSource | null;
  /** Events that go; null until they stand in the list of the deletion. */
  readonly total: number | null;
  /** The last month (202512) whose events are gone; 0 = none. */
  readonly doneMonth: number;
  readonly deleted: number;
  readonly error: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
