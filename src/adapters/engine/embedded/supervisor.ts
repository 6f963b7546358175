import { mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { stopwatchMs } from '../../../base/clock.ts';
import { Deadline } from '../../../base/deadline.ts';
import type { Observe } from '../../../base/observation.ts';
import { wait } from '../../../base/wait.ts';
import { ClickHouseEngine } from '../clickhouse-engine.ts';
import { makeTables } from '../ddl/make-tables.ts';
import type { ChildOptions } from './child-contract.ts';
import { type ChildStart, EngineChild, FolderInUseError } from './engine-child.ts';
import { dropFrozen } from './freeze-engine.ts';

export interface EmbeddedEngineOptions {
  /** Folder of the engine's data, made when missing. One process at a time. */
  readonly folder: string;
  /** Names of the engine functions that readers may call, as the compiler spells them; `all` only for tests. */
  readonly allowedFunctions: ChildOptions['allowedFunctions'];
  /** How many queries of runs, and how many long queries, run at once; others wait. Default 8 and 6. */
  readonly places?: Partial<ChildOptions['places']>;
  /** Time that a stopped query gets to end before the query counts as stuck. Default 5,000. */
  readonly stuckAfterMs?: number;
  /** Number of stuck queries of runs at which the child is replaced. Default: all places of runs. */
  readonly maxStuckQueries?: number;
  /** Time that the child gets for an orderly end before a kill. Default 5,000. */
  readonly endTimeoutMs?: number;
  /** Memory of the whole child in bytes. Default half of the machine's. */
  readonly maxServerMemoryBytes?: number;
  readonly observe?: Observe;
}

const DEFAULT_PLACES = { read: 8, long: 6 };
const DEFAULT_STUCK_AFTER_MS = 5_000;
const FIRST_BACK_OFF_MS = 50;
const LONGEST_BACK_OFF_MS = 5000;
const WAIT_FOR_FOLDER_MS = 1000;
/** A child that lived this long had no trouble starting. */
const HEALTHY_AFTER_MS = 10_000;
/** Between an answered ping and the next one. With the pings' own time a silent child is replaced within 10 s. */
const PING_EVERY_MS = 500;
/** After so many pings in a row without an answer the child counts as silent ... */
const SILENT_PINGS = 2;
/** ... and after so many it is replaced. */
const MOST_SILENT_PINGS = 3;

/** The embedded engine: a child process, started again after its end. Meanwhile calls fail: engine_unavailable. */
export class EmbeddedEngine extends ClickHouseEngine {
  readonly #supervisor: Supervisor;

  constructor(supervisor: Supervisor) {
    super({ connection: () => supervisor.child?.connection });
    this.#supervisor = supervisor;
  }

  override processId(): number | undefined {
    return this.#supervisor.child?.processId;
  }

  override isAnswering(): boolean {
    return this.#supervisor.isAnswering;
  }

  override isSilent(): boolean {
    return this.#supervisor.isSilent;
  }

  override async close(): Promise<void> {
    await this.#supervisor.close();
  }
}

/**
 * Starts the embedded engine with the tables of this build.
 * @throws StartupError when another process uses the folder, or the engine does not start
 */
export async function startEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const places = { ...DEFAULT_PLACES, ...options.places };
  const supervisor = new Supervisor(
    {
      folder: options.folder,
      allowedFunctions: options.allowedFunctions,
      places,
      stuckAfterMs: options.stuckAfterMs ?? DEFAULT_STUCK_AFTER_MS,
      maxStuckQueries: options.maxStuckQueries ?? places.read,
      maxServerMemoryBytes: options.maxServerMemoryBytes ?? Math.floor(totalmem() / 2),
    },
    options.observe ?? (() => undefined),
    options.endTimeoutMs,
  );
  await supervisor.start();
  await dropFrozen(options.folder);
  const engine = new EmbeddedEngine(supervisor);
  try {
    await makeTables(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Keeps one child alive. */
class Supervisor {
  readonly #start: ChildStart;
  readonly #observe: Observe;
  readonly #endTimeoutMs: number | undefined;
  #child: EngineChild | undefined;
  #isClosed = false;
  #silentPings = 0;
  #backOffMs = FIRST_BACK_OFF_MS;
  #wake: (() => void) | undefined;
  #watching: Promise<void> = Promise.resolve();

  constructor(start: ChildStart, observe: Observe, endTimeoutMs: number | undefined) {
    this.#start = start;
    this.#observe = observe;
    this.#endTimeoutMs = endTimeoutMs;
  }

  get isAnswering(): boolean {
    return this.#child !== undefined && this.#silentPings < SILENT_PINGS;
  }

  get isSilent(): boolean {
    return this.#silentPings > 0;
  }

  get child(): EngineChild | undefined {
    return this.#child;
  }

  async start(): Promise<void> {
    await this.#startWhenFree();
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake?.();
    await this.#child?.end(this.#endTimeoutMs);
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      if (this.#child === undefined) await this.#restart();
      else await this.#exitOf(this.#child);
    }
    await this.#child?.end(this.#endTimeoutMs);
  }

  /** The child of a service that was killed a moment ago may still hold the folder. */
  async #startWhenFree(): Promise<void> {
    const deadline = Deadline.after(WAIT_FOR_FOLDER_MS);
    for (;;) {
      try {
        return await this.#startChild();
      } catch (error) {
        if (!(error instanceof FolderInUseError) || deadline.isOver) throw error;
        await this.#pause(FIRST_BACK_OFF_MS);
      }
    }
  }

  async #startChild(): Promise<void> {
    const startedMs = stopwatchMs();
    this.#child = await EngineChild.start(this.#start);
    this.#observe({
      kind: 'engine_child',
      event: 'started',
      detail: `process ${this.#child.processId}`,
      durationMs: stopwatchMs() - startedMs,
    });
  }

  async #exitOf(child: EngineChild): Promise<void> {
    const startedMs = stopwatchMs();
    const gone = new AbortController();
    const watched = this.#watchSilence(child, gone.signal);
    const exit = await child.exited;
    gone.abort();
    const wasSilent = await watched;
    const reason = wasSilent ? `${exit.reason}: it did not answer` : exit.reason;
    this.#child = undefined;
    this.#silentPings = 0;
    await child.connection.destroy();
    if (stopwatchMs() - startedMs > HEALTHY_AFTER_MS) this.#backOffMs = FIRST_BACK_OFF_MS;
    this.#observe({ kind: 'engine_child', event: this.#isClosed ? 'ended' : 'exited', detail: reason });
  }

  /** Kills a child that hangs. Its queries fail, and a new child starts. @returns true when a child was killed */
  async #watchSilence(child: EngineChild, gone: AbortSignal): Promise<boolean> {
    while (!gone.aborted && !this.#isClosed) {
      await wait(PING_EVERY_MS, gone);
      const isThere = await child.connection.ping();
      if (gone.aborted || this.#isClosed) break;
      this.#silentPings = isThere ? 0 : this.#silentPings + 1;
      if (this.#silentPings < MOST_SILENT_PINGS) continue;
      child.kill();
      return true;
    }
    return false;
  }

  async #restart(): Promise<void> {
    await this.#pause(this.#backOffMs);
    if (this.#isClosed) return;
    this.#backOffMs = Math.min(this.#backOffMs * 2, LONGEST_BACK_OFF_MS);
    this.#observe({ kind: 'engine_child', event: 'restarting', detail: 'the engine has ended' });
    try {
      await this.#startChild();
    } catch (error) {
      this.#observe({ kind: 'failure', where: 'engine restart', error });
    }
  }

  /** Sleeps, for a shorter time when the engine is closed meanwhile. */
  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
