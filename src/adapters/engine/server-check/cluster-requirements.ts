import { DATABASE } from '../ddl/engine-tables.ts';
import { DDL_ON_CLUSTER } from '../query-settings.ts';
import { forgetProbe, hasClusterSecret } from '../secret-probe.ts';
import { quoteText } from '../statements/session-statements.ts';
import { CheckProblem } from './check-line.ts';
import type { Requirement, ServerContext } from './server-requirements.ts';

const OF_CLUSTER = ({ cluster = '' }: ServerContext): string => `WHERE cluster = ${quoteText(cluster)}`;

const SHARDS: Requirement = {
  about: 'cluster',
  look: async (context) => {
    const rows = await context.probe.ask({
      sql: `SELECT shard_num, count() FROM system.clusters ${OF_CLUSTER(context)} GROUP BY shard_num ORDER BY shard_num`,
    });
    if (rows.length > 0)
      return `${rows.length} shards with ${rows.map(([, count]) => count).join(', ')} replicas`;
    throw new CheckProblem(
      `system.clusters has no cluster ${context.cluster}. Define it in remote_servers (deploy/clickhouse/cluster.xml), or mend SLUICE_ENGINE_CLUSTER.`,
    );
  },
};

const KEEPER: Requirement = {
  about: 'Keeper',
  look: async ({ probe }) => {
    await probe.ask({ sql: "SELECT count() FROM system.zookeeper WHERE path = '/'" });
    return 'answers';
  },
};

/** A wrong macro joins replicas of two shards, or loses one, without a word. */
const MACROS: Requirement = {
  about: 'macros shard and replica',
  look: async (context) => {
    const { probe, cluster } = context;
    const [[nodes = '0', shards = '0'] = []] = await probe.ask({
      sql: `SELECT count(), uniqExact(shard_num) FROM system.clusters ${OF_CLUSTER(context)}`,
    });
    const [[named = '0', shardNames = '0'] = []] = await probe.ask({
      sql: `SELECT uniqExact(shard, replica), uniqExact(shard) FROM (
        SELECT hostName() AS host, anyIf(substitution, macro = 'shard') AS shard, anyIf(substitution, macro = 'replica') AS replica
        FROM clusterAllReplicas(${quoteText(cluster ?? '')}, system.macros) GROUP BY host) WHERE shard != '' AND replica != ''`,
    });
    if (named === nodes && shardNames === shards) return `${nodes} nodes, each with its own`;
    throw new CheckProblem(
      `${nodes} nodes of ${shards} shards have ${named} different pairs of macros, of ${shardNames} shards. Give each node its own shard and replica (deploy/clickhouse/cluster.xml).`,
    );
  },
};

const INTERNAL_REPLICATION: Requirement = {
  about: 'internal_replication',
  look: (context) =>
    refuseShards(
      context,
      'NOT internal_replication',
      'would be written once for each replica. Set internal_replication to true in remote_servers.',
    ),
};

const DEFAULT_DATABASE: Requirement = {
  about: 'default_database',
  look: (context) =>
    refuseShards(
      context,
      "default_database != ''",
      'have a default_database. Remove it from remote_servers.',
    ),
};

async function refuseShards(context: ServerContext, condition: string, why: string): Promise<string> {
  const rows = await context.probe.ask({
    sql: `SELECT DISTINCT shard_num FROM system.clusters ${OF_CLUSTER(context)} AND ${condition} ORDER BY shard_num`,
  });
  if (rows.length === 0) return 'of every shard as it has to be';
  throw new CheckProblem(`The shards ${rows.map(([shard]) => shard).join(', ')} ${why}`);
}

const DATABASE_ENGINE: Requirement = {
  about: `database ${DATABASE}`,
  look: async ({ probe }) => {
    const [[engine] = []] = await probe.ask({
      sql: `SELECT engine FROM system.databases WHERE name = '${DATABASE}'`,
    });
    if (engine === undefined || engine === 'Atomic') return engine ?? 'will be made as Atomic';
    if (engine === 'Replicated')
      throw new CheckProblem('It replicates its own DDL, which nobody has tried with this service.', 'WARN');
    throw new CheckProblem(
      `It is of the engine ${engine}; Atomic is needed. Drop it, or unset SLUICE_ENGINE_CLUSTER.`,
    );
  },
};

/** Where the checks make what they need; they remove it. */
const SCRATCH = 'app_smoke';

const ON_CLUSTER: Requirement = {
  about: 'ON CLUSTER',
  look: async ({ probe, cluster }) => {
    await probe.ask({
      sql: `CREATE DATABASE IF NOT EXISTS ${SCRATCH} ON CLUSTER ${cluster} ENGINE = Atomic`,
      settings: DDL_ON_CLUSTER,
    });
    return 'every host that is up does it';
  },
};

const SECRET: Requirement = {
  about: 'secret',
  look: async ({ probe, cluster, passwordHash }) => {
    const form = { ...(cluster !== undefined && { cluster }), onCluster: ` ON CLUSTER ${cluster}` };
    try {
      if (await hasClusterSecret(probe, form, { database: SCRATCH, passwordHash }))
        return 'shards know who asks';
    } finally {
      for (const sql of [
        ...forgetProbe(form, SCRATCH),
        `DROP DATABASE IF EXISTS ${SCRATCH}${form.onCluster} SYNC`,
      ])
        await probe.ask({ sql, settings: DDL_ON_CLUSTER });
    }
    throw new CheckProblem(
      'Shards work as a user of their own: give the cluster a <secret> in remote_servers of every node (deploy/clickhouse/cluster.xml). The service does not start without it.',
    );
  },
};

const REPLICAS: Requirement = {
  about: 'replicas',
  look: async (context) => {
    const [[fewest = '0'] = []] = await context.probe.ask({
      sql: `SELECT min(replicas) FROM (SELECT count() AS replicas FROM system.clusters ${OF_CLUSTER(context)} GROUP BY shard_num)`,
    });
    if (Number(fewest) >= 3)
      return `${fewest} or more in each shard: most of them have an event that is acknowledged`;
    throw new CheckProblem(
      `A shard has ${fewest}: an event that is acknowledged can be lost with the disk of one replica, within the time that replication lags. Three replicas, or SLUICE_ENGINE_QUORUM, avoid that.`,
      'WARN',
    );
  },
};

/** What a cluster has to have besides, in order: the last ones make what they need and remove it. */
export const CLUSTER_REQUIREMENTS: readonly Requirement[] = [
  SHARDS,
  KEEPER,
  MACROS,
  INTERNAL_REPLICATION,
  DEFAULT_DATABASE,
  DATABASE_ENGINE,
  REPLICAS,
  ON_CLUSTER,
  SECRET,
];
