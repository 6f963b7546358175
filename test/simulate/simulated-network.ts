import type { RandomSource } from '../fixtures/random-source.ts';
import type { SimulatedProcess, SimulatedTime } from './simulated-time.ts';

const MOST_LATENCY_MS = 20;
/** How long a process waits for a server that it cannot reach. */
const PATIENCE_MS = 5_000;

/** A server that processes talk to. */
export type ServerName = 'store' | 'engine' | 'redis';

/** Between processes and servers: everything takes a while, and may be lost on the way there or back. */
export class SimulatedNetwork {
  readonly #time: SimulatedTime;
  readonly #random: RandomSource;
  readonly #cut = new Set<string>();
  readonly #down = new Set<ServerName>();

  constructor(time: SimulatedTime, random: RandomSource) {
    this.#time = time;
    this.#random = random;
  }

  /** Cuts a process off from a server, or from all of them; `heal` ends it. */
  cut(process: SimulatedProcess, server: ServerName): () => void {
    const wire = `${process.name} ${server}`;
    this.#cut.add(wire);
    return () => void this.#cut.delete(wire);
  }

  setDown(server: ServerName, isDown: boolean): void {
    if (isDown) this.#down.add(server);
    else this.#down.delete(server);
  }

  /**
   * Has a server do something for the process that asks. While the wire is cut nothing comes back; what was on its way
   * there may have been done all the same.
   * @throws Error when no answer came
   */
  async call<Answer>(server: ServerName, work: () => Answer | Promise<Answer>): Promise<Answer> {
    const { owner } = this.#time;
    const wire = `${owner?.name ?? ''} ${server}`;
    if (this.#cut.has(wire)) return this.#lost();
    await this.#time.wait(this.#random.below(MOST_LATENCY_MS));
    if (this.#cut.has(wire) && this.#random.oneIn(2)) return this.#lost();
    if (this.#down.has(server)) throw new Error(`${server} is down`);
    const answer = await this.#time.as(undefined, async () => work());
    if (this.#cut.has(wire)) return this.#lost();
    await this.#time.as(owner, () => this.#time.wait(this.#random.below(MOST_LATENCY_MS)));
    return answer;
  }

  async #lost(): Promise<never> {
    await this.#time.wait(PATIENCE_MS);
    throw new Error('no answer');
  }
}
