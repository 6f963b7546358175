import type { Engine, WriteDeadline } from '../../src/adapters/engine/engine.ts';
import type { LeaseTimes } from '../../src/services/leases/held-lease.ts';
import { SharedLanes } from '../../src/services/leases/shared-lanes.ts';
import type { WriteLease } from '../../src/services/leases/write-lease.ts';
import type { RandomSource } from '../fixtures/random-source.ts';
import { Tally } from '../materialize/tally.ts';
import { LeaseStore } from './lease-store.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedProcess, SimulatedTime } from './simulated-time.ts';
import type { WorldReport } from './worlds.ts';

/** What is broken on purpose, to see that a simulation finds it. */
export type LeaseMutant = 'no deadline' | 'engine clock' | 'nothing completed';

/** A tenth of the times of the product, in the same proportions. */
const TIMES: LeaseTimes = { termMs: 6_000, renewMs: 2_000, marginMs: 500 };
const WILD_MS = 40_000;
const CALM_MS = 20_000;
const EVENTS = 60;
const BLOCK = 10;
/** Clocks of hosts differ by less than the margin of a lease. */
const MOST_SKEW_MS = 400;

const FAULTS = [
  'is killed',
  'stands still',
  'is cut off from the store',
  'is cut off from the engine',
] as const;

interface Replica {
  process: SimulatedProcess;
  /** Events that it has to write: on its disk, so that a kill loses none. */
  readonly spool: Set<number>;
}

/**
 * Replicas that write the events of one lane under the shipped lease, while they are killed, frozen and cut off, and
 * the clock of the engine is wrong. An event is sent to several of them, so that two writers at once would store it
 * twice.
 */
export class LeaseWorld {
  readonly #random: RandomSource;
  readonly #mutant: LeaseMutant | undefined;
  readonly #time = new SimulatedTime();
  readonly #network: SimulatedNetwork;
  readonly #store: LeaseStore;
  readonly #replicas: Replica[];
  readonly #skewMs: number;
  /** How often the engine has each event. */
  readonly #stored = new Map<number, number>();
  readonly #violations = new Set<string>();
  #holds = 0;
  #blocks = 0;
  readonly #faults = new Tally();
  #isCalm = false;

