import type { PrepareOptions, RunParameters, RunPlan } from '../../query/plan.ts';
import { planRun } from '../execution/execute-plan.ts';
import type { BuildSubject } from './build-subject.ts';
import type { BuildJob } from './snapshot.ts';
import type { SnapshotServices } from './snapshot-services.ts';

/** What a build asks: as a caller without overrides. */
interface AskedByBuild extends Pick<PrepareOptions, 'maxRows' | 'stream'> {
  readonly parameters: RunParameters;
}

/** The plan of one execution of a build. Threads compile what is long of it; nobody is charged. */
export async function planOfBuild(
  { compiledVersions, workers }: SnapshotServices,
  job: BuildJob,
  subject: BuildSubject,
  { parameters, ...rows }: AskedByBuild,
): Promise<RunPlan> {
  const { projectId, nowMs } = job;
  const options = { allowedOverrides: null, ...rows };
  const caller = { projectId, principal: null, abortController: () => job };
  const prepared = await compiledVersions.prepared(
    { ...subject, parameters, options },
    subject.compiled,
    caller,
  );
  return planRun(workers, { prepared, nowMs }, job);
}
