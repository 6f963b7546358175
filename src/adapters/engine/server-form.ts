import { DATABASE, ENGINE_TABLES } from './ddl/engine-tables.ts';

/** A ClickHouse server or cluster that somebody else runs. An engine of ours has no such form. */
export interface ServerForm {
  /** Name of the cluster that the tables stand on; absent = one server. */
  readonly cluster?: string;
  /** ` ON CLUSTER main`; empty where one statement is enough: on one server, or where the database replicates DDL. */
  readonly onCluster: string;
}

/** What of an engine tells its form; absent = one node of ours. */
export interface HasForm {
  readonly form?: ServerForm | undefined;
}

/** A table with the rows behind it: `app.events`, or `app.events_local` where `app.events` is Distributed. */
export function storedTable(form: ServerForm | undefined, table: string): string {
  return `${DATABASE}.${storedName(form, table)}`;
}

export function storedName(form: ServerForm | undefined, table: string): string {
  return isSharded(form, table) ? `${table}_local` : table;
}

/** A table that takes inserts, without database. */
export function writtenName(form: ServerForm | undefined, table: string): string {
  const place = form?.cluster === undefined ? undefined : placeOf(table);
  return place?.kind === 'sharded' ? (place.writtenTo ?? table) : table;
}

/** The rows of a table of the server itself, such as `system.parts`, on every replica that answers. */
export function onAllReplicas(form: ServerForm | undefined, table: string): string {
  return form?.cluster === undefined ? table : `clusterAllReplicas('${form.cluster}', ${table})`;
}

/** For a statement with `onAllReplicas`: a replica that is away is left out. */
export function ofLiveReplicas(form: ServerForm | undefined): {
  readonly settings?: Readonly<Record<string, number>>;
} {
  return form?.cluster === undefined ? {} : { settings: { skip_unavailable_shards: 1 } };
}

/** Where `ON CLUSTER` reaches every replica of the table; the replicas of a table that is whole tell one another. */
export function whereStored(form: ServerForm | undefined, table: string): string {
  return isSharded(form, table) ? (form?.onCluster ?? '') : '';
}

function isSharded(form: ServerForm | undefined, table: string): boolean {
  return form?.cluster !== undefined && placeOf(table)?.kind === 'sharded';
}

function placeOf(table: string) {
  return ENGINE_TABLES.find(({ name }) => name === table)?.onCluster;
}
