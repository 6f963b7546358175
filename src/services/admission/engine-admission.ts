import type { Engine } from '../../adapters/engine/engine.ts';
import { Deadline } from '../../base/deadline.ts';
import type { RateLimiter } from '../limits/rate.ts';
import type { Lanes } from './lanes.ts';

/** For whom the engine works. */
export interface EngineCaller {
  readonly projectId: number;
  readonly keyId: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

/** Does work of one engine query in a place, which it holds until the engine has ended the query of that run. */
export type Admit = <Value>(runId: string, work: () => Promise<Value>) => Promise<Value>;

/** What an admission works with. */
interface AdmissionParts {
  readonly engine: Pick<Engine, 'whenEnded'>;
  /** Charged when a call starts to work with the engine. */
  readonly rate: RateLimiter;
  readonly lanes: Lanes;
  /** Longest wait for a place of a caller. */
  readonly queueTimeoutMs: number;
}

/** The way to the engine: for callers, whose keys are charged, in places by project and key; for the rest by lane. */
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

  /**
   * Charges a call to its key, once for all of its queries, which wait for their places until one deadline.
   * @throws AppError throttled; what it returns throws throttled, query_capacity, query_cancelled and what work throws
   */
  charge({ projectId, keyId, signal }: EngineCaller, lane: 'read' | 'stream' = 'read'): Admit {
    const { engine, rate, lanes, queueTimeoutMs } = this.#parts;
    rate.take(keyId);
    const deadline = Deadline.after(queueTimeoutMs);
    const turn = { group: String(projectId), member: keyId };
    return (runId, work) => {
      const lastsUntil = () => engine.whenEnded(runId);
      return lanes[lane].run(turn, { deadline, signal, lastsUntil }, work);
    };
  }
}
