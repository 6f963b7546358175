import { mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { stopwatchMs } from '../../../base/clock.ts';
import { Deadline } from '../../../base/deadline.ts';
import type { Observe } from '../../../base/observation.ts';
import { wait } from '../../../base/wait.ts';
import type { ChildOptions } from './child-contract.ts';
import {
  type ChildStart,
  EngineChild,
  FolderInUseError,
  startWaitingChild,
  type WaitingChild,
} from './engine-child.ts';
import { PingSilence } from './ping-silence.ts';
import { processorWaitMs } from './processor-wait.ts';

export interface SupervisorOptions {
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
  /** How other services reach the engine; absent = they do not. */
  readonly network?: ChildOptions['network'];
  readonly bucket?: ChildOptions['bucket'];
  readonly shards?: ChildOptions['shards'];
  /** Keeps the next child waiting with everything loaded, so that the engine is back sooner; takes about 70 MB. */
  readonly keepsNext?: boolean;
  /** How long a process has waited for a processor, milliseconds; default what the system says. */
  readonly processorWaitMs?: (processId: number) => number;
  readonly observe?: Observe;
}

const DEFAULT_PLACES = { read: 8, long: 6 };
const DEFAULT_STUCK_AFTER_MS = 5_000;
const FIRST_BACK_OFF_MS = 50;
const LONGEST_BACK_OFF_MS = 5000;
const WAIT_FOR_FOLDER_MS = 1000;
/** A child that lived this long had no trouble starting. */
const HEALTHY_AFTER_MS = 10_000;
/** Between two pings. With the pings' own time a silent child is replaced within 10 s. */
const PING_EVERY_MS = 500;

/** Keeps one child alive. */
export class ChildSupervisor {
  #start: ChildStart;
  readonly #observe: Observe;
  readonly #endTimeoutMs: number | undefined;
  readonly #keepsNext: boolean;
  readonly #processorWaitMs: (processId: number) => number;
  readonly #silence = new PingSilence();
  #next: WaitingChild | undefined;
  #child: EngineChild | undefined;
  #isClosed = false;
  #backOffMs = FIRST_BACK_OFF_MS;
  #wake: (() => void) | undefined;
  #watching: Promise<void> = Promise.resolve();

  private constructor(start: ChildStart, options: SupervisorOptions) {
    this.#start = start;
    this.#observe = options.observe ?? (() => undefined);
    this.#endTimeoutMs = options.endTimeoutMs;
    this.#keepsNext = options.keepsNext ?? false;
    this.#processorWaitMs = options.processorWaitMs ?? processorWaitMs;
  }

  /**
   * Starts a child, and from then on another one when a child has ended.
   * @throws StartupError when another process uses the folder, or the engine does not start
   */
  static async start(options: SupervisorOptions): Promise<ChildSupervisor> {
    const { folder, allowedFunctions, network, bucket, shards } = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const places = { ...DEFAULT_PLACES, ...options.places };
    const start: ChildStart = {
      folder,
      allowedFunctions,
      places,
      stuckAfterMs: options.stuckAfterMs ?? DEFAULT_STUCK_AFTER_MS,
      maxStuckQueries: options.maxStuckQueries ?? places.read,
      maxServerMemoryBytes: options.maxServerMemoryBytes ?? Math.floor(totalmem() / 2),
      ...(network !== undefined && { network }),
      ...(bucket !== undefined && { bucket }),
      ...(shards !== undefined && { shards }),
    };
    const supervisor = new ChildSupervisor(start, options);
    await supervisor.#startWhenFree();
    supervisor.#watching = supervisor.#watch();
    return supervisor;
  }

  get isAnswering(): boolean {
    return this.#child !== undefined && !this.#silence.isLong;
  }

  get isSilent(): boolean {
    return this.#silence.hasBegun;
  }

  get child(): EngineChild | undefined {
    return this.#child;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#next?.end();
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
    const waiting = this.#next;
    this.#next = undefined;
    this.#child = await EngineChild.start(this.#start, waiting);
    if (this.#keepsNext && !this.#isClosed) this.#next = startWaitingChild(this.#start.places);
    const { network } = this.#start;
    const port = this.#child.networkPort;
    // Services find the next child where they found this one.
    if (network !== undefined && port !== undefined)
      this.#start = { ...this.#start, network: { ...network, port } };
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
    this.#silence.end();
    await child.connection.destroy();
    if (stopwatchMs() - startedMs > HEALTHY_AFTER_MS) this.#backOffMs = FIRST_BACK_OFF_MS;
    this.#observe({ kind: 'engine_child', event: this.#isClosed ? 'ended' : 'exited', detail: reason });
  }

  /** Kills a child that hangs. Its queries fail, and a new child starts. @returns true when a child was killed */
  async #watchSilence(child: EngineChild, gone: AbortSignal): Promise<boolean> {
    const processes = [child.processId, process.pid];
    let before = { atMs: stopwatchMs(), waitedMs: processes.map(this.#processorWaitMs) };
    while (!gone.aborted && !this.#isClosed) {
      await wait(PING_EVERY_MS, gone);
      const isAnswered = await child.connection.ping();
      if (gone.aborted || this.#isClosed) break;
      const now = { atMs: stopwatchMs(), waitedMs: processes.map(this.#processorWaitMs) };
      const waited = now.waitedMs.map((waitedMs, at) => waitedMs - (before.waitedMs[at] ?? 0));
      this.#silence.note({ isAnswered, tookMs: now.atMs - before.atMs, waitedMs: Math.max(...waited) });
      before = now;
      if (!this.#silence.isTooLong) continue;
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
