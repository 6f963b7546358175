import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import { stopwatchMs } from '../../base/clock.ts';
import { Breaker } from './breaker.ts';
import type { Counted, Counter, Kv } from './kv.ts';
import { COUNT, END_LEASE, RENEW_LEASE, SET_NEWER } from './redis-scripts.ts';

export interface RedisOptions {
  /** `redis://user:password@host:port/number`, or `rediss:` with TLS. */
  readonly url: string;
  /** What all who share it have in common. Nothing is asked before it is known. */
  readonly name: string | Promise<string>;
  /** Told when Redis begins or ceases to answer, and at first. `reason` is a code, never an address. */
  readonly onChange: (isUp: boolean, reason: string) => void;
  /** Longest wait for an answer, 30 ms unless given. */
  readonly askLimitMs?: number;
}

const ASK_LIMIT_MS = 30;
/** Nobody waits for these, and a large value takes a while. */
const TELL_LIMIT_MS = 1_000;
const MOST_CALLS = 1_000;
const MOST_BYTES = 64 * 1024 * 1024;
const CONNECT_LIMIT_MS = 2_000;
/** A connection on which nothing has come for so long is opened anew; meanwhile it is asked for a sign of life. */
const SILENCE_MS = 5_000;
const PING_MS = 1_000;
const LONGEST_PAUSE_MS = 1_000;

/** A call that Redis has not answered yet. */
interface Asked {
  overAtMs: number;
  readonly bytes: number;
}

/**
 * One Redis server, or what speaks for several under one address. Connects by itself and again after each loss; until
 * then, and while Redis is slow, nothing is told and nobody waits.
 */
export class RedisKv implements Kv {
  readonly #options: RedisOptions;
  readonly #client;
  readonly #subscriber;
  readonly #breaker: Breaker;
  readonly #askLimitMs: number;
  /** In the order in which they were sent, which is that of the answers. */
  readonly #asked = new Set<Asked>();
  #askedBytes = 0;
  /** Begins every key. */
  #prefix = '';
  /** The start of the server that we are connected to. */
  #serverRun: string | undefined;
  #reason = 'CONNECTING';
  #toldUp: boolean | undefined;
  #isClosed = false;

