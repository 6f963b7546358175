import { StartupError } from '../../base/startup-error.ts';
import { DATABASE } from './ddl/engine-tables.ts';
import type { ServerForm } from './server-form.ts';
import type { ServerProbe } from './server-probe.ts';
import { quoteText } from './statements/session-statements.ts';

/** The oldest version of which this service knows how it treats inserts, settings of sub-selects and policies. */
export const OLDEST_VERSION = '26.3';

/** What a service has to know of a server before it makes anything there. */
export interface ServerFacts {
  readonly version: string;
  readonly form: ServerForm;
  /** How many replicas each shard has; empty on one server. */
  readonly replicas: readonly number[];
}

/** @throws StartupError in one sentence when the service cannot work there; AppError when nothing answers */
export async function readServerFacts(probe: ServerProbe, cluster: string | undefined): Promise<ServerFacts> {
  const version = await readVersion(probe);
  if (!isSupported(version))
    throw new StartupError(
      `The ClickHouse server is of version ${version}; this service needs ${OLDEST_VERSION} or newer. Upgrade the server, or unset SLUICE_ENGINE_URL to use the engine that comes with the service.`,
    );
  if (cluster === undefined) return { version, form: { onCluster: '' }, replicas: [] };
  const replicas = await readReplicas(probe, cluster);
  if (replicas.length === 0)
    throw new StartupError(
      `The ClickHouse server knows no cluster ${cluster}. Name one that stands in its system.clusters by SLUICE_ENGINE_CLUSTER, or unset that.`,
    );
  return { version, form: { cluster, onCluster: await onClusterOf(probe, cluster) }, replicas };
}

export async function readVersion(probe: ServerProbe): Promise<string> {
  const [[version = ''] = []] = await probe.ask({ sql: 'SELECT version()' });
  return version;
}

/** `26.10.1.3` is newer than `26.3`. */
export function isSupported(version: string): boolean {
  return isAtLeast(version, OLDEST_VERSION);
}

export function isAtLeast(version: string, oldest: string): boolean {
  const found = version.split('.').map(Number);
  for (const [at, wanted] of oldest.split('.').map(Number).entries()) {
    const number = found[at] ?? 0;
    if (number !== wanted) return number > wanted;
  }
  return true;
}

async function readReplicas(probe: ServerProbe, cluster: string): Promise<readonly number[]> {
  const rows = await probe.ask({
    sql: `SELECT count() FROM system.clusters WHERE cluster = ${quoteText(cluster)} GROUP BY shard_num ORDER BY shard_num`,
  });
  return rows.map(([replicas]) => Number(replicas));
}

/** A database that replicates its own DDL refuses the words ON CLUSTER. */
async function onClusterOf(probe: ServerProbe, cluster: string): Promise<string> {
  const [[engine] = []] = await probe.ask({
    sql: `SELECT engine FROM system.databases WHERE name = '${DATABASE}'`,
  });
  return engine === 'Replicated' ? '' : ` ON CLUSTER ${cluster}`;
}
