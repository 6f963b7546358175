import { Deadline } from '../../src/base/deadline.ts';
import { wait } from '../../src/base/wait.ts';
import { type CacheEntry, ResultCache } from '../../src/services/cache/result-cache.ts';
import { SharedFlights } from '../../src/services/cache/shared-flights.ts';
import { SharedResults } from '../../src/services/cache/shared-results.ts';
import { SingleFlight } from '../../src/services/cache/single-flight.ts';
import type { RandomSource } from '../fixtures/random-source.ts';
import { Tally } from '../materialize/tally.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { type RedisMutant, SimulatedRedis } from './simulated-redis.ts';
import { SimulatedProcess, SimulatedTime } from './simulated-time.ts';
import type { WorldReport } from './worlds.ts';

const FAULTS = [
  'a service is killed',
  'a service stands still',
  'a service is cut off from Redis',
  'Redis loses everything',
  'Redis is away',
] as const;

/** What is broken on purpose, to see that a simulation finds it. */
export type FlightMutant = RedisMutant | 'old answers';

interface Result extends CacheEntry {
  readonly key: string;
}

interface Service {
  process: SimulatedProcess;
  flights: SingleFlight<Result>;
  memory: ResultCache<Result>;
  shared: SharedResults<Result>;
  /** When its flight of a key has begun. */
  readonly begunAtMs: Map<string, number>;
  /** When the last fault of it was over. */
  faultyUntilMs: number;
}

interface Computation {
  readonly key: string;
  readonly service: Service;
}

const QUESTIONS = ['a', 'b', 'c'] as const;
const AGE_SECONDS = 4;
const DEADLINE_MS = 15_000;
const WILD_MS = 30_000;
const CALM_MS = 30_000;
const CALLS = 120;
/** A lease of a flight lasts three seconds, and a computation two. What a fault has done is over after both. */
const AFTERMATH_MS = 10_000;
const RANK_DIGITS = 16;

/**
 * Services that answer equal questions with the shipped memory, single flight and shared results, while they are
 * killed, frozen and cut off, and while Redis is lost.
 */
export class FlightWorld {
  readonly #random: RandomSource;
  readonly #time = new SimulatedTime();
  readonly #network: SimulatedNetwork;
  readonly #redis: SimulatedRedis;
  readonly #services: Service[];
  readonly #hasFaults: boolean;
  /** How old a result in memory may be that answers. */
  readonly #ageSeconds: number;
  readonly #running = new Set<Computation>();
  readonly #violations = new Set<string>();
  /** When the last fault was over that every service feels, and the last of all. */
  #faultyUntilMs = Number.NEGATIVE_INFINITY;
  #lastFaultMs = Number.NEGATIVE_INFINITY;
  #computations = 0;
  readonly #faults = new Tally();
  readonly #waiting = new Set<{ readonly service: Service }>();
  #isCalm = false;

