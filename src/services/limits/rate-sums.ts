import type { Counter, Kv } from '../../adapters/kv/kv.ts';
import type { Observe } from '../../base/observation.ts';
import { Rounds } from '../../base/rounds.ts';
import type { Wait } from '../../base/wait.ts';
import type { RateLimiter } from './rate.ts';

const PAUSE_MS = 200;
/** Subjects whose units are told in one call. */
const MOST_TOLD = 1_000;
/** Subjects that may wait to be told; beyond them a service counts for itself. */
const MOST_WAITING = 20_000;

interface Watched {
  readonly name: string;
  readonly limiter: RateLimiter;
  /** Units by subject that the other services do not know of. */
  readonly untold: Map<string, number>;
}

/**
 * Adds up what the limiters of all services count, five times a second: what is taken waits for nobody, so all services
 * together may go beyond a quota by what they take in that time.
 */
export class RateSums {
  readonly #kv: Kv;
  readonly #rounds: Rounds;
  readonly #watched: Watched[] = [];

  constructor(kv: Kv, { observe, wait }: { readonly observe: Observe; readonly wait: Wait }) {
    this.#kv = kv;
    this.#rounds = new Rounds({ observe, wait, where: 'sum rates', pauseMs: PAUSE_MS });
  }

  /** @param name of the limiter in all services */
  watch(name: string, limiter: RateLimiter): void {
    const untold = new Map<string, number>();
    this.#watched.push({ name, limiter, untold });
    limiter.watch((subject, units) => {
      const before = untold.get(subject);
      if (before !== undefined || untold.size < MOST_WAITING) untold.set(subject, (before ?? 0) + units);
    });
  }

  start(): void {
    this.#rounds.start(() => this.sum());
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Tells what was taken here since, and learns what was taken everywhere. */
  async sum(): Promise<void> {
    for (const watched of this.#watched) await this.#sumOf(watched);
  }

  async #sumOf({ name, limiter, untold }: Watched): Promise<void> {
    const telling = [...untold].slice(0, MOST_TOLD);
    for (const [subject] of telling) untold.delete(subject);
    const { policies } = limiter;
    const counters = telling.flatMap(([subject, units]): Counter[] =>
      policies.map(({ windowSeconds }, at) => ({
        key: `${name}:${at}:${subject}`,
        windowMs: windowSeconds * 1000,
        units,
        quota: 0,
      })),
    );
    if (counters.length === 0) return;
    const told = await this.#kv.count(counters);
    telling.forEach(([subject], at) => {
      const windows = told?.windows.slice(at * policies.length, (at + 1) * policies.length);
      const since = untold.get(subject) ?? 0;
      if (windows !== undefined)
        limiter.learn(
          subject,
          windows.map(({ used, leftMs }) => ({ used: used + since, leftMs })),
        );
    });
  }
}
