import type { ServerForm } from '../server-form.ts';
import { DATABASE, DURABILITY, ENGINE_TABLES, type EngineTable, OLD_PARTS_SECONDS } from './engine-tables.ts';

/** Statements that make the database and its tables on a server or cluster where they are missing, in order. */
export function serverTableStatements(form: ServerForm): readonly string[] {
  const { cluster } = form;
  if (cluster === undefined)
    return [`CREATE DATABASE IF NOT EXISTS ${DATABASE}`, ...ENGINE_TABLES.map(plainTable)];
  return [
    `CREATE DATABASE IF NOT EXISTS ${DATABASE}${form.onCluster} ENGINE = Atomic`,
    ...ENGINE_TABLES.flatMap((table) => clusterTables(form, cluster, table)),
  ];
}

/** Names of the tables that a reader of a table has to be let into: with a secret, the shard asks too. */
export function tablesOf({ cluster }: ServerForm, { name, onCluster }: EngineTable): readonly string[] {
  if (cluster === undefined || onCluster.kind === 'whole') return [name];
  return [name, `${name}_local`];
}

/** Names of the tables that hold rows: a policy on a Distributed table is ignored, or refused. */
export function tablesWithRows({ cluster }: ServerForm, { name, onCluster }: EngineTable): string {
  return cluster === undefined || onCluster.kind === 'whole' ? name : `${name}_local`;
}

/** On ClickHouse Cloud the engine becomes one that shares its rows, by itself. */
function plainTable({ name, columns, engine, order, settings }: EngineTable): string {
  return tableText(
    `${DATABASE}.${name}`,
    columns,
    `${engine}\n    ${order}\n    SETTINGS ${storedBy(settings)}`,
  );
}

function clusterTables(
  { onCluster }: ServerForm,
  cluster: string,
  { name, columns, engine, order, settings, onCluster: place }: EngineTable,
): readonly string[] {
  const rows = (table: string, path: string, replica: string) =>
    tableText(
      `${DATABASE}.${table}${onCluster}`,
      columns,
      `${replicatedEngine(engine, path, replica)}\n    ${order}\n    SETTINGS ${storedBy(settings)}`,
    );
  // All replicas of all shards are replicas of one table.
  if (place.kind === 'whole') return [rows(name, 'all', '{shard}-{replica}')];
  const distributed = (table: string, key: string) =>
    tableText(
      `${DATABASE}.${table}${onCluster}`,
      columns,
      `Distributed(${cluster}, ${DATABASE}, ${name}_local${key})`,
    );
  const byKey = `, ${place.by}`;
  return [
    rows(`${name}_local`, '{shard}', '{replica}'),
    ...(place.writtenTo === undefined
      ? [distributed(name, byKey)]
      : [distributed(name, ''), distributed(place.writtenTo, byKey)]),
  ];
}

function tableText(name: string, columns: string, engine: string): string {
  return `CREATE TABLE IF NOT EXISTS ${name} (
      ${columns}
    )
    ENGINE = ${engine}`;
}

/** `ReplacingMergeTree(version)` → `ReplicatedReplacingMergeTree('<path>', '<replica>', version)` */
function replicatedEngine(engine: string, path: string, replica: string): string {
  const [family, rest] = engine.split('(');
  const keeper = `'/clickhouse/tables/{uuid}/${path}', '${replica}'`;
  return `Replicated${family}(${keeper}${rest === undefined ? ')' : `, ${rest}`}`;
}

/** The engine of a table that is whole on every node. */
export function wholeEngine(engine: string): string {
  return replicatedEngine(engine, 'all', '{shard}-{replica}');
}

function storedBy(settings: string): string {
  return `${settings}, ${DURABILITY}, old_parts_lifetime = ${OLD_PARTS_SECONDS}`;
}
