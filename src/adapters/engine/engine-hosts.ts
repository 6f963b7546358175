import type { Dispatcher } from 'undici';
import { isAppError } from '../../base/errors.ts';
import { wait } from '../../base/wait.ts';
import {
  type ClickHouseHttp,
  type ClickHouseRequest,
  type EngineConnection,
  wasNeverSent,
} from './clickhouse-http.ts';
import { ENGINE_ERRORS, EngineException, mappedError } from './engine-error.ts';

/** One of the addresses of an engine. */
export interface EngineHost {
  /** Such as `10.0.0.5:8701`; never with a secret. */
  readonly name: string;
  readonly connection: ClickHouseHttp;
}

/** Asks a host that failed, or that nobody has asked yet, whether it may be used. Never rejects. */
export type Greet = (host: EngineHost) => Promise<boolean>;

/** A host that failed is left out for so long and is then asked again ... */
const LEFT_OUT_MS = 1_000;
/** ... but the only one is asked sooner, because nothing can be done without it. */
const ONLY_HOST_LEFT_OUT_MS = 100;
/** Between two looks at a host that answers. */
const PING_EVERY_MS = 500;
/** After so many pings in a row without an answer a host counts as away. A ping takes two seconds to fail. */
const MOST_SILENT_PINGS = 2;

interface Place extends EngineHost {
  isReady: boolean;
  inFlight: number;
  silentPings: number;
  /** Ends the pause before the next look. */
  wake: () => void;
}

/**
 * The hosts of one engine. A request goes to the host with the fewest requests under way. A host that fails is left out
 * until it answers and `greet` welcomes it: behind an address that was away may be another engine.
 */
export class EngineHosts implements EngineConnection {
  readonly #places: readonly Place[];
  readonly #closing = new AbortController();
  /** Where queries run that can be cancelled, by id. */
  readonly #running = new Map<string, Place>();
  #watching: readonly Promise<void>[] = [];

  constructor(hosts: readonly EngineHost[]) {
    this.#places = hosts.map((host) => ({
      ...host,
      isReady: false,
      inFlight: 0,
      silentPings: 0,
      wake: () => undefined,
    }));
  }

  /** True while a host may be used. */
  get isAnswering(): boolean {
    return this.#places.some(({ isReady }) => isReady);
  }

  /** True while every host that may be used has left a ping without an answer. */
  get isSilent(): boolean {
    return this.#places.every(({ isReady, silentPings }) => !isReady || silentPings > 0);
  }

  /** Takes all hosts that `greet` welcomes into use, and looks after them from now on. Call it once. */
  async watch(greet: Greet): Promise<void> {
    await Promise.all(this.#places.map((place) => welcome(place, greet)));
    this.#watching = this.#places.map((place) => this.#watch(place, greet));
  }

  async send(request: ClickHouseRequest): Promise<Dispatcher.ResponseData> {
    const tried = new Set<Place>();
    let failure: unknown = mappedError('engine_unavailable');
    for (;;) {
      const place = this.#next(request, tried);
      if (place === undefined) break;
      const isRepeated = tried.size > 0;
      tried.add(place);
      const attempt = this.#attempt(place, request);
      try {
        const response = await attempt.answer;
        attempt.counts(true);
        return response;
      } catch (error) {
        failure = error;
        if (isAppError(error, 'engine_unavailable')) leaveOut(place);
        const mayGoOn = wasNeverSent(error) || (!isRepeated && isRepeatable(request, error));
        const another = mayGoOn && this.#next(request, tried) !== undefined;
        attempt.counts(!another);
        if (!another) throw error;
      }
    }
    request.onEnd?.();
    throw failure;
  }

  async ping(): Promise<boolean> {
    const ready = this.#places.filter(({ isReady }) => isReady);
    return (await Promise.all(ready.map(({ connection }) => connection.ping()))).includes(true);
  }

  async destroy(): Promise<void> {
    this.#closing.abort();
    for (const place of this.#places) place.wake();
    await Promise.all(this.#places.map(({ connection }) => connection.destroy()));
    await Promise.all(this.#watching);
  }

  /** The host that a request goes to next; undefined when all that may be used have been tried. */
  #next({ about }: ClickHouseRequest, tried: ReadonlySet<Place>): Place | undefined {
    const ready = this.#places.filter((place) => place.isReady && !tried.has(place));
    const running = about === undefined ? undefined : this.#running.get(about);
    if (running !== undefined && ready.includes(running)) return running;
    return ready.reduce<Place | undefined>(
      (best, place) => (best === undefined || place.inFlight < best.inFlight ? place : best),
      undefined,
    );
  }

  /** Sends a request once. `counts` says whether the end of this attempt is the end of the request. */
  #attempt(
    place: Place,
    request: ClickHouseRequest,
  ): { readonly answer: Promise<Dispatcher.ResponseData>; readonly counts: (isLast: boolean) => void } {
    const { queryId } = request;
    const settled = Promise.withResolvers<boolean>();
    place.inFlight += 1;
    if (queryId !== undefined) this.#running.set(queryId, place);
    const onEnd = (): void => {
      place.inFlight -= 1;
      if (queryId !== undefined && this.#running.get(queryId) === place) this.#running.delete(queryId);
      void settled.promise.then((isLast) => isLast && request.onEnd?.());
    };
    return { answer: place.connection.send({ ...request, onEnd }), counts: settled.resolve };
  }

  async #watch(place: Place, greet: Greet): Promise<void> {
    const { signal } = this.#closing;
    const leftOutMs = this.#places.length === 1 ? ONLY_HOST_LEFT_OUT_MS : LEFT_OUT_MS;
    while (!signal.aborted) {
      if (place.isReady) {
        await pause(place, PING_EVERY_MS);
        if (!signal.aborted && place.isReady) await look(place);
      } else {
        await wait(leftOutMs, signal);
        if (!signal.aborted) await welcome(place, greet);
      }
    }
  }
}

async function welcome(place: Place, greet: Greet): Promise<void> {
  place.isReady = await greet(place);
  place.silentPings = 0;
}

async function look(place: Place): Promise<void> {
  place.silentPings = (await place.connection.ping()) ? 0 : place.silentPings + 1;
  if (place.silentPings >= MOST_SILENT_PINGS) leaveOut(place);
}

function leaveOut(place: Place): void {
  place.isReady = false;
  place.wake();
}

/** Waits until `ms` have passed or the place is left out. */
async function pause(place: Place, ms: number): Promise<void> {
  const woken = new AbortController();
  place.wake = () => woken.abort();
  await wait(ms, woken.signal);
  place.wake = () => undefined;
}

/** Errors of a host after which another one may answer a read. */
const PASSING: ReadonlySet<number> = new Set([
  ...Object.values(ENGINE_ERRORS.query_capacity),
  ...['SOCKET_TIMEOUT', 'NETWORK_ERROR', 'ABORTED', 'ALL_CONNECTION_TRIES_FAILED'].flatMap(
    (name) => ENGINE_ERRORS.engine_unavailable[name] ?? [],
  ),
]);

/**
 * Whether a request that went out may go to another host too: a read, and an insert that the engine knows again by its
 * token. Anything else may have been done although nobody was told.
 */
function isRepeatable({ as, sql, data, settings }: ClickHouseRequest, error: unknown): boolean {
  const isPassing =
    error instanceof EngineException
      ? PASSING.has(error.engineCode)
      : isAppError(error, 'engine_unavailable');
  if (!isPassing) return false;
  if (data !== undefined) return 'insert_deduplication_token' in settings;
  return as === 'reader' || sql.startsWith('SELECT');
}
