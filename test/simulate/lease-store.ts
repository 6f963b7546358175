import type { Database, Queryable } from '../../src/adapters/store/database.ts';
import type { LeaseBook, LeaseKey, TakenLease, WantedLease } from '../../src/adapters/store/lease-book.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { SimulatedProcess, SimulatedTime } from './simulated-time.ts';

interface Lease {
  readonly owner: string;
  readonly token: string;
  expiresAtMs: number;
}

/** A transaction, from its first statement on. */
interface OpenTransaction {
  readonly process: SimulatedProcess;
  /** The lease that nobody may take until it ends. */
  name?: string;
  untilMs: number;
  /** What it does to `pendingOf` when it is committed. */
  pendingOf?: string | null;
  /** Called with the pending step of before in the moment of the commit. */
  onCommit?: (pendingOf: string | null) => void;
}

interface Place {
  readonly process: SimulatedProcess;
  readonly onTurn: () => void;
}

/** A transaction that stands idle for so long is ended by the server. */
const IDLE_MS = 10_000;
const LOCK_LOOK_MS = 10;

/** What PostgreSQL does for write leases, by its own clock: as `LeaseBook` promises it, over a network. */
export class LeaseStore {
  readonly #time: SimulatedTime;
  readonly #network: SimulatedNetwork;
  readonly #leases = new Map<string, Lease>();
  readonly #lines = new Map<string, readonly Place[]>();
  readonly #open = new Set<OpenTransaction>();
  /** Whose step is begun and not ended. */
  #pendingOf: string | null = null;

  constructor(time: SimulatedTime, network: SimulatedNetwork) {
    this.#time = time;
    this.#network = network;
  }

  /** Who holds a lease now. */
  get holder(): string | undefined {
    for (const { owner, expiresAtMs } of this.#leases.values())
      if (expiresAtMs > this.#time.nowMs) return owner;
    return undefined;
  }

  /** The book as one process sees it. */
  book(process: SimulatedProcess): LeaseBook {
    const call = <Answer>(work: () => Answer | Promise<Answer>) => this.#network.call('store', work);
    return {
      lineUp: (name, signal) => this.#lineUp(name, process, signal),
      take: (wanted) => call(() => this.#take(wanted)),
      renew: (key, termMs) => call(() => this.#renew(key, termMs)),
      keep: (transaction, key) => call(() => this.#keep(opened(transaction), key)),
      giveBack: (key, undoneBy) => call(() => this.#giveBack(key, undoneBy)),
      lanes: () => call(() => 1),
      setLanes: async () => {},
    };
  }

  /** The store as one process sees it: a transaction can do nothing but `note`. */
  database(process: SimulatedProcess): Pick<Database, 'transaction'> {
    return {
      transaction: async (work) => {
        const open: OpenTransaction = { process, untilMs: this.#time.nowMs + IDLE_MS };
        this.#open.add(open);
        try {
          const done = await work(open as unknown as Queryable);
          await this.#network.call('store', () => this.#commit(open));
          return done;
        } finally {
          // What is not committed is rolled back, now or when the server has waited for long enough.
          this.#open.delete(open);
        }
      },
    };
  }

  /** Says within a transaction whose step is pending. */
  note(
    transaction: Queryable,
    pendingOf: string | null,
    onCommit: OpenTransaction['onCommit'],
  ): Promise<void> {
    const open = opened(transaction);
    return this.#network.call('store', () => {
      this.#statement(open);
      open.pendingOf = pendingOf;
      if (onCommit !== undefined) open.onCommit = onCommit;
    });
  }

  /** The server ends the sessions of a process that is gone. */
  forget(process: SimulatedProcess): void {
    for (const open of this.#open) if (open.process === process) this.#open.delete(open);
    for (const [name, line] of this.#lines)
      for (const place of line) if (place.process === process) this.#leaveLine(name, place);
  }

  /** @throws Error for a transaction that the server has ended */
  #statement(open: OpenTransaction): void {
    if (!this.#open.has(open) || open.untilMs <= this.#time.nowMs) throw new Error('the transaction is over');
    open.untilMs = this.#time.nowMs + IDLE_MS;
  }

  #commit(open: OpenTransaction): void {
    this.#statement(open);
    open.onCommit?.(this.#pendingOf);
    if (open.pendingOf !== undefined) this.#pendingOf = open.pendingOf;
    this.#open.delete(open);
  }

  async #take({ name, owner, token, termMs }: WantedLease): Promise<TakenLease> {
    while ([...this.#open].some((open) => open.name === name && open.untilMs > this.#time.nowMs))
      await this.#time.wait(LOCK_LOOK_MS);
    const { nowMs } = this.#time;
    const before = this.#leases.get(name);
    if (before !== undefined && before.expiresAtMs > nowMs)
      return { kind: 'held', leftMs: before.expiresAtMs - nowMs };
    const expiresAtMs = nowMs + termMs;
    this.#leases.set(name, { owner, token, expiresAtMs });
    return { kind: 'taken', expiresAtMs, leftBy: before?.owner ?? null };
  }

  #renew(key: LeaseKey, termMs: number): number | undefined {
    const lease = this.#living(key);
    if (lease !== undefined) lease.expiresAtMs = this.#time.nowMs + termMs;
    return lease?.expiresAtMs;
  }

  #keep(open: OpenTransaction, key: LeaseKey): boolean {
    this.#statement(open);
    if (this.#living(key) === undefined) return false;
    open.name = key.name;
    return true;
  }

  #giveBack({ name, token }: LeaseKey, undoneBy: string | null): void {
    if (this.#leases.get(name)?.token !== token) return;
    if (undoneBy === null) this.#leases.delete(name);
    else this.#leases.set(name, { owner: undoneBy, token, expiresAtMs: 0 });
  }

  #living({ name, token }: LeaseKey): Lease | undefined {
    const lease = this.#leases.get(name);
    if (lease === undefined || lease.token !== token) return undefined;
    return lease.expiresAtMs > this.#time.nowMs ? lease : undefined;
  }

  async #lineUp(name: string, process: SimulatedProcess, signal: AbortSignal): Promise<() => Promise<void>> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    // Whoever gave up before the answer came does not wait for its turn.
    turn.promise.catch(() => undefined);
    const place: Place = { process, onTurn: () => this.#time.tell(process, 1, () => turn.resolve()) };
    const leave = (): Promise<void> => this.#network.call('store', () => this.#leaveLine(name, place));
    signal.addEventListener('abort', () => {
      turn.reject(signal.reason);
      void leave().catch(() => undefined);
    });
    await this.#network.call('store', () => {
      const line = this.#lines.get(name) ?? [];
      this.#lines.set(name, [...line, place]);
      if (line.length === 0) place.onTurn();
    });
    await turn.promise;
    return leave;
  }

  #leaveLine(name: string, place: Place): void {
    const line = this.#lines.get(name) ?? [];
    const left = line.filter((other) => other !== place);
    this.#lines.set(name, left);
    if (line[0] === place) left[0]?.onTurn();
  }
}

/** What `LeaseStore.database` has handed out. */
function opened(transaction: unknown): OpenTransaction {
  return transaction as OpenTransaction;
}
