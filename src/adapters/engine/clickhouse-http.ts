import { type Dispatcher, errors, Pool } from 'undici';
import { AppError } from '../../base/errors.ts';
import { newRandomUuid } from '../../base/ids.ts';
import type { Lane } from './engine.ts';
import { EngineException, engineCodeOf, mappedError } from './engine-error.ts';
import { DEADLINE_HEADER, LANE_HEADER } from './engine-header.ts';
import type { EngineSettings } from './query-settings.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Where an engine listens, and the users that requests are sent as. */
export interface EngineAddress {
  readonly url: string;
  readonly reader: Credentials;
  readonly writer: Credentials;
  /** Who vouches for the certificate of an `https` address, in PEM; absent = the authorities that Node knows. */
  readonly ca?: string | undefined;
}

/** One request of ClickHouse's HTTP protocol. */
export interface ClickHouseRequest {
  readonly as: 'reader' | 'writer';
  readonly lane: Lane;
  readonly sql: string;
  readonly settings: EngineSettings;
  /** Encoded texts by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly database?: string;
  /** Another user than that of `as`, with its password. */
  readonly user?: string;
  readonly format?: string;
  readonly queryId?: string;
  /** Id of a query that this statement is about: it goes to the host that runs the query. */
  readonly about?: string;
  /** Rows of an INSERT. */
  readonly data?: Uint8Array;
  readonly isStreamed?: boolean;
  /** The connection is given up after this silence in milliseconds; 0 = never. */
  readonly timeoutMs: number;
  /** Of `WriteDeadline`. */
  readonly deadlineMs?: number | undefined;
  /** Called when nothing more comes: the answer was read completely, or the connection has ended. */
  readonly onEnd?: () => void;
}

/** HTTP servers cap request line and headers at 16 KiB; longer parameters travel as parts of the body. */
const MOST_QUERY_STRING = 8 * 1024;

/**
 * An idle connection is not used again after this time, well before the embedded engine closes it. Otherwise a program
 * that is held up at that moment would write to a closed connection.
 */
const LONGEST_IDLE_MS = 10_000;

const PING_TIMEOUT_MS = 2_000;

/** Most requests of each lane that are on their way at once; the others wait. */
export type LaneConnections = Readonly<Record<Lane, number>>;

/** @param places numbers of answers that admission lets in at once */
export function laneConnections(places: { readonly read: number; readonly long: number }): LaneConnections {
  return { ...places, lookup: 4, write: 2, bulk: 4, control: 2 };
}

/** What takes requests to an engine: one host, or several. */
export interface EngineConnection {
  /**
   * Sends a statement; the answer's status is 200. A refusal is thrown when it is known, which may be before its query
   * has ended: `onEnd` tells that.
   * @throws EngineException of the engine, AppError engine_unavailable or query_timeout
   */
  send(request: ClickHouseRequest): Promise<Dispatcher.ResponseData>;
  /** True when the engine answers within two seconds. */
  ping(): Promise<boolean>;
  /** Closes all connections, including those with running requests. */
  destroy(): Promise<void>;
}

/** The connections to one engine, embedded or remote. */
export class ClickHouseHttp implements EngineConnection {
  readonly #address: EngineAddress;
  readonly #lanes: Readonly<Record<Lane, Pool>>;
  /** A pool of its own, because an engine that hangs holds all other connections. */
  readonly #pings: Pool;
  #ping: Promise<boolean> | undefined;

