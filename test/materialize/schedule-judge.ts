import type { SnapshotRecord } from '../../src/adapters/store/snapshot-store.ts';
import type { SchedulerSettings } from '../../src/services/materialize/materialize-services.ts';
import { jitterMs } from '../../src/services/materialize/schedule.ts';
import type { BuildJob } from '../../src/services/materialize/snapshot.ts';

/** What the owner of an endpoint wants at the moment. */
export interface Wish {
  readonly isOn: boolean;
  readonly intervalMs: number;
  readonly version: number;
}

interface Request {
  readonly endpointId: string;
  readonly buildId: string;
  readonly patience: Patience;
}

/** A span of time in which somebody was free to build. */
interface Patience {
  readonly sinceMs: number;
  readonly busyMs: number;
  /** Time that a repair may take on top: of plans that a clock set back left too late, or of lost builds. */
  readonly repairMs: number;
}

interface ActiveBuild {
  readonly job: BuildJob;
  readonly isDead: () => boolean;
}

/** Time between a moment and the tick of the scheduler that acts on it, twice, and the difference of clocks. */
const TICKS = 3;
const REPAIR_MS = 300_000;

/**
 * Watches a simulation from outside, by true time, and notes what must never happen:
 * two builds of one endpoint; an older snapshot after a newer; a build of a version that is not wanted; a gap between
 * builds longer than interval, jitter and lease; a build that somebody asked for and nobody began.
 * Time in which no process was free to build does not count.
 */
export class ScheduleJudge {
  readonly violations: string[] = [];
  builds = 0;
  flips = 0;
  readonly #settings: SchedulerSettings;
  readonly #wishes = new Map<string, Wish>();
  readonly #expected = new Map<string, Patience>();
  readonly #active = new Map<string, ActiveBuild>();
  readonly #begunAtMs = new Map<string, number>();
  readonly #served = new Map<string, SnapshotRecord>();
  #requests: Request[] = [];
  #nowMs = 0;
  #busyMs = 0;
  #aheadAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: SchedulerSettings) {
    this.#settings = settings;
  }

  passed(nowMs: number, isSomebodyFree: boolean): void {
    if (!isSomebodyFree) this.#busyMs += nowMs - this.#nowMs;
    this.#nowMs = nowMs;
    for (const [endpointId, wish] of this.#wishes) {
      const patience = this.#expected.get(endpointId);
      if (!wish.isOn || patience === undefined) continue;
      const most = wish.intervalMs + jitterMs(endpointId, wish.intervalMs) + this.#takeoverMs();
      if (this.#waited(patience) > most)
        this.#violate(`${endpointId} is not built for ${this.#waited(patience)} ms`);
    }
    for (const { endpointId, buildId, patience } of this.#requests) {
      const { timeoutMs } = this.#settings.budget;
      if (this.#waited(patience) > timeoutMs + this.#settings.graceMs + this.#takeoverMs())
        this.#violate(`${buildId} of ${endpointId} was asked for and did not begin`);
    }
  }

  /**
   * A process died, perhaps with a build that it was just given: a lease must end before that one is made, and after
   * several losses in a row it waits as after failures.
   */
  died(): void {
    this.#requests = this.#requests.map((request) => {
      const repairMs = this.#wishes.get(request.endpointId)?.intervalMs ?? 0;
      return { ...request, patience: { ...this.#patience(), repairMs } };
    });
  }

  /** The clock of all processes was set. Ahead, leases end early; back, leases and plans begin anew. */
  clockSet(byMs: number): void {
    if (byMs > 0) {
      this.#aheadAtMs = this.#nowMs;
      return;
    }
    const patience = { ...this.#patience(), repairMs: REPAIR_MS };
    for (const endpointId of this.#expected.keys()) this.#expected.set(endpointId, patience);
    this.died();
  }

  wished(endpointId: string, wish: Wish): void {
    this.#wishes.set(endpointId, wish);
    this.#expected.set(endpointId, this.#patience());
    if (!wish.isOn) this.#requests = this.#requests.filter((request) => request.endpointId !== endpointId);
  }

  requested(endpointId: string, buildId: string): void {
    this.#requests.push({ endpointId, buildId, patience: this.#patience() });
  }

  began(job: BuildJob, isDead: () => boolean): void {
    const { endpointId, buildId } = job;
    this.builds += 1;
    for (const other of this.#active.values()) {
      if (other.job.endpointId !== endpointId || other.isDead() || other.job.signal.aborted) continue;
      // A clock that is set ahead ends leases whose owners had no time to prolong them.
      if (this.#nowMs - this.#aheadAtMs <= this.#takeoverMs()) continue;
      this.#violate(`${buildId} and ${other.job.buildId} of ${endpointId} run at once`);
    }
    this.#active.set(buildId, { job, isDead });
    this.#begunAtMs.set(buildId, this.#nowMs);
    this.#expected.set(endpointId, this.#patience());
    this.#requests = this.#requests.filter((request) => request.endpointId !== endpointId);
  }

  ended(buildId: string): void {
    this.#active.delete(buildId);
  }

  /** Compares what is served after a commit with what was served before it. */
  serves(snapshots: readonly SnapshotRecord[], isWhole: (snapshot: SnapshotRecord) => boolean): void {
    for (const snapshot of snapshots) {
      const { endpointId, buildId, fencingToken, version } = snapshot;
      if (!isWhole(snapshot)) this.#violate(`${buildId} of ${endpointId} is served and not whole`);
      const before = this.#served.get(endpointId);
      if (before?.buildId === buildId) continue;
      this.flips += 1;
      this.#served.set(endpointId, snapshot);
      const begun = this.#begunAtMs.get(buildId) ?? Number.NaN;
      const begunBefore = before === undefined ? -1 : (this.#begunAtMs.get(before.buildId) ?? Number.NaN);
      if (!(begun > begunBefore) || !(fencingToken > (before?.fencingToken ?? 0)))
        this.#violate(`${buildId} of ${endpointId} is served after the later ${before?.buildId}`);
      if (version !== this.#wishes.get(endpointId)?.version)
        this.#violate(`${buildId} of ${endpointId} is served for the old version ${version}`);
    }
  }

  get openRequests(): number {
    return this.#requests.length;
  }

  #takeoverMs(): number {
    return this.#settings.leaseMs + TICKS * this.#settings.pollMs;
  }

  #patience(): Patience {
    return { sinceMs: this.#nowMs, busyMs: this.#busyMs, repairMs: 0 };
  }

  #waited({ sinceMs, busyMs, repairMs }: Patience): number {
    return this.#nowMs - sinceMs - (this.#busyMs - busyMs) - repairMs;
  }

  #violate(sentence: string): void {
    this.violations.push(`at ${this.#nowMs} ms: ${sentence}`);
  }
}
