import { answersAsServer } from '../adapters/engine/clickhouse-server-engine.ts';
import type { CheckLine } from '../adapters/engine/server-check/check-line.ts';
import { checkServer } from '../adapters/engine/server-check/check-server.ts';
import { smokeServer } from '../adapters/engine/server-check/smoke-server.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../query/catalog/functions/allowed-engine-functions.ts';
import type { Settings } from './config.ts';

export type { CheckLine };

const allowedFunctions = [...ALLOWED_ENGINE_FUNCTIONS];

/** A line for each thing that a ClickHouse server of the settings needs; none where the settings name no server. */
export async function checkServerOf({
  engineUrl: [url] = [],
  engineCluster: cluster,
}: Pick<Settings, 'engineUrl' | 'engineCluster'>): Promise<readonly CheckLine[]> {
  if (url === undefined || (cluster === undefined && !(await answersAsServer(url)))) return [];
  return checkServer({ url, cluster, allowedFunctions });
}

/** A ClickHouse server, or a cluster that it belongs to. */
export interface NamedEngine {
  /** With name and password of the service's user. */
  readonly url: string;
  readonly cluster: string | undefined;
}

/** A line for each thing that the service needs, and for each that it does with a server. */
export function smokeEngine(engine: NamedEngine): AsyncIterable<CheckLine> {
  return smokeServer({ ...engine, allowedFunctions });
}