  constructor(address: EngineAddress, connections: LaneConnections) {
    this.#address = address;
    const poolOf = (count: number): Pool =>
      new Pool(new URL(address.url).origin, {
        connections: count,
        pipelining: 1,
        keepAliveMaxTimeout: LONGEST_IDLE_MS,
        ...(address.ca !== undefined && { connect: { ca: address.ca } }),
      });
    const pool = (lane: Lane): Pool => poolOf(connections[lane]);
    this.#pings = poolOf(1);
    this.#lanes = {
      read: pool('read'),
      long: pool('long'),
      lookup: pool('lookup'),
      write: pool('write'),
      bulk: pool('bulk'),
      control: pool('control'),
    };
  }

  async send(request: ClickHouseRequest): Promise<Dispatcher.ResponseData> {
    const response = await this.ask(request);
    if (response.statusCode === 200) return response;
    const text = await firstTextOf(response.body);
    throw new EngineException(exceptionCodeOf(response, text), text);
  }

  /** As `send`, but an answer of any status is handed on. */
  async ask(request: ClickHouseRequest): Promise<Dispatcher.ResponseData> {
    const response = await this.#request(request);
    const { body } = response;
    body.once('close', () => request.onEnd?.());
    // The reader of the body meets the same error; a reader that has left is told nothing.
    body.on('error', () => undefined);
    return response;
  }

  /** Simultaneous callers share one ping. */
  ping(): Promise<boolean> {
    this.#ping ??= this.#askPing().finally(() => {
      this.#ping = undefined;
    });
    return this.#ping;
  }

  async #askPing(): Promise<boolean> {
    const timeouts = { headersTimeout: PING_TIMEOUT_MS, bodyTimeout: PING_TIMEOUT_MS };
    try {
      const { statusCode, body } = await this.#pings.request({ path: '/ping', method: 'GET', ...timeouts });
      await body.dump();
      return statusCode === 200;
    } catch {
      return false;
    }
  }

  async destroy(): Promise<void> {
    const pools = [...Object.values(this.#lanes), this.#pings];
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  async #request(request: ClickHouseRequest): Promise<Dispatcher.ResponseData> {
    const { user, password } = this.#address[request.as];
    try {
      return await this.#lanes[request.lane].request({
        method: 'POST',
        ...messageOf(request, {
          'x-clickhouse-user': request.user ?? user,
          'x-clickhouse-key': password,
          [LANE_HEADER]: request.lane,
          ...(request.deadlineMs !== undefined && { [DEADLINE_HEADER]: String(request.deadlineMs) }),
        }),
        headersTimeout: request.timeoutMs,
        bodyTimeout: request.timeoutMs,
      });
    } catch (error) {
      request.onEnd?.();
      throw brokenConnection(error);
    }
  }
}

/** The engine's number of the error that an answer tells; 0 when it has none. */
export function exceptionCodeOf({ headers }: Dispatcher.ResponseData, text: string): number {
  return Number(headers['x-clickhouse-exception-code'] ?? engineCodeOf(text));
}

/** The first piece of an error text, which holds what matters; the rest is read and dropped. */
function firstTextOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  return new Promise((resolve) => {
    body.once('data', (chunk: Uint8Array) => resolve(Buffer.from(chunk).toString()));
    body.once('close', () => resolve(''));
    body.resume();
  });
}

/** The error of a connection that ended before the answer. After a long silence the query is still running. */
export function brokenConnection(error: unknown): AppError {
  const isSilence = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  return mappedError(isSilence ? 'query_timeout' : 'engine_unavailable', error);
}

/** What the system says of a connection that was never made. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True for the error of a request of which not a byte went out, so that nobody can have run it. */
export function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && NOT_CONNECTED.has(String(cause.code));
}

interface Message {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Query string and body of a request: the statement in the body, or in the query string when rows follow. */
function messageOf(request: ClickHouseRequest, headers: Readonly<Record<string, string>>): Message {
  const members = new URLSearchParams();
  for (const [name, value] of Object.entries(request.settings)) members.set(name, String(value));
  if (request.database !== undefined) members.set('database', request.database);
  if (request.format !== undefined) members.set('default_format', request.format);
  if (request.queryId !== undefined) members.set('query_id', request.queryId);
  if (!request.isStreamed) members.set('wait_end_of_query', '1');
  const parameters = Object.entries(request.parameters ?? {}).map(
    ([name, text]) => [`param_${name}`, text] as const,
  );
  if (request.data !== undefined) {
    members.set('query', request.sql);
    return { path: `/?${members}`, headers, body: request.data };
  }
  if (isLong(parameters))
    return multipartMessage(`/?${members}`, headers, [['query', request.sql], ...parameters]);
  for (const [name, text] of parameters) members.set(name, text);
  return { path: `/?${members}`, headers, body: request.sql };
}

/** Letters as they are sent: a character takes up to twelve, such as %F0%9F%98%80. Long texts are not encoded. */
function isLong(parameters: readonly (readonly [string, string])[]): boolean {
  const characters = parameters.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  if (characters > MOST_QUERY_STRING) return true;
  return String(new URLSearchParams(Object.fromEntries(parameters))).length > MOST_QUERY_STRING;
}

/** Written by hand, because FormData would turn the newlines of a statement into other ones. */
function multipartMessage(
  path: string,
  headers: Readonly<Record<string, string>>,
  parts: readonly (readonly [string, string])[],
): Message {
  const boundary = `part-${newRandomUuid()}`;
  const body = parts.map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return {
    path,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${body.join('')}--${boundary}--\r\n`,
  };
}
