import { vi } from 'vitest';
import { Deadline } from '../../src/base/deadline.ts';
import { type CacheEntry, ResultCache } from '../../src/services/cache/result-cache.ts';
import { type FlightCaller, SingleFlight } from '../../src/services/cache/single-flight.ts';
import { RandomSource } from '../fixtures/random-source.ts';

/** What a computation is asked for: a question, under one state of its settings. */
interface Result extends CacheEntry {
  readonly key: string;
}

interface Computation {
  readonly key: string;
  readonly startedMs: number;
  readonly isBroken: boolean;
  endedMs?: number;
}

const AGE_SECONDS = 5;
const DEADLINE_MS = 3_000;
const QUESTIONS = ['a', 'b', 'c'] as const;

/**
 * Plays callers against the result cache and the single flight on a fake clock, as a run uses them: look, else join or
 * compute and store. The engine is slow, fails or hangs; callers leave; settings change. Throws when a promise is
 * broken.
 */
export async function simulateCache(seed: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  try {
    await new Simulation(new RandomSource(seed)).play();
  } finally {
    vi.useRealTimers();
  }
}

class Simulation {
  readonly #random: RandomSource;
  readonly #cache = new ResultCache<Result>(100_000);
  readonly #flights = new SingleFlight<Result>();
  readonly #computations: Computation[] = [];
  readonly #waiting = new Set<{ readonly key: string } & FlightCaller>();
  #brokenPromise: string | undefined;
  #revision = 0;

  constructor(random: RandomSource) {
    this.#random = random;
  }

  async play(): Promise<void> {
    const callers: Promise<void>[] = [];
    for (let step = 0; step < 25; step += 1) {
      if (this.#random.oneIn(12)) this.#revision += 1;
      callers.push(this.#call(this.#random.pick(QUESTIONS)));
      await vi.advanceTimersByTimeAsync(this.#random.pick([0, 0, 1, 100, 700, 2_500]));
    }
    await vi.advanceTimersByTimeAsync(DEADLINE_MS * 2);
    let settled = false;
    const all = Promise.all(callers).finally(() => {
      settled = true;
    });
    all.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    if (!settled) throw new Error('a caller is left waiting');
    await all;
    this.#checkComputations();
  }

  async #call(question: string): Promise<void> {
    const key = `${question} ${this.#revision}`;
    const startMs = performance.now();
    const nowMs = Date.now();
    const found = this.#cache.look(key, AGE_SECONDS, { nowMs, latestMs: nowMs });
    if (found.state === 'fresh') return checkResult(found.entry, key, Date.now() - AGE_SECONDS * 1000);
    const leaving = new AbortController();
    if (this.#random.oneIn(4)) setTimeout(() => leaving.abort(new Error('left')), this.#random.below(1_500));
    const waiting = { key, deadline: Deadline.after(DEADLINE_MS), signal: leaving.signal };
    const joined = this.#flights.isRunning(key);
    const leader = this.#computations.findLast((one) => one.key === key);
    this.#waiting.add(waiting);
    try {
      const { value } = await this.#flights.run(key, waiting, (signal) => this.#compute(key, signal));
      checkResult(value, key, Date.now() - DEADLINE_MS * 2);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.message.startsWith('promise:')) throw error;
      const mayFail = leaving.signal.aborted || waiting.deadline.isOver;
      const hasRetried = this.#computations.filter(
        (one) => one.key === key && one.endedMs !== undefined,
      ).length;
      if (joined && !mayFail && error.message === 'engine' && leader?.isBroken && hasRetried < 2)
        throw new Error('promise: a follower was failed without a retry');
    } finally {
      this.#waiting.delete(waiting);
    }
    if (performance.now() - startMs > DEADLINE_MS + 1)
      throw new Error('promise: a caller waited past its deadline');
  }

  /** Slow, failing or hanging; ends when it is aborted. */
  async #compute(key: string, signal: AbortSignal): Promise<Result> {
    const running = this.#computations.filter((one) => one.key === key && one.endedMs === undefined);
    if (running.length > 0) throw new Error('promise: two computations of one key');
    const isHanging = this.#random.oneIn(6);
    const computation: Computation = {
      key,
      startedMs: Date.now(),
      isBroken: this.#random.oneIn(4),
    };
    this.#computations.push(computation);
    try {
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => {
          this.#checkNobodyWaits(key);
          reject(signal.reason);
        });
        if (!isHanging) setTimeout(resolve, this.#random.below(2_000));
      });
    } finally {
      computation.endedMs = Date.now();
    }
    if (computation.isBroken) throw new Error('engine');
    const result: Result = { key, computedAtMs: computation.startedMs, byteLength: 100 };
    this.#cache.store(key, result, computation.startedMs);
    return result;
  }

  #checkNobodyWaits(key: string): void {
    for (const caller of this.#waiting) {
      if (caller.key !== key || caller.signal.aborted || caller.deadline.isOver) continue;
      this.#brokenPromise = 'promise: a computation was cancelled while a caller waited';
    }
  }

  #checkComputations(): void {
    if (this.#brokenPromise !== undefined) throw new Error(this.#brokenPromise);
    if (this.#computations.some((one) => one.endedMs === undefined))
      throw new Error('promise: a computation goes on when everybody has left');
  }
}

function checkResult(result: Result, key: string, notBeforeMs: number): void {
  if (result.key !== key) throw new Error('promise: a result of another key');
  if (result.computedAtMs <= notBeforeMs) throw new Error('promise: a stale result');
}
