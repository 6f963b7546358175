import { isAppError } from '../../base/errors.ts';
import { isDiskFull } from '../../base/is-disk-full.ts';
import type { ClaimedBuild } from './claim-build.ts';
import type { BuildServices, SchedulerSettings } from './materialize-services.ts';
import type { BuildOutcome } from './settle-build.ts';
import type { BuildJob } from './snapshot.ts';
import { snapshotPrefix } from './snapshot-prefix.ts';

/** A build that finds no room on the disk begins again after this pause, with all of its time. */
export const FULL_DISK_PAUSE_MS = 5_000;

/** How one try ended. */
type Attempt = BuildOutcome | { readonly kind: 'disk_full' };

type RunServices = Pick<BuildServices, 'buildSnapshot' | 'wait' | 'observe'>;

/** Why a running build is told to end. */
export class BuildEnding extends Error {
  override readonly name = 'BuildEnding';
  readonly kind: 'superseded' | 'stopped' | 'yielded' | 'timeout';

  constructor(kind: BuildEnding['kind']) {
    super(kind);
    this.kind = kind;
  }
}

/**
 * Builds the snapshot of a claimed build within its time. While the disk is full the build waits, however long. A build
 * that does not end when it is told to is left alone, because it can no longer change what is served.
 * @param controller ends the build; others abort it with a BuildEnding
 * @returns how the build ended; never rejects
 */
export async function runBuild(
  services: RunServices,
  claim: ClaimedBuild,
  { budget, graceMs }: Pick<SchedulerSettings, 'budget' | 'graceMs'>,
  controller: AbortController,
): Promise<BuildOutcome> {
  const { signal } = controller;
  const job: BuildJob = {
    projectId: claim.projectId,
    endpointId: claim.endpointId,
    version: claim.version,
    buildId: claim.buildId,
    fencingToken: claim.fencingToken,
    objectPrefix: snapshotPrefix(claim),
    nowMs: claim.startedAtMs,
    budget,
    signal,
  };
  for (;;) {
    const outcome = await buildInTime(services, job, { controller, graceMs });
    if (outcome.kind !== 'disk_full') return outcome;
    await services.wait(FULL_DISK_PAUSE_MS, signal);
    if (signal.aborted) return endedBy(signal, budget.timeoutMs);
  }
}

async function buildInTime(
  services: RunServices,
  job: BuildJob,
  { controller, graceMs }: { readonly controller: AbortController; readonly graceMs: number },
): Promise<Attempt> {
  const { signal, budget } = job;
  const done = new AbortController();
  const endInTime = async (): Promise<BuildOutcome> => {
    await services.wait(budget.timeoutMs, AbortSignal.any([signal, done.signal]));
    if (!signal.aborted && !done.signal.aborted) controller.abort(new BuildEnding('timeout'));
    await services.wait(graceMs, done.signal);
    return endedBy(signal, budget.timeoutMs);
  };
  try {
    return await Promise.race([build(services, job), endInTime()]);
  } finally {
    done.abort();
  }
}

async function build({ buildSnapshot, observe }: RunServices, job: BuildJob): Promise<Attempt> {
  try {
    return { kind: 'built', snapshot: await buildSnapshot(job) };
  } catch (error) {
    if (job.signal.aborted) return endedBy(job.signal, job.budget.timeoutMs);
    if (isDiskFull(error)) {
      observe({ kind: 'failure', where: 'build', error });
      return { kind: 'disk_full' };
    }
    // The owner learns that a dependency is away; the operator learns which one and why.
    if (!isAppError(error) || error.status >= 500) observe({ kind: 'failure', where: 'build', error });
    if (isAppError(error)) return { kind: 'failed', error: error.message };
    return { kind: 'failed', error: `The build failed by a defect of the service (build ${job.buildId}).` };
  }
}

function endedBy({ reason }: AbortSignal, timeoutMs: number): BuildOutcome {
  if (reason instanceof BuildEnding && reason.kind !== 'timeout') return { kind: reason.kind };
  return { kind: 'failed', error: `The build took longer than ${timeoutMs / 1000} seconds.` };
}
