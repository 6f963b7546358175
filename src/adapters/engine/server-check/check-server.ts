import { connectToServer } from '../clickhouse-server-engine.ts';
import { ServerProbe } from '../server-probe.ts';
import { type CheckLine, lookAt } from './check-line.ts';
import { CLUSTER_REQUIREMENTS } from './cluster-requirements.ts';
import { ANSWERS, SERVER_REQUIREMENTS } from './server-requirements.ts';

export interface CheckedServer {
  readonly url: string;
  readonly cluster?: string | undefined;
  /** Names of the engine functions that queries may use. */
  readonly allowedFunctions: readonly string[];
}

/**
 * Looks at everything that the service needs of a ClickHouse server or cluster. Leaves nothing behind. Never rejects: a
 * server that does not answer has a line for that, and one for each thing that nobody could look at.
 */
export async function checkServer({
  url,
  cluster,
  allowedFunctions,
}: CheckedServer): Promise<readonly CheckLine[]> {
  const { connection, passwordHash } = connectToServer(url);
  const context = {
    probe: new ServerProbe(connection),
    origin: new URL(url).origin,
    cluster,
    passwordHash,
    allowedFunctions,
  };
  const requirements = [...SERVER_REQUIREMENTS, ...(cluster === undefined ? [] : CLUSTER_REQUIREMENTS)];
  try {
    const lines = [await lookAt(ANSWERS, context)];
    for (const requirement of requirements)
      lines.push(
        lines[0]?.verdict === 'FAIL'
          ? { verdict: 'FAIL', about: requirement.about, found: 'not known' }
          : await lookAt(requirement, context),
      );
    return lines;
  } finally {
    await connection.destroy();
  }
}
