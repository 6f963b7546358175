import { chooseNext, type Shares, turnOfProject } from '../admission/choose-next.ts';

/** An endpoint whose build is due. */
export interface DueBuild {
  readonly projectId: number;
  readonly endpointId: string;
  readonly dueAtMs: number;
}

/** A build of this process. */
export interface RunningBuildFacts {
  readonly projectId: number;
  readonly buildId: string;
  readonly startedAtMs: number;
  /** How often the build gave way before. */
  readonly yields: number;
}

/** A build that has run so long gives way ... */
const LONG_BUILD_MS = 60_000;
/** ... to another project that has waited so long ... */
const LONG_WAIT_MS = 30_000;
/** ... so often at most. */
const MOST_YIELDS = 2;

/**
 * Which due builds begin now, in order: projects take turns by the time of their last begin.
 * @param begunAtMs when builds of projects that wait last began, by `nameOfGroup`
 */
export function chooseBuilds(
  running: readonly Pick<RunningBuildFacts, 'projectId'>[],
  due: readonly DueBuild[],
  { places, begunAtMs }: { readonly places: Shares; readonly begunAtMs: ReadonlyMap<string, number> },
): readonly DueBuild[] {
  const holders = running.map(({ projectId }) => ({ ...turnOfProject(projectId), isStuck: false }));
  let waiting = due.map((build) => ({ ...turnOfProject(build.projectId), arrivedAt: build.dueAtMs, build }));
  const chosen: DueBuild[] = [];
  for (;;) {
    const next = chooseNext({ running: holders, waiting, servedAt: begunAtMs }, places);
    if (next === undefined) return chosen;
    waiting = waiting.filter((waiter) => waiter !== next);
    holders.push({ ...turnOfProject(next.build.projectId), isStuck: false });
    chosen.push(next.build);
  }
}

/** The build that is stopped and queued again, so that another project gets its place; undefined = none. */
export function chooseToYield(
  running: readonly RunningBuildFacts[],
  due: readonly DueBuild[],
  { places, nowMs }: { readonly places: Shares; readonly nowMs: number },
): RunningBuildFacts | undefined {
  if (running.length < places.all) return undefined;
  const builders = new Set(running.map(({ projectId }) => projectId));
  const isAwaited = due.some(
    ({ projectId, dueAtMs }) => !builders.has(projectId) && nowMs - dueAtMs >= LONG_WAIT_MS,
  );
  if (!isAwaited) return undefined;
  return running
    .filter(({ startedAtMs, yields }) => nowMs - startedAtMs >= LONG_BUILD_MS && yields < MOST_YIELDS)
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs)[0];
}
