import { type BuildRecord, findBuild } from '../../adapters/store/build-store.ts';
import { lockEndpoint } from '../../adapters/store/endpoint-store.ts';
import { lockMaterialization } from '../../adapters/store/materialization-store.ts';
import { AppError } from '../../base/errors.ts';
import { wait } from '../../base/wait.ts';
import type { Build } from '../../schema/materialization.ts';
import { queueBuild } from '../materialize/queue-build.ts';
import { toBuildAnswer } from './build-answer.ts';
import { absentEndpoint } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';

/**
 * Makes a build of a materialized endpoint due now. The build begins after this call, so it sees everything that was
 * stored before. A build that waits already counts as the requested one.
 * @param until given = answer when the build has ended, well or not; aborted when nobody waits any more
 * @throws AppError not_found; not_materializable for an endpoint that is switched off or inactive
 */
export async function requestBuild(
  services: Pick<EndpointServices, 'database' | 'clock' | 'scheduler'>,
  projectId: number,
  name: string,
  until?: AbortSignal,
): Promise<Build> {
  const buildId = await services.database.transaction(async (transaction) => {
    const endpoint = await lockEndpoint(transaction, projectId, name);
    if (endpoint === undefined) throw absentEndpoint(name);
    const materialization = await lockMaterialization(transaction, projectId, endpoint.id);
    if (!endpoint.isMaterialized || materialization === undefined)
      throw notBuilt('It is not materialized: set is_materialized to true first.');
    if (!endpoint.isActive) throw notBuilt('The endpoint is inactive; only active endpoints are built.');
    return queueBuild(transaction, materialization, 'request', services.clock.nowMs());
  });
  services.scheduler.wake();
  const build = await readBuild(services, projectId, buildId);
  return toBuildAnswer(until === undefined ? build : await readEnded(services, build, until));
}

function notBuilt(reason: string): AppError {
  return new AppError('not_materializable', reason, { attr: 'is_materialized' });
}

/** Pause between two looks at a build, which another process may be making. */
const LOOK_EVERY_MS = 25;

async function readEnded(
  services: Pick<EndpointServices, 'database'>,
  { id, projectId }: BuildRecord,
  until: AbortSignal,
): Promise<BuildRecord> {
  for (;;) {
    const build = await readBuild(services, projectId, id);
    if (build.endedAtMs !== null || until.aborted) return build;
    await wait(LOOK_EVERY_MS, until);
  }
}

async function readBuild(
  { database }: Pick<EndpointServices, 'database'>,
  projectId: number,
  buildId: string,
): Promise<BuildRecord> {
  const build = await findBuild(database.query, projectId, buildId);
  // A build vanishes only with its project, when that is deleted meanwhile.
  if (build === undefined) throw new AppError('not_found', 'The endpoint was deleted during the build.');
  return build;
}
