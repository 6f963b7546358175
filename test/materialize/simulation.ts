import type { Database, Queryable } from '../../src/adapters/store/database.ts';
import type { EndpointRow } from '../../src/adapters/store/endpoint-row.ts';
import { lockMaterialization } from '../../src/adapters/store/materialization-store.ts';
import { findCurrentSnapshots, type SnapshotRecord } from '../../src/adapters/store/snapshot-store.ts';
import { AppError } from '../../src/base/errors.ts';
import { syncIntervalMs } from '../../src/schema/endpoint.ts';
import { followEndpoint } from '../../src/services/materialize/follow-endpoint.ts';
import { queueBuild } from '../../src/services/materialize/queue-build.ts';
import { BuildScheduler } from '../../src/services/materialize/scheduler.ts';
import type { BuildJob, BuiltSnapshot } from '../../src/services/materialize/snapshot.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { NOW } from '../store/add-project.ts';
import { materializedEndpoint } from './materialized-endpoint.ts';
import { MortalProcess } from './mortal-process.ts';
import { ScheduleJudge } from './schedule-judge.ts';
import {
  type BuildMutant,
  ENDPOINT_IDS,
  HOUR,
  MINUTE,
  objectsIn,
  SECOND,
  SETTINGS,
  settingsOf,
  storeOf,
} from './simulated-parts.ts';
import { Tally } from './tally.ts';
import { VirtualTime } from './virtual-time.ts';

const WILD_MS = 75 * MINUTE;
const CALM_MS = 40 * MINUTE;
const FREQUENCIES = ['15min', '15min', '30min'] as const;

/** What happened. */
export interface SimulationReport {
  readonly builds: number;
  readonly flips: number;
  readonly deaths: number;
  readonly lost: number;
  /** How often each thing happened that makes building hard. */
  readonly faults: Readonly<Record<string, number>>;
}

interface SimulatedForm {
  /** Default: two to five. */
  readonly replicas?: number;
  /** How long processes die and owners change their minds. */
  readonly wildMs?: number;
  /** The longest pause between two things that happen. */
  readonly mostPauseMs?: number;
  readonly mutant?: BuildMutant;
}

/**
 * Lets processes build three endpoints for some hours, in which processes die at any await and start again, builds are
 * slow, hang and fail, the clock is set, and owners change, pause and ask; then for some calm hours.
 * @throws Error with everything that must not happen and did
 */
export async function simulateBuilds(
  database: Database,
  seed: number,
  form: SimulatedForm = {},
): Promise<SimulationReport> {
  for (const table of ['snapshots', 'builds', 'materializations'] as const)
    await database.query.deleteFrom(table).execute();
  const stopwatch = performance.now;
  // On a busy machine the store would let the event loop turn between two statements, and virtual time pass then.
  performance.now = () => 0;
  return new Simulation(database, new RandomSource(seed), form).run().finally(() => {
    performance.now = stopwatch;
  });
}

interface Living {
  readonly process: MortalProcess;
  readonly scheduler: BuildScheduler;
}

class Simulation {
  readonly #database: Database;
  readonly #random: RandomSource;
  readonly #form: SimulatedForm;
  readonly #time = new VirtualTime(0);
  readonly #judge = new ScheduleJudge(SETTINGS);
  readonly #objects = new Map<string, Uint8Array>();
  readonly #endpoints = new Map<string, EndpointRow>();
  readonly #running = new Map<MortalProcess, number>();
  #processes: Living[] = [];
  #aheadMs = NOW;
  /** Of each step of a process; 0 = nobody dies in this history. */
  readonly #deadliness: number;
  /** Of ten. */
  readonly #badBuilds: number;
  #isCalm = false;
  #deaths = 0;
  #lost = 0;
  readonly #faults = new Tally();

  constructor(database: Database, random: RandomSource, form: SimulatedForm) {
    this.#database = database;
    this.#random = random;
    this.#form = form;
    this.#deadliness = random.pick([0, 200, 1000]);
    this.#badBuilds = random.pick([0, 2, 8]);
  }

