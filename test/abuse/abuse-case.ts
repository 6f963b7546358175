import type { GivenSettings } from '../../src/app/config.ts';

/** What a case may do with the service. */
export interface AbusedService {
  readonly url: string;
  readonly rootKey: string;
  readonly captureToken: string;
  /** Calls `method path` below `/api/projects/1/`, or a path that begins with `/`. */
  call(method: string, target: string, call?: AbuseCall): Promise<Answered>;
  /** Runs a statement as the engine's writer, such as to put events in. */
  execute(sql: string): Promise<void>;
}

export interface AbuseCall {
  /** Text and bytes go as they are, the rest as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another key than the root key; null = none. */
  readonly key?: string | null;
}

export interface Answered {
  readonly status: number;
  /** Of the error; undefined when it is none. */
  readonly code?: string | undefined;
  readonly text?: string;
}

/** One input that may hold the loop, and what is answered to it. */
export interface AbuseCase {
  readonly name: string;
  /**
   * Sends the input and waits for the answer. It is measured from the first byte to the last.
   * @param repeat 0, 1, 2, ..., for inputs that must differ because the service would remember them
   */
  send(service: AbusedService, repeat: number): Promise<Answered>;
  readonly expected: { readonly status: number; readonly code?: string };
  /**
   * `places`: today it holds the loop too long, and only worker threads or the one admission can change that. The case
   * is measured and listed, and fails when it has become fine, so that the mark goes.
   */
  readonly expectedUntil?: 'places';
  /** Only in `npm run test:deep`: what takes seconds, or is much like another case. */
  readonly deepOnly?: boolean;
}

/** Cases that share a service. */
export interface AbuseTable {
  readonly title: string;
  /** What differs from a service of the tests (rate limits off, everything else the defaults). */
  readonly settings?: GivenSettings;
  /** Done once, not measured: endpoints, events. */
  prepare?(service: AbusedService): Promise<void>;
  /**
   * `places`: another tenant notices when one sends these cases all the time, because each takes its share of the loop,
   * and only worker threads or the one admission can change that. How much is measured and printed.
   */
  readonly noticedUntil?: 'places';
  /** Its cases change projects and settings, which other tenants may notice: none of the misbehaviours. */
  readonly changesService?: true;
  readonly cases: readonly AbuseCase[];
}