  constructor(random: RandomSource, replicas: number, mutant: LeaseMutant | undefined) {
    this.#random = random;
    this.#mutant = mutant;
    this.#network = new SimulatedNetwork(this.#time, random);
    this.#store = new LeaseStore(this.#time, this.#network);
    this.#skewMs = mutant === 'engine clock' ? -4_000 : random.below(2 * MOST_SKEW_MS) - MOST_SKEW_MS;
    this.#replicas = Array.from({ length: replicas }, (_, at) => ({
      process: new SimulatedProcess(`replica ${at}`),
      spool: new Set(),
    }));
  }

  /** @throws Error with everything that must not happen and did */
  async run(): Promise<WorldReport> {
    const restore = this.#time.install();
    try {
      for (const replica of this.#replicas) this.#start(replica);
      void this.#send();
      void this.#disturb();
      await this.#time.runUntil(WILD_MS);
      this.#isCalm = true;
      for (const { process } of this.#replicas) this.#time.thaw(process);
      // Each that still has something to write needs a turn.
      for (let turn = 0; turn < this.#replicas.length && (turn < 2 || this.#isWaiting()); turn += 1)
        await this.#time.runUntil(this.#time.nowMs + CALM_MS);
      this.#checkEnd();
    } finally {
      for (const { process } of this.#replicas) process.state = 'dead';
      restore();
    }
    if (this.#violations.size > 0) throw new Error([...this.#violations].slice(0, 5).join('\n'));
    return { faults: this.#faults.counts, done: this.#blocks };
  }

  // ------------------------------------------------------------------------------------------------------ writers

  #start(replica: Replica): void {
    void this.#time.as(replica.process, () => this.#write(replica));
  }

  async #write({ process, spool }: Replica): Promise<void> {
    const lanes = new SharedLanes({
      database: this.#store.database(process),
      book: this.#store.book(process),
      owner: process.name,
      times: TIMES,
      complete: (lease) => this.#complete(lease),
    });
    for (;;) {
      await this.#time.wait(this.#random.below(1_000));
      if (spool.size === 0) continue;
      await lanes
        .hold({ kind: 'lane', lane: 0, lanes: 1 }, (lease) => this.#writeBlock(process, lease, spool))
        .catch(() => undefined);
    }
  }

  async #writeBlock(process: SimulatedProcess, lease: WriteLease, spool: Set<number>): Promise<void> {
    let hold = 0;
    // A writer begins when the store has this step: one that was frozen beyond its lease gets no further.
    await this.#note(lease, process.name, (pendingOf) => {
      if (pendingOf !== null)
        this.#violate('a writer begins although a step of another one is not completed');
      this.#holds += 1;
      hold = this.#holds;
    });
    const ask = this.#engineOf(lease, hold);
    const block = [...spool].slice(0, BLOCK);
    const known = new Set(await ask(() => block.filter((event) => this.#stored.has(event))));
    await ask(() => {
      for (const event of block.filter((each) => !known.has(each)))
        this.#stored.set(event, (this.#stored.get(event) ?? 0) + 1);
    });
    await this.#note(lease, null);
    for (const event of block) spool.delete(event);
    this.#blocks += 1;
  }

  /** What a writer before has begun. */
  async #complete(lease: WriteLease): Promise<void> {
    if (this.#mutant === 'nothing completed') return;
    await this.#note(lease, null);
  }

  /** Writes down in the store that a step is pending, or no longer. */
  async #note(
    lease: WriteLease,
    pendingOf: string | null,
    onCommit?: (pendingOf: string | null) => void,
  ): Promise<void> {
    const process = this.#time.owner;
    if (process === undefined) throw new Error('nobody writes');
    const database = lease.in(this.#store.database(process));
    await database.transaction((transaction) => this.#store.note(transaction, pendingOf, onCommit));
  }

  /** Statements under the lease, as an engine process runs them: refused when they come late, ended at the deadline. */
  #engineOf(lease: WriteLease, hold: number): <Answer>(work: () => Answer) => Promise<Answer> {
    const answers = new Map<string, () => unknown>();
    const plain = {
      command: async (name: string, _: unknown, options?: { readonly deadline?: WriteDeadline }) =>
        this.#statement(hold, options?.deadline, () => answers.get(name)?.()),
    };
    const engine = this.#mutant === 'no deadline' ? plain : lease.on(plain as unknown as Engine);
    return async <Answer>(work: () => Answer): Promise<Answer> => {
      const name = String(answers.size);
      answers.set(name, work);
      return (await engine.command(name, {}, {})) as Answer;
    };
  }

  async #statement(hold: number, deadline: WriteDeadline | undefined, work: () => unknown): Promise<unknown> {
    const leftMs = deadline?.leftMs() ?? Number.POSITIVE_INFINITY;
    const atMs = deadline?.atMs ?? Number.POSITIVE_INFINITY;
    this.#maybeDelay();
    return this.#network.call('engine', async () => {
      const mostMs = Math.min(leftMs, atMs - this.#time.nowMs - this.#skewMs);
      const ms = this.#random.below(this.#random.oneIn(5) ? 4_000 : 300);
      await this.#time.wait(Math.min(ms, Math.max(0, mostMs)));
      if (ms > mostMs) throw new Error('the statement was ended at its deadline');
      if (hold < this.#holds)
        this.#violate('a statement of an earlier writer runs after a later one has begun');
      return work();
    });
  }

  // --------------------------------------------------------------------------------------------------- disturbance

  async #send(): Promise<void> {
    for (let event = 0; event < EVENTS; event += 1) {
      await this.#time.wait(this.#random.below((2 * WILD_MS) / EVENTS));
      for (let copies = 1 + this.#random.below(3); copies > 0; copies -= 1)
        this.#somebody()?.spool.add(event);
    }
  }

  async #disturb(): Promise<void> {
    for (;;) {
      await this.#time.wait(this.#random.below(3_000));
      if (this.#isCalm) return;
      const replica = this.#busy();
      const ms = this.#random.below(10_000);
      // A writer that stands still with a statement on its way is what deadlines are for.
      const isWriter = this.#isWriter(replica);
      const fault = isWriter && this.#random.oneIn(2) ? 1 : this.#random.below(4);
      this.#faults.add(`${isWriter ? 'the writer' : 'another one'} ${FAULTS[fault]}`);
      if (fault === 0) void this.#kill(replica, ms);
      else if (fault === 1) void this.#freeze(replica.process, ms);
      else void this.#cut(replica, fault === 2 ? 'store' : 'engine', ms);
    }
  }

  /** What only a deadline in time of the clock stops: its process looked at how much time is left, and stands still. */
  #maybeDelay(): void {
    const { owner } = this.#time;
    if (this.#isCalm || owner === undefined || !this.#random.oneIn(30)) return;
    this.#faults.add('a statement is late');
    void this.#time.as(undefined, () => this.#freeze(owner, this.#random.below(10_000)));
  }

  async #kill(replica: Replica, ms: number): Promise<void> {
    const { process } = replica;
    process.state = 'dead';
    this.#store.forget(process);
    await this.#time.wait(ms);
    replica.process = new SimulatedProcess(process.name);
    this.#start(replica);
  }

  async #freeze(process: SimulatedProcess, ms: number): Promise<void> {
    this.#time.freeze(process);
    await this.#time.wait(ms);
    this.#time.thaw(process);
  }

  async #cut({ process }: Replica, server: 'store' | 'engine', ms: number): Promise<void> {
    const heal = this.#network.cut(process, server);
    await this.#time.wait(ms);
    heal();
  }

  #isWaiting(): boolean {
    return this.#replicas.some(({ spool }) => spool.size > 0);
  }

  #isWriter({ process }: Replica): boolean {
    return process.state === 'alive' && process.name === this.#store.holder;
  }

  #somebody(): Replica | undefined {
    return this.#replicas[this.#random.below(this.#replicas.length)];
  }

  /** Mostly the one that writes, or one that has something to write: faults of the others show little. */
  #busy(): Replica {
    const writer = this.#replicas.find((replica) => this.#isWriter(replica));
    if (writer !== undefined && this.#random.oneIn(2)) return writer;
    const busy = this.#replicas.filter(({ spool, process }) => spool.size > 0 && process.state === 'alive');
    const from = busy.length > 0 && !this.#random.oneIn(5) ? busy : this.#replicas;
    const chosen = from[this.#random.below(from.length)];
    if (chosen === undefined) throw new Error('a simulation has replicas');
    return chosen;
  }

  // ----------------------------------------------------------------------------------------------------------- end

  #checkEnd(): void {
    for (let event = 0; event < EVENTS; event += 1) {
      const times = this.#stored.get(event) ?? 0;
      const isWaiting = this.#replicas.some(({ spool }) => spool.has(event));
      if (times > 1) this.#violate(`an event is stored ${times} times`);
      if (isWaiting) this.#violate('an event still waits after calm time');
      else if (times === 0) this.#violate('an event is lost');
    }
  }

  #violate(sentence: string): void {
    this.#violations.add(sentence);
  }
}