  constructor(options: RedisOptions) {
    this.#options = options;
    this.#askLimitMs = options.askLimitMs ?? ASK_LIMIT_MS;
    this.#client = createClient({
      url: options.url,
      RESP: 2,
      maintNotifications: 'disabled',
      socket: {
        connectTimeout: CONNECT_LIMIT_MS,
        socketTimeout: SILENCE_MS,
        reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 5), LONGEST_PAUSE_MS),
      },
      pingInterval: PING_MS,
      commandsQueueMaxLength: 2 * MOST_CALLS,
      disableOfflineQueue: true,
    });
    this.#subscriber = this.#client.duplicate();
    this.#breaker = new Breaker({ probe: () => this.#isAnswering(), onChange: () => this.#tell('SLOW') });
    this.#client.on('ready', () => void this.#meet());
    this.#client.on('error', (error: unknown) => this.#lose(error));
    // Whoever follows others looks for himself too.
    this.#subscriber.on('error', () => undefined);
    void this.#client.connect().catch((error: unknown) => this.#lose(error));
  }

  get isUp(): boolean {
    return this.#client.isReady && this.#serverRun !== undefined && !this.#breaker.isOpen;
  }

  async getAll(keys: readonly string[]): Promise<readonly (Buffer | null)[] | undefined> {
    const inBytes = this.#client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    const command = ['MGET', ...keys.map((key) => this.#valueKey(key))];
    return this.#ask(this.#askLimitMs, () => inBytes.sendCommand<(Buffer | null)[]>(command));
  }

  async setNewer(key: string, value: Buffer, keepMs: number): Promise<true | undefined> {
    const command = [SET_NEWER, '1', this.#valueKey(key), value, String(Math.ceil(keepMs))];
    const told = await this.#script(TELL_LIMIT_MS, command, value.length);
    return told === undefined ? undefined : true;
  }

  async takeLease(key: string, token: string, ms: number): Promise<'taken' | 'held' | undefined> {
    const command = ['SET', this.#valueKey(key), token, 'NX', 'PX', String(ms)];
    const told = await this.#ask(this.#askLimitMs, () => this.#client.sendCommand<string | null>(command));
    if (told === undefined) return undefined;
    return told === null ? 'held' : 'taken';
  }

  async renewLease(key: string, token: string, ms: number): Promise<void> {
    await this.#script(TELL_LIMIT_MS, [RENEW_LEASE, '1', this.#valueKey(key), token, String(ms)]);
  }

  async endLease(key: string, token: string, message: string): Promise<void> {
    await this.#script(TELL_LIMIT_MS, [END_LEASE, '1', this.#valueKey(key), token, this.#channel, message]);
  }

  async count(counters: readonly Counter[]): Promise<Counted | undefined> {
    const keys = counters.map(({ key }) => this.#prefix + key);
    const values = counters.flatMap(({ units, windowMs, quota }) => [units, windowMs, quota].map(String));
    const told = await this.#script(this.#askLimitMs, [COUNT, String(keys.length), ...keys, ...values]);
    if (!Array.isArray(told)) return undefined;
    const [isTaken, ...numbers] = told.map(Number);
    const windows = keys.map((_, at) => ({ used: numbers[2 * at] ?? 0, leftMs: numbers[2 * at + 1] ?? 0 }));
    return { isTaken: isTaken === 1, windows };
  }

  listen(listener: (message: string) => void): void {
    const begin = async (): Promise<void> => {
      await this.#options.name;
      await this.#subscriber.subscribe(this.#channel, listener).catch(() => undefined);
    };
    this.#subscriber.once('ready', () => void begin());
    void this.#subscriber.connect().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#breaker.close();
    for (const client of [this.#client, this.#subscriber]) if (client.isOpen) client.destroy();
  }

  /**
   * What a server holds of before its last start may be older than what it was told since: it came from a file, or
   * from a copy. Nobody looks there.
   */
  #valueKey(key: string): string {
    return `${this.#prefix}${this.#serverRun}:${key}`;
  }

  get #channel(): string {
    return `${this.#prefix}done`;
  }

  #script(limitMs: number, command: readonly (string | Buffer)[], bytes = 0): Promise<unknown> {
    return this.#ask(limitMs, () => this.#client.sendCommand(['EVAL', ...command]), bytes);
  }

  /** Sends a command. Undefined when Redis is away, is not expected to answer in time, or did not. */
  async #ask<Reply>(limitMs: number, send: () => Promise<Reply>, bytes = 0): Promise<Reply | undefined> {
    if (!this.isUp || this.#isFull(bytes)) return undefined;
    if (this.#isLate) {
      this.#breaker.note(false);
      return undefined;
    }
    const asked: Asked = { overAtMs: stopwatchMs() + limitMs, bytes };
    this.#asked.add(asked);
    this.#askedBytes += bytes;
    const answer = send()
      .then(
        (value) => ({ isAnswered: true, value }),
        // A refusal is an answer: of a server that is full, or not ready.
        (error: unknown) => ({ isAnswered: error instanceof ErrorReply, value: undefined }),
      )
      .finally(() => {
        this.#asked.delete(asked);
        this.#askedBytes -= bytes;
      });
    const { isAnswered, value } = await within(answer, limitMs, { isAnswered: false, value: undefined });
    // A timer may end a moment before its time.
    if (!isAnswered) asked.overAtMs = Number.NEGATIVE_INFINITY;
    this.#breaker.note(isAnswered);
    return value;
  }

  /** True when an answer would come behind one that is late already. */
  get #isLate(): boolean {
    const [oldest] = this.#asked;
    return oldest !== undefined && oldest.overAtMs < stopwatchMs();
  }

  #isFull(bytes: number): boolean {
    return this.#asked.size >= MOST_CALLS || this.#askedBytes + bytes > MOST_BYTES;
  }

  async #isAnswering(): Promise<boolean> {
    if (!this.#client.isReady) return false;
    const answer = this.#client.ping().then(
      () => true,
      () => false,
    );
    return within(answer, this.#askLimitMs, false);
  }

  /** Asks a server that we are connected to when it was started. */
  async #meet(): Promise<void> {
    try {
      this.#prefix = `sluice:${await this.#options.name}:`;
      const facts = String(await this.#client.sendCommand(['INFO', 'server']));
      this.#serverRun = /^run_id:(\w+)/m.exec(facts)?.[1] ?? 'unknown';
      this.#tell('');
    } catch (error) {
      this.#lose(error);
    }
  }

  #lose(error: unknown): void {
    this.#serverRun = undefined;
    this.#tell(codeOf(error));
  }

  #tell(reason: string): void {
    if (reason !== '') this.#reason = reason;
    if (this.#isClosed || this.#toldUp === this.isUp) return;
    this.#toldUp = this.isUp;
    this.#options.onChange(this.isUp, this.#reason);
  }
}

/** The answer, or `late` when it does not come in time. */
async function within<Answer>(answer: Promise<Answer>, ms: number, late: Answer): Promise<Answer> {
  const over = Promise.withResolvers<Answer>();
  // An event loop that was held learns of the time before it reads what has come meanwhile; so it may read first.
  const timer = setTimeout(() => setImmediate(over.resolve, late), ms);
  try {
    return await Promise.race([answer, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** `ECONNREFUSED`, `WRONGPASS`: what went wrong, without names and addresses. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,}/.exec(error.message)?.[0] ?? error.constructor.name;
}
