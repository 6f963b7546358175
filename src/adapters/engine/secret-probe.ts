import { EngineException } from './engine-error.ts';
import { DDL_ON_CLUSTER } from './query-settings.ts';
import type { ServerForm } from './server-form.ts';
import type { ServerProbe } from './server-probe.ts';
import { quoteText } from './statements/session-statements.ts';

const ACCESS_DENIED = 497;
const USER = 'sluice_probe';

/**
 * Proves that the shards of a cluster know who asks. A user who may read a Distributed table, and not the table behind
 * it, must be refused by the shard. Where the cluster has no `<secret>` the shard works as the cluster's user instead:
 * without the project's rights and limits.
 * @param database where the two tables are made; they stay
 */
export async function hasClusterSecret(
  probe: ServerProbe,
  { cluster = '', onCluster }: ServerForm,
  { database, passwordHash }: { readonly database: string; readonly passwordHash: string },
): Promise<boolean> {
  const local = `${database}.${USER}_local`;
  for (const sql of [
    `CREATE TABLE IF NOT EXISTS ${local}${onCluster} (a UInt8) ENGINE = MergeTree ORDER BY a`,
    `CREATE TABLE IF NOT EXISTS ${database}.${USER}${onCluster} (a UInt8) ENGINE = Distributed(${cluster}, ${database}, ${USER}_local)`,
    `CREATE USER IF NOT EXISTS ${USER}${onCluster} IDENTIFIED WITH sha256_hash BY ${quoteText(passwordHash)}`,
    `GRANT${onCluster} SELECT ON ${database}.${USER} TO ${USER}`,
  ])
    await probe.ask({ sql, settings: DDL_ON_CLUSTER });
  try {
    await probe.ask({
      sql: `SELECT count() FROM ${database}.${USER}`,
      user: USER,
      settings: { prefer_localhost_replica: 0 },
    });
    return false;
  } catch (error) {
    if (error instanceof EngineException && error.engineCode === ACCESS_DENIED) return true;
    throw error;
  }
}

/** Statements that take away what the proof has left. */
export function forgetProbe({ onCluster }: ServerForm, database: string): readonly string[] {
  return [
    `DROP USER IF EXISTS ${USER}${onCluster}`,
    ...[USER, `${USER}_local`].map((table) => `DROP TABLE IF EXISTS ${database}.${table}${onCluster} SYNC`),
  ];
}
