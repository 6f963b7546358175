import {
  bringBack,
  findDueEndpoints,
  findLostEndpoints,
  hasBuildToMake,
  renewLeases,
} from '../../adapters/store/materialization-store.ts';
import { findStoredPrefixes } from '../../adapters/store/snapshot-store.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { newRandomUuid } from '../../base/ids.ts';
import { isDiskFull } from '../../base/is-disk-full.ts';
import { nameOfGroup, type Shares, turnOfProject } from '../admission/choose-next.ts';
import { buildShares } from '../admission/lanes.ts';
import { type ClaimedBuild, claimBuild } from './claim-build.ts';
import type { BuildServices, SchedulerSettings } from './materialize-services.ts';
import type { Wakeable } from './queue-build.ts';
import { BuildEnding, FULL_DISK_PAUSE_MS, runBuild } from './run-build.ts';
import { type BuildOutcome, settleBuild, takeBackBuild } from './settle-build.ts';
import { chooseBuilds, chooseToYield, type DueBuild } from './share-builds.ts';
import { deleteOfGoneProject, deleteRetired, forgetOldBuilds, sweepOrphans } from './sweep-objects.ts';

interface RunningBuild {
  readonly claim: ClaimedBuild;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Pause between two comparisons of the object store with what it should hold. */
const SWEEP_EVERY_MS = 3_600_000;
const TIDY_EVERY_MS = 300_000;
/** Due endpoints that are looked at in one go: the first of each project comes before any second one. */
const LOOKED_AT = 200;

/**
 * Builds due snapshots, as one of any number of processes on the same store. All lasting state is in the store: a
 * process that dies at any moment loses nothing but time. Every decision is taken in one transaction on one row:
 * `claimBuild` gives a build to one process, `settleBuild` ends it, `takeBackBuild` gives up a silent process.
 */
export class BuildScheduler implements Wakeable {
  readonly #services: BuildServices;
  readonly #settings: SchedulerSettings;
  readonly #owner = newRandomUuid();
  readonly #running = new Map<string, RunningBuild>();
  /** When the last build of each project began, for projects with builds that wait. */
  readonly #begunAtMs = new Map<string, number>();
  /** How often each build gave way, for builds that are queued again or run again. */
  readonly #yields = new Map<string, number>();
  readonly #renewal: Every;
  readonly #tidying = new Every(TIDY_EVERY_MS);
  readonly #sweeping = new Every(SWEEP_EVERY_MS);
  #isStopping = false;
  #isWoken = false;
  #pause = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #tidied: Promise<void> = Promise.resolve();

