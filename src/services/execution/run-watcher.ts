import type { Engine } from '../../adapters/engine/engine.ts';
import { type QueryProgress, readProgress } from '../../adapters/engine/statements/read-progress.ts';
import type { Peers } from '../../adapters/store/database.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { newRandomUuid } from '../../base/ids.ts';
import type { Observe } from '../../base/observation.ts';
import { wait } from '../../base/wait.ts';
import type { SingleFlight } from '../cache/single-flight.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { RunningQueries } from './running-queries.ts';
import type { StoredResult } from './stored-result.ts';

/** So long the other services have to answer. */
const ANSWER_MS = 500;
/** No run has a longer name. */
const LONGEST_NAME = 128;
/** The engine is asked at most this often about one execution, whoever asks. */
const PAUSE_MS = 250;

/** How far the runs of one name have come. */
export interface RunProgressSoFar extends QueryProgress {
  /** Of the run that began first. */
  readonly elapsedMs: number;
}

interface WatchServices {
  readonly engine: Pick<Engine, 'command'>;
  readonly activeRuns: ActiveRuns;
  readonly flights: Pick<SingleFlight<StoredResult>, 'joinedBy'>;
  readonly runningQueries: RunningQueries;
  /** The services on the same store, which may have the run. */
  readonly peers: Peers | undefined;
  readonly observe: Observe;
}

interface Question {
  readonly id: string;
  readonly keyId: string;
  readonly name: string;
}

interface Asked {
  readonly atMs: number;
  readonly answer: Promise<QueryProgress>;
}

/** Tells how far runs have come by the names that their callers gave them, whichever service they run in. */
export class RunWatcher {
  readonly #services: WatchServices;
  readonly #asked = new Map<string, (progress: RunProgressSoFar) => void>();
  /** The last answer about an execution, by its signal. */
  readonly #known = new WeakMap<AbortSignal, Asked>();

  constructor(services: WatchServices) {
    this.#services = services;
    services.peers?.onTold('progress', (text) => this.#hear(JSON.parse(text)));
    services.peers?.onTold('progressed', (text) => {
      const { id, progress } = JSON.parse(text);
      this.#asked.get(id)?.(progress);
    });
  }

  /** How far the runs of that key with that name have come; undefined when none is running. */
  async progress(keyId: string, name: string): Promise<RunProgressSoFar | undefined> {
    const here = await this.#progressHere(keyId, name);
    const { peers } = this.#services;
    if (here !== undefined || peers === undefined || name.length > LONGEST_NAME) return here;
    const id = newRandomUuid();
    const { promise: answered, resolve } = Promise.withResolvers<RunProgressSoFar>();
    this.#asked.set(id, resolve);
    try {
      await peers.tell('progress', JSON.stringify({ id, keyId, name } satisfies Question));
      return await Promise.race([answered, wait(ANSWER_MS).then(() => undefined)]);
    } finally {
      this.#asked.delete(id);
    }
  }

  #hear({ id, keyId, name }: Question): void {
    if (this.#asked.has(id)) return;
    const tell = async (): Promise<void> => {
      const progress = await this.#progressHere(keyId, name);
      if (progress !== undefined)
        await this.#services.peers?.tell('progressed', JSON.stringify({ id, progress }));
    };
    tell().catch((error: unknown) => {
      this.#services.observe({ kind: 'failure', where: 'progress', error });
    });
  }

  async #progressHere(keyId: string, name: string): Promise<RunProgressSoFar | undefined> {
    const runs = this.#services.activeRuns.find(keyId, name);
    if (runs.length === 0) return undefined;
    const began = Math.min(...runs.map(({ beganMs }) => beganMs));
    // Runs that wait for one computation are counted once.
    const signals = new Set(runs.map(({ signal }) => this.#services.flights.joinedBy(signal) ?? signal));
    const parts = await Promise.all([...signals].map((signal) => this.#readOnce(signal)));
    const sum = (member: keyof QueryProgress) => parts.reduce((total, part) => total + part[member], 0);
    return {
      elapsedMs: Math.round(stopwatchMs() - began),
      ...{ rowsRead: sum('rowsRead'), bytesRead: sum('bytesRead') },
      totalRows: parts.some(({ totalRows }) => totalRows === 0) ? 0 : sum('totalRows'),
    };
  }

  #readOnce(signal: AbortSignal): Promise<QueryProgress> {
    const known = this.#known.get(signal);
    if (known !== undefined && stopwatchMs() - known.atMs < PAUSE_MS) return known.answer;
    const answer = this.#read(signal);
    this.#known.set(signal, { atMs: stopwatchMs(), answer });
    return answer;
  }

  /** What the execution has read. While the engine does not answer, that is what ended queries of it have read. */
  async #read(signal: AbortSignal): Promise<QueryProgress> {
    const { engine, runningQueries, observe } = this.#services;
    const { runIds, rowsRead, bytesRead } = runningQueries.of(signal) ?? NOTHING;
    const ended = { rowsRead, bytesRead, totalRows: 0 };
    if (runIds.size === 0) return ended;
    try {
      const running = await readProgress(engine, [...runIds]);
      return {
        rowsRead: rowsRead + running.rowsRead,
        bytesRead: bytesRead + running.bytesRead,
        totalRows: running.totalRows === 0 ? 0 : rowsRead + running.totalRows,
      };
    } catch (error) {
      observe({ kind: 'failure', where: 'progress', error });
      return ended;
    }
  }
}

const NOTHING = { runIds: new Set<string>(), rowsRead: 0, bytesRead: 0 };