  constructor(random: RandomSource, services: number, mutant: FlightMutant | undefined) {
    this.#ageSeconds = mutant === 'old answers' ? 2 * AGE_SECONDS : AGE_SECONDS;
    this.#random = random;
    this.#network = new SimulatedNetwork(this.#time, random);
    this.#redis = new SimulatedRedis(
      this.#time,
      this.#network,
      mutant === 'old answers' ? undefined : mutant,
    );
    this.#hasFaults = !random.oneIn(3);
    this.#services = Array.from({ length: services }, (_, at) => this.#start(`service ${at}`));
  }

  /** @throws Error with everything that must not happen and did */
  async run(): Promise<WorldReport> {
    const restore = this.#time.install();
    try {
      void this.#callOften();
      if (this.#hasFaults) void this.#disturb();
      await this.#time.runUntil(WILD_MS);
      this.#isCalm = true;
      for (const { process } of this.#services) this.#time.thaw(process);
      await this.#time.runUntil(WILD_MS + CALM_MS);
      if (this.#waiting.size > 0) this.#violate('a caller is left waiting');
      if (this.#running.size > 0) this.#violate('a computation goes on when everybody has left');
      if (!this.#hasFaults) await this.#ask100();
    } finally {
      for (const { process } of this.#services) process.state = 'dead';
      restore();
    }
    if (this.#violations.size > 0) throw new Error([...this.#violations].slice(0, 5).join('\n'));
    return { faults: this.#faults.counts, done: this.#computations };
  }

  // ------------------------------------------------------------------------------------------------------ services

  #start(name: string): Service {
    const process = new SimulatedProcess(name);
    const memory = new ResultCache<Result>(1_000_000);
    const kv = this.#redis.open(process);
    const flights = new SharedFlights(kv, wait);
    const bytes = { write: writeResult, read: readResult };
    const shared = new SharedResults<Result>({ kv, flights, memory, bytes, newer: undefined });
    return {
      process,
      memory,
      shared,
      flights: new SingleFlight(),
      begunAtMs: new Map(),
      faultyUntilMs: Number.NEGATIVE_INFINITY,
    };
  }

  async #call(service: Service, key: string): Promise<void> {
    const { process } = service;
    const begunAtMs = this.#begin(service, key);
    const waiting = { service };
    this.#waiting.add(waiting);
    try {
      const { computedAtMs } = await this.#time.as(process, () => this.#answer(service, key));
      if (computedAtMs < begunAtMs - AGE_SECONDS * 1_000) this.#violate('an answer is older than its age');
    } catch {
      // A computation never fails here, so that only a fault of the service itself keeps its callers from an answer.
      if (this.#isFine(service)) this.#violate('a caller of a healthy service gets no answer');
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  /** When the flight begins that answers a call: who joins one gets what was young enough for its first caller. */
  #begin({ flights, begunAtMs }: Service, key: string): number {
    if (!flights.isRunning(key)) begunAtMs.set(key, this.#time.nowMs);
    return begunAtMs.get(key) ?? this.#time.nowMs;
  }

  async #answer(service: Service, key: string): Promise<Result> {
    const { flights, memory, shared } = service;
    const nowMs = this.#time.nowMs;
    const find = (): Result | undefined => {
      const found = memory.look(key, this.#ageSeconds, { nowMs, latestMs: Number.POSITIVE_INFINITY });
      return found.state === 'fresh' ? found.entry : undefined;
    };
    const present = find();
    if (present !== undefined) return present;
    const caller = { deadline: Deadline.after(DEADLINE_MS), signal: new AbortController().signal };
    const landing = await flights.run(key, caller, async (signal) => {
      const compute = () => this.#compute(service, key);
      const { value } = await shared.once({ key, signal, find, compute, ageMs: AGE_SECONDS * 1_000 });
      return value;
    });
    return landing.value;
  }

  async #compute(service: Service, key: string): Promise<Result> {
    const others = [...this.#running].filter((other) => other.key === key);
    // Where leaders have died one after the other, those that followed them compute for themselves.
    if (others.length > 0 && this.#time.nowMs > this.#lastFaultMs + AFTERMATH_MS)
      this.#violate('two services compute one key at once');
    const computation = { key, service };
    this.#running.add(computation);
    this.#computations += 1;
    const computedAtMs = this.#time.nowMs;
    await this.#time.wait(100 + this.#random.below(1_900));
    this.#running.delete(computation);
    const result: Result = { key, computedAtMs, byteLength: 100 };
    service.memory.store(key, result, computedAtMs);
    return result;
  }

  /** A hundred equal calls at one moment are one computation. */
  async #ask100(): Promise<void> {
    const before = this.#computations;
    for (let call = 0; call < 100; call += 1)
      void this.#call(this.#services[call % this.#services.length] ?? this.#somebody(), 'a new question');
    await this.#time.runUntil(this.#time.nowMs + DEADLINE_MS);
    if (this.#computations !== before + 1)
      this.#violate(`a hundred equal calls are ${this.#computations - before} computations`);
  }

  /** True where no fault can be felt. */
  #isFine({ process, faultyUntilMs }: Service): boolean {
    const lastMs = Math.max(faultyUntilMs, this.#faultyUntilMs);
    return process.state === 'alive' && this.#time.nowMs > lastMs + AFTERMATH_MS;
  }

  // --------------------------------------------------------------------------------------------------- disturbance

  async #callOften(): Promise<void> {
    for (let call = 0; call < CALLS; call += 1) {
      await this.#time.wait(this.#random.below((2 * WILD_MS) / CALLS));
      const key = this.#random.pick(QUESTIONS);
      for (let callers = 1 + this.#random.below(4); callers > 0; callers -= 1) {
        const service = this.#somebody();
        if (service.process.state === 'alive') void this.#call(service, key);
      }
    }
  }

  async #disturb(): Promise<void> {
    for (;;) {
      await this.#time.wait(this.#random.below(6_000));
      if (this.#isCalm) return;
      const ms = this.#random.below(8_000);
      const fault = this.#random.below(FAULTS.length);
      this.#faults.add(FAULTS[fault] ?? '');
      if (fault === 0) this.#kill(ms);
      else if (fault === 1) void this.#freeze(this.#busy(), ms);
      else if (fault === 2) void this.#cut(this.#busy(), ms);
      else void this.#loseRedis(fault === 3 ? 0 : ms);
    }
  }

  /** Its callers are gone with it. */
  #kill(ms: number): void {
    const service = this.#busy();
    const { name } = service.process;
    service.process.state = 'dead';
    for (const gone of [this.#running, this.#waiting] as readonly Set<{ readonly service: Service }>[])
      for (const each of gone) if (each.service === service) gone.delete(each);
    this.#lastFaultMs = this.#time.nowMs;
    this.#services.splice(this.#services.indexOf(service), 1);
    this.#time.tell(undefined, ms, () => void this.#services.push(this.#start(name)));
  }

  async #freeze(service: Service, ms: number): Promise<void> {
    this.#note(service, ms);
    this.#time.freeze(service.process);
    await this.#time.wait(ms);
    this.#time.thaw(service.process);
  }

  async #cut(service: Service, ms: number): Promise<void> {
    this.#note(service, ms);
    const heal = this.#network.cut(service.process, 'redis');
    await this.#time.wait(ms);
    heal();
  }

  async #loseRedis(ms: number): Promise<void> {
    this.#faultyUntilMs = Math.max(this.#faultyUntilMs, this.#time.nowMs + ms);
    this.#lastFaultMs = Math.max(this.#lastFaultMs, this.#faultyUntilMs);
    this.#redis.flush();
    this.#network.setDown('redis', true);
    await this.#time.wait(ms);
    this.#network.setDown('redis', false);
  }

  #note(service: Service, ms: number): void {
    service.faultyUntilMs = this.#time.nowMs + ms;
    this.#lastFaultMs = Math.max(this.#lastFaultMs, service.faultyUntilMs);
  }

  #somebody(): Service {
    const service = this.#services[this.#random.below(this.#services.length)];
    if (service === undefined) throw new Error('a simulation has services');
    return service;
  }

  /** Mostly one that computes. */
  #busy(): Service {
    const [computation] = this.#running;
    return computation === undefined || this.#random.oneIn(4) ? this.#somebody() : computation.service;
  }

  #violate(sentence: string): void {
    this.#violations.add(sentence);
  }
}

function writeResult({ key, computedAtMs }: Result): Buffer {
  return Buffer.from(`${String(Math.floor(computedAtMs)).padStart(RANK_DIGITS, '0')}${key}`);
}

function readResult(bytes: Buffer): Result {
  const text = bytes.toString();
  return { key: text.slice(RANK_DIGITS), computedAtMs: Number(text.slice(0, RANK_DIGITS)), byteLength: 100 };
}