  constructor(services: BuildServices, settings: SchedulerSettings) {
    this.#services = services;
    this.#settings = settings;
    this.#renewal = new Every(settings.leaseMs / 3);
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Looks at the store and the clock at once instead of within `pollMs`. */
  wake(): void {
    this.#isWoken = true;
    this.#pause.abort();
  }

  /**
   * Takes no more builds. Running builds get `timeoutMs` to end; after that they are given back, and the next process
   * with the store begins them at once.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    const ended = new AbortController();
    const allEnded = Promise.all([...this.#running.values()].map((build) => build.ended));
    await Promise.race([allEnded, this.#services.wait(timeoutMs, ended.signal)]);
    ended.abort();
    this.#giveBack();
    await allEnded;
    this.#pause.abort();
    await this.#loop;
    await this.#tidied;
  }

  /** Ends the running builds; whoever may build next begins them at once. */
  #giveBack(): void {
    for (const { controller } of this.#running.values()) controller.abort(new BuildEnding('stopped'));
  }

  async #run(): Promise<void> {
    while (!this.#isStopping || this.#running.size > 0) {
      this.#pause = new AbortController();
      await this.#guarded('scheduler', () => this.#tick());
      if (!this.#pause.signal.aborted) await this.#services.wait(this.#settings.pollMs, this.#pause.signal);
    }
  }

  async #tick(): Promise<void> {
    const nowMs = this.#services.clock.nowMs();
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    if (this.#renewal.isDue(nowMs) || isWoken) await this.#renew(nowMs);
    if (this.#isStopping) return;
    if (!this.#services.mayBuild()) return this.#giveBack();
    await this.#makeBuilds(nowMs);
    if (this.#tidying.isDue(nowMs)) this.#startTidying(nowMs);
  }

  async #makeBuilds(nowMs: number): Promise<void> {
    if (!(await hasBuildToMake(this.#services.database.query, nowMs))) return this.#begunAtMs.clear();
    await this.#takeBack(nowMs);
    await this.#claim(nowMs);
  }

  /** Says that this process is alive, and ends those of its builds that are no longer wanted or were taken over. */
  async #renew(nowMs: number): Promise<void> {
    const held = [...this.#running.values()].map(({ claim }) => claim);
    const kept = await renewLeases(this.#services.database.query, held, nowMs + this.#settings.leaseMs);
    const keptIds = new Set(kept.map(({ buildId }) => buildId));
    for (const { buildId } of held) {
      if (!keptIds.has(buildId)) this.#running.get(buildId)?.controller.abort(new BuildEnding('superseded'));
    }
  }

  /** Gives up builds whose processes are silent; the next claim begins them anew. */
  async #takeBack(nowMs: number): Promise<void> {
    const { database, clock } = this.#services;
    for (const key of await findLostEndpoints(database.query, nowMs)) {
      const build = await takeBackBuild(database, key, clock);
      if (build === undefined) continue;
      const startedAtMs = build.startedAtMs ?? nowMs;
      const times = { startedAtMs, durationMs: Math.max(0, nowMs - startedAtMs), lagMs: 0 };
      this.#observe({ ...build, ...times, buildId: build.id }, { kind: 'lost' });
    }
  }

  async #claim(nowMs: number): Promise<void> {
    const { database } = this.#services;
    const places = buildShares(this.#settings.maxBuilds);
    const due = await findDueEndpoints(database.query, nowMs, LOOKED_AT);
    const running = [...this.#running.values()].map(({ claim }) => claim);
    this.#giveWay(running, due, { places, nowMs });
    for (const name of this.#begunAtMs.keys())
      if (!due.some(({ projectId }) => groupOf(projectId) === name)) this.#begunAtMs.delete(name);
    for (const key of chooseBuilds(running, due, { places, begunAtMs: this.#begunAtMs })) {
      if (this.#isStopping) return;
      this.#begunAtMs.set(groupOf(key.projectId), nowMs);
      const terms = { owner: this.#owner, nowMs, leaseMs: this.#settings.leaseMs };
      const claim = await claimBuild(database, key, terms);
      if (claim !== undefined) this.#start(claim);
    }
  }

  /**
   * Tells a build to give way if another project has waited long. The place is free when the build has ended; then all
   * due builds are looked at again.
   */
  #giveWay(
    running: readonly ClaimedBuild[],
    due: readonly DueBuild[],
    at: { readonly places: Shares; readonly nowMs: number },
  ): void {
    const facts = running
      .filter(({ buildId }) => !this.#running.get(buildId)?.controller.signal.aborted)
      .map((claim) => ({ ...claim, yields: this.#yields.get(claim.buildId) ?? 0 }));
    const yielding = chooseToYield(facts, due, at);
    if (yielding === undefined) return;
    this.#yields.set(yielding.buildId, yielding.yields + 1);
    this.#running.get(yielding.buildId)?.controller.abort(new BuildEnding('yielded'));
  }

  #start(claim: ClaimedBuild): void {
    const controller = new AbortController();
    const ended = this.#guarded('build', () => this.#build(claim, controller)).then(() => {
      this.#running.delete(claim.buildId);
      this.wake();
    });
    this.#running.set(claim.buildId, { claim, controller, ended });
    // `stop` did not see this build, because it was claimed at the same time.
    if (this.#isStopping) controller.abort(new BuildEnding('stopped'));
  }

  async #build(claim: ClaimedBuild, controller: AbortController): Promise<void> {
    const startedMs = stopwatchMs();
    const outcome = await runBuild(this.#services, claim, this.#settings, controller);
    const durationMs = Math.round(stopwatchMs() - startedMs);
    const verdict = await this.#settle(claim, outcome, durationMs);
    if (verdict.kind !== 'yielded') this.#yields.delete(claim.buildId);
    if (verdict.kind !== 'built') await deleteOfGoneProject(this.#services, claim);
    // The process that took a lost build back has reported it.
    if (verdict.kind !== 'lost') this.#observe({ ...claim, durationMs }, verdict);
  }

  /** Writes how a build ended, as soon as the disk has room for that. */
  async #settle(claim: ClaimedBuild, outcome: BuildOutcome, durationMs: number): Promise<BuildOutcome> {
    const { database, clock, observe, wait } = this.#services;
    for (;;) {
      try {
        return await settleBuild(database, claim, outcome, { nowMs: clock.nowMs(), durationMs });
      } catch (error) {
        if (this.#isStopping || !isDiskFull(error)) throw error;
        observe({ kind: 'failure', where: 'build', error });
        await wait(FULL_DISK_PAUSE_MS);
      }
    }
  }

  #observe(
    build: Omit<ClaimedBuild, 'fencingToken' | 'dataEpoch'> & { readonly durationMs: number },
    verdict: BuildOutcome,
  ): void {
    this.#services.observe({
      kind: 'build',
      projectId: build.projectId,
      endpointId: build.endpointId,
      buildId: build.buildId,
      version: build.version,
      cause: build.cause,
      outcome: verdict.kind,
      durationMs: build.durationMs,
      lagMs: build.lagMs,
      startedAtMs: build.startedAtMs,
      ...(verdict.kind === 'failed' && { error: verdict.error }),
      ...(verdict.kind === 'built' && {
        rows: verdict.snapshot.rows,
        bytes: verdict.snapshot.bytes,
        verified: verdict.snapshot.verified,
      }),
    });
  }

  /** Runs beside the loop, because an object store may be slow. */
  #startTidying(nowMs: number): void {
    this.#tidied = this.#tidied.then(() => this.#guarded('tidy snapshots', () => this.#tidy(nowMs)));
  }

  /** Deletes what nobody reads any more. */
  async #tidy(nowMs: number): Promise<void> {
    const { database, snapshotFiles } = this.#services;
    await bringBack(database.query, nowMs, this.#settings.leaseMs);
    await deleteRetired(this.#services, nowMs - this.#settings.keepRetiredMs);
    await snapshotFiles.removeGone((prefixes) => findStoredPrefixes(database.query, prefixes));
    if (!this.#sweeping.isDue(nowMs)) return;
    await sweepOrphans(this.#services);
    await forgetOldBuilds(this.#services, nowMs);
  }

  /** Runs `work` and reports its failure: a store that is away for a while must not end the scheduler. */
  async #guarded(where: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#services.observe({ kind: 'failure', where, error });
    }
  }
}

function groupOf(projectId: number): string {
  return nameOfGroup(turnOfProject(projectId));
}

/** Due at first, and whenever the clock has moved by `ms` since, in either direction. */
class Every {
  readonly #ms: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(ms: number) {
    this.#ms = ms;
  }

  isDue(nowMs: number): boolean {
    if (Math.abs(nowMs - this.#lastMs) < this.#ms) return false;
    this.#lastMs = nowMs;
    return true;
  }
}
