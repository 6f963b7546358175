import type { Engine } from '../../adapters/engine/engine.ts';
import { Deadline } from '../../base/deadline.ts';
import type { RateState } from '../limits/rate.ts';
import type { Lanes } from './lanes.ts';

/** For whom the engine works. */
export interface EngineCaller {
  readonly projectId: number;
  readonly keyId: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

/** Does the work of one engine query in a place. The place is held until the engine has ended the query of that run. */
export type Admit = <Value>(runId: string, work: () => Promise<Value>) => Promise<Value>;

/** The executions that keys may start, as this service counts them or as all do. */
export interface ExecutionRate {
  /** May answer a promise that rejects when other services have used up the rate. @throws AppError throttled */
  take(keyId: string): unknown;
  look(keyId: string): RateState | null;
  addWork(keyId: string, ms: number): void;
  refuseUsedUp(keyId: string): void;
}

/** What `EngineAdmission` works with. */
interface AdmissionParts {
  readonly engine: Pick<Engine, 'whenEnded' | 'isSilent'>;
  /** Charged when a call starts to work with the engine. */
  readonly rate: Pick<ExecutionRate, 'take' | 'look' | 'addWork'>;
  readonly lanes: Lanes;
  /** Longest time that a caller waits for a place. */
  readonly queueTimeoutMs: number;
}

/**
 * The way to the engine. Queries of callers are charged to their keys and take places by project and key; other work
 * takes places by lane.
 */
export class EngineAdmission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  get lanes(): Lanes {
    return this.#parts.lanes;
  }

  /** Queries of callers at the engine. */
  get running(): number {
    return this.lanes.read.running + this.lanes.stream.running;
  }

  /** Queries of callers that wait for a place. */
  get waiting(): number {
    return this.lanes.read.waiting + this.lanes.stream.waiting;
  }

  /** What is left to a key of the runs that work with the engine; null = no limit. */
  rateOf(keyId: string): RateState | null {
    return this.#parts.rate.look(keyId);
  }

  /** Charges work that a thread did for a call which is charged already. */
  chargeWork(keyId: string, ms: number): void {
    this.#parts.rate.addWork(keyId, ms);
  }

  /**
   * Charges a call to its key, once for all of its queries. The queries wait for their places until one common
   * deadline.
   * @throws AppError throttled; the returned function throws throttled, query_capacity, query_cancelled and what `work`
   *   throws
   */
  charge({ projectId, keyId, signal }: EngineCaller, lane: 'read' | 'stream' = 'read'): Admit {
    const { engine, rate, lanes, queueTimeoutMs } = this.#parts;
    const charged = rate.take(keyId);
    const deadline = Deadline.after(queueTimeoutMs);
    const turn = { group: String(projectId), member: keyId };
    return (runId, work) => {
      const lastsUntil = () => engine.whenEnded(runId);
      const isAllHeld = () => engine.isSilent();
      const run = () => lanes[lane].run(turn, { deadline, signal, lastsUntil, isAllHeld }, work);
      return charged instanceof Promise ? charged.then(run) : run();
    };
  }
}
