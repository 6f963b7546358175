import { mappedError } from './engine-error.ts';

/** Pauses between two attempts to stop a query, which may not have begun yet, or be in a call that looks at nothing. */
const FIRST_STOP_AGAIN_MS = 50;
const LONGEST_STOP_AGAIN_MS = 2_000;

export interface EngineRunOptions {
  readonly signal: AbortSignal | undefined;
  /** Longest time that a caller waits for the engine, milliseconds. */
  readonly timeoutMs: number;
  /** Asks whether the engine answers. A late query at a silent engine is reported as engine_unavailable. */
  readonly ping: () => Promise<boolean>;
  /** Asks the engine to stop the query; called again until the query has ended. */
  readonly askToStop: () => Promise<unknown>;
  readonly onEnd: () => void;
}

/**
 * One query of a reader. Whoever waits for it may leave at any time and is told so at once; the connection stays until
 * the engine has ended the query, so that `ended` tells how long the query really took a place.
 */
export class EngineRun {
  readonly #options: EngineRunOptions;
  readonly #left = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout;
  #again: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(options: EngineRunOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => void this.#leaveLate(), options.timeoutMs);
    options.signal?.addEventListener('abort', this.#follow, { once: true });
    if (options.signal?.aborted) this.#follow();
  }

  /** Resolves when the engine has ended the query or cannot be reached any more. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Aborted when the caller of the query leaves. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** True when the caller of the query has left. */
  get isLeft(): boolean {
    return this.#left.signal.aborted;
  }

  /** Call it when nothing more comes from the engine. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    this.#options.signal?.removeEventListener('abort', this.#follow);
    this.#options.onEnd();
    this.#ended.resolve();
  }

  /** Tells the caller `reason` and lets the engine stop the query. Only the first call counts. */
  leave(reason: Error): void {
    if (this.isLeft) return;
    this.#left.abort(reason);
    clearTimeout(this.#timer);
    if (!this.#isEnded) this.#stop(FIRST_STOP_AGAIN_MS);
  }

  /** Resolves with what `work` answers; rejects with the reason when the caller leaves first. */
  async orLeave<Value>(work: Promise<Value>): Promise<Value> {
    const { signal } = this.#left;
    const left = Promise.withResolvers<never>();
    const leave = (): void => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    // Nobody is told of a failure after the caller has left.
    work.catch(() => undefined);
    try {
      signal.throwIfAborted();
      return await Promise.race([work, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  readonly #follow = (): void => {
    this.leave(mappedError('query_cancelled', this.#options.signal?.reason));
  };

  /** Pings do not reject. */
  async #leaveLate(): Promise<void> {
    const isThere = await this.#options.ping();
    this.leave(mappedError(isThere ? 'query_timeout' : 'engine_unavailable'));
  }

  #stop(pauseMs: number): void {
    this.#again = setTimeout(() => this.#stop(Math.min(2 * pauseMs, LONGEST_STOP_AGAIN_MS)), pauseMs);
    // The query itself tells its end; an engine that is not there runs no query.
    this.#options.askToStop().catch(() => undefined);
  }
}
