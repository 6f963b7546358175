import type { Engine } from '../../adapters/engine/engine.ts';
import { Deadline } from '../../base/deadline.ts';
import type { Concurrency } from './concurrency.ts';
import type { RateLimiter } from './rate.ts';

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
  readonly concurrency: Concurrency;
  /** Longest wait for a place. */
  readonly queueTimeoutMs: number;
}

/** The way to the engine for whoever asks it for a caller: charged to the key, in places by project and key. */
export class EngineAdmission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  get running(): number {
    return this.#parts.concurrency.running;
  }

  get waiting(): number {
    return this.#parts.concurrency.waiting;
  }

  /**
   * Charges a call to its key, once for all of its queries, which wait for their places until one deadline.
   * @throws AppError throttled; what it returns throws throttled, query_capacity, query_cancelled and what work throws
   */
  charge({ projectId, keyId, signal }: EngineCaller): Admit {
    const { engine, rate, concurrency, queueTimeoutMs } = this.#parts;
    rate.take(keyId);
    const deadline = Deadline.after(queueTimeoutMs);
    return (runId, work) => {
      const lastsUntil = () => engine.whenEnded(runId);
      return concurrency.run({ projectId, keyId }, { deadline, signal, lastsUntil }, work);
    };
  }
}