  async run(): Promise<SimulationReport> {
    const { replicas: processes = 2 + this.#random.below(4) } = this.#form;
    for (let i = 0; i < processes; i += 1) this.#startProcess();
    await this.#whilePassing(async () => {
      for (const id of ENDPOINT_IDS)
        await this.#change({ ...materializedEndpoint(id), syncFrequency: this.#random.pick(FREQUENCIES) });
    });
    void this.#disturb();
    await this.#pass(this.#form.wildMs ?? WILD_MS);
    await this.#whilePassing(() => this.#calmDown(processes));
    await this.#pass(CALM_MS);
    // The sweep comes by the clock, every hour. Builds that are due then have time to end.
    this.#setClock(2 * HOUR);
    await this.#pass(10 * MINUTE);
    // A build that lost its lease by that may have written after the sweep; then the next one finds it.
    const orphans = await this.#whilePassing(() => this.#orphans());
    if (orphans.length > 0) await this.#pass(70 * MINUTE);
    for (let i = 0; i < 10 && this.#isSomebodyBuilding(); i += 1) await this.#pass(10 * SECOND);
    await this.#whilePassing(() => this.#checkEnd());
    for (const { process } of this.#processes) process.die();
    if (this.#judge.violations.length > 0) throw new Error(this.#judge.violations.slice(0, 5).join('\n'));
    const { builds, flips } = this.#judge;
    return { builds, flips, deaths: this.#deaths, lost: this.#lost, faults: this.#faults.counts };
  }

  /** What needs the store may wait for a process that has it and needs time. */
  async #whilePassing<Result>(work: () => Promise<Result>): Promise<Result> {
    let isDone = false;
    const working = work().finally(() => {
      isDone = true;
    });
    while (!isDone) await this.#pass(SECOND);
    return working;
  }

  async #pass(ms: number): Promise<void> {
    await this.#time.runUntil(this.#time.nowMs + ms, () => {
      this.#judge.passed(this.#time.nowMs, this.#isSomebodyFree());
      this.#processes = this.#processes.filter(({ process }) => {
        if (process.isDead) this.#buryAndReplace();
        return !process.isDead;
      });
    });
  }

  #isSomebodyBuilding(): boolean {
    return this.#processes.some(({ process }) => (this.#running.get(process) ?? 0) > 0);
  }

  #isSomebodyFree(): boolean {
    return this.#processes.some(
      ({ process }) => !process.isDead && (this.#running.get(process) ?? 0) < SETTINGS.maxBuilds,
    );
  }

  // ------------------------------------------------------------------------------------------------- processes

  #startProcess(): void {
    const random = this.#random;
    const world = {
      database: storeOf(this.#database, this.#form.mutant),
      objects: objectsIn(this.#objects, this.#form.mutant),
      random,
      wait: this.#time.wait,
      committing: (transaction: Queryable) => this.#look(transaction),
    };
    const process = new MortalProcess(world, this.#isCalm ? 0 : this.#deadliness);
    const skewMs = random.below(2 * SECOND) - SECOND;
    const scheduler = new BuildScheduler(
      {
        database: process.database,
        clock: { nowMs: () => this.#time.nowMs + this.#aheadMs + skewMs },
        observe: (observation) => {
          if (observation.kind === 'build' && observation.outcome === 'lost') {
            this.#lost += 1;
            this.#faults.add('a build is lost');
          }
        },
        objects: process.objects,
        wait: process.wait,
        snapshotFiles: { removeGone: async () => undefined },
        buildSnapshot: (job) => this.#build(process, job),
        mayBuild: () => true,
      },
      settingsOf(this.#form.mutant, random),
    );
    this.#processes.push({ process, scheduler });
    scheduler.start();
  }

  #buryAndReplace(): void {
    this.#deaths += 1;
    this.#faults.add('a process dies');
    this.#judge.died();
    void this.#time.wait(this.#random.below(5 * MINUTE)).then(() => this.#startProcess());
  }

  async #stopGently({ process, scheduler }: Living): Promise<void> {
    this.#faults.add('a process is stopped');
    // Often in the middle of taking a build.
    const endpoint = this.#endpoints.get(this.#random.pick(ENDPOINT_IDS));
    if (endpoint !== undefined) await this.#ask(endpoint);
    scheduler.wake();
    await this.#time.wait(this.#random.below(500));
    const timeoutMs = this.#random.below(MINUTE);
    const sinceMs = this.#time.nowMs;
    await scheduler.stop(timeoutMs);
    const tookMs = this.#time.nowMs - sinceMs;
    if (tookMs > timeoutMs + SETTINGS.graceMs + MINUTE)
      this.#judge.violations.push(`a process took ${tookMs} ms to stop within ${timeoutMs}`);
    process.die();
  }

  async #calmDown(processes: number): Promise<void> {
    this.#isCalm = true;
    for (const { process } of this.#processes) process.deadliness = 0;
    while (this.#processes.length < processes) this.#startProcess();
    for (const [id, endpoint] of this.#endpoints) {
      if (!endpoint.isActive || !endpoint.isMaterialized)
        await this.#change(materializedEndpoint(id, { ...endpoint, isActive: true, isMaterialized: true }));
    }
  }

  // ---------------------------------------------------------------------------------------------------- builds

  async #build(process: MortalProcess, job: BuildJob): Promise<BuiltSnapshot> {
    this.#judge.began(job, () => process.isDead);
    this.#running.set(process, (this.#running.get(process) ?? 0) + 1);
    job.signal.addEventListener('abort', () => this.#judge.ended(job.buildId));
    try {
      return await this.#buildSomehow(process, job);
    } finally {
      this.#running.set(process, (this.#running.get(process) ?? 1) - 1);
      this.#judge.ended(job.buildId);
    }
  }

  async #buildSomehow(process: MortalProcess, job: BuildJob): Promise<BuiltSnapshot> {
    const random = this.#random;
    await process.objects.put(`${job.objectPrefix}/rows`, BYTE);
    const kind = this.#isCalm ? 'good' : this.#kindOfBuild();
    // Some take longer than they may, and some do not listen when they are told to end.
    const ms = this.#isCalm || random.oneIn(2) ? random.below(30 * SECOND) : random.below(6 * MINUTE);
    if (kind !== 'good') this.#faults.add(`a ${kind} build`);
    if (ms > SETTINGS.budget.timeoutMs) this.#faults.add('a build longer than it may be');
    await process.wait(ms, random.oneIn(4) ? undefined : job.signal);
    if (job.signal.aborted) throw new Error('aborted');
    if (kind === 'failing') throw new AppError('query_memory_limit', 'too large');
    if (kind === 'defect') throw new Error('a defect');
    if (kind === 'hanging') await new Promise(() => {});
    await process.objects.put(`${job.objectPrefix}/manifest`, BYTE);
    const verified = random.pick([true, false, null]);
    return { rows: 1, bytes: 2, dataTimeMs: job.nowMs, columns: null, conditions: 'c', verified };
  }

  #kindOfBuild(): 'good' | 'failing' | 'defect' | 'hanging' {
    if (this.#random.below(10) >= this.#badBuilds) return 'good';
    return this.#random.pick(['failing', 'failing', 'defect', 'hanging']);
  }

  async #look(transaction: Queryable): Promise<void> {
    const current = await findCurrentSnapshots(transaction, 1, ENDPOINT_IDS);
    this.#judge.serves([...current.values()], (snapshot) => this.#isWhole(snapshot));
  }

  #isWhole({ objectPrefix }: SnapshotRecord): boolean {
    return this.#objects.has(`${objectPrefix}/rows`) && this.#objects.has(`${objectPrefix}/manifest`);
  }

  // ------------------------------------------------------------------------------------------------ disturbance

  async #disturb(): Promise<void> {
    const random = this.#random;
    while (!this.#isCalm) {
      await this.#time.wait(random.below(this.#form.mostPauseMs ?? 4 * MINUTE));
      if (this.#isCalm) return;
      const id = random.pick(ENDPOINT_IDS);
      const endpoint = this.#endpoints.get(id) ?? materializedEndpoint(id);
      const event = random.below(12);
      if (event < 3) await this.#ask(endpoint);
      else if (event < 5) await this.#change({ ...endpoint, currentVersion: endpoint.currentVersion + 1 });
      else if (event === 5) await this.#change({ ...endpoint, isActive: !endpoint.isActive });
      else if (event === 6) await this.#change({ ...endpoint, isMaterialized: !endpoint.isMaterialized });
      else if (event === 7) await this.#change({ ...endpoint, syncFrequency: random.pick(FREQUENCIES) });
      else if (event === 8) this.#setClock(random.below(random.oneIn(3) ? 72 * HOUR : 20 * MINUTE));
      else if (event === 9) this.#setClock(-random.below(random.oneIn(3) ? 72 * HOUR : 20 * MINUTE));
      else this.#endSomebody(event === 10);
    }
  }

  #setClock(byMs: number): void {
    this.#faults.add(byMs < 0 ? 'the clock is set back' : 'the clock is set ahead');
    this.#aheadMs += byMs;
    this.#judge.clockSet(byMs);
    if (this.#random.oneIn(2)) for (const { scheduler } of this.#processes) scheduler.wake();
  }

  #endSomebody(isGentle: boolean): void {
    const living = this.#processes[this.#random.below(this.#processes.length)];
    if (living === undefined || this.#deadliness === 0) return;
    if (isGentle) void this.#stopGently(living);
    else living.process.die();
  }

  async #change(endpoint: EndpointRow): Promise<void> {
    const { id, isActive, isMaterialized, syncFrequency, currentVersion: version } = endpoint;
    this.#endpoints.set(id, endpoint);
    const isOn = isActive && isMaterialized;
    if (!isOn) this.#faults.add('an endpoint is switched off');
    const nowMs = this.#time.nowMs + this.#aheadMs;
    await this.#database.transaction(async (transaction) => {
      await followEndpoint(transaction, endpoint, true, nowMs);
      this.#judge.wished(id, { isOn, version, intervalMs: syncIntervalMs(syncFrequency) });
    });
    this.#wake();
  }

  async #ask({ id, isActive, isMaterialized }: EndpointRow): Promise<void> {
    if (!isActive || !isMaterialized) return;
    const nowMs = this.#time.nowMs + this.#aheadMs;
    await this.#database.transaction(async (transaction) => {
      const row = await lockMaterialization(transaction, 1, id);
      if (row === undefined) return;
      this.#judge.requested(id, await queueBuild(transaction, row, 'request', nowMs));
    });
    this.#wake();
  }

  /** The process that took a change knows of it at once; sometimes the others look at the same moment. */
  #wake(): void {
    const first = this.#random.below(this.#processes.length);
    const areAll = this.#random.oneIn(2);
    for (const [i, { scheduler }] of this.#processes.entries()) if (areAll || i === first) scheduler.wake();
  }

  // -------------------------------------------------------------------------------------------------------- end

  /** After calm hours all is built, nothing waits or is lost, and the object store holds what is served and no more. */
  async #checkEnd(): Promise<void> {
    const { violations } = this.#judge;
    if (this.#judge.openRequests > 0) violations.push('a request is lost');
    const current = await findCurrentSnapshots(this.#database.query, 1, ENDPOINT_IDS);
    for (const { id, currentVersion } of this.#endpoints.values()) {
      const row = await lockMaterialization(this.#database.query, 1, id);
      if (row?.state !== 'Completed') violations.push(`${id} is ${row?.state} at the end`);
      if (current.get(id)?.version !== currentVersion)
        violations.push(`${id} serves an old version at the end`);
    }
    const open = await this.#database.query
      .selectFrom('builds')
      .selectAll()
      .where('state', 'in', ['Pending', 'Running'])
      .execute();
    if (open.length > 0) violations.push(`builds are left open: ${JSON.stringify(open)}`);
    const orphans = await this.#orphans();
    if (orphans.length > 0) violations.push(`objects are left over: ${orphans}`);
  }

  /** Objects that belong to no snapshot. */
  async #orphans(): Promise<readonly string[]> {
    const stored = await this.#database.query.selectFrom('snapshots').select('objectPrefix').execute();
    const prefixes = new Set(stored.map((row) => row.objectPrefix));
    return [...this.#objects.keys()].filter((key) => !prefixes.has(key.replace(/\/[^/]*$/, '')));
  }
}

const BYTE = new Uint8Array(1);
