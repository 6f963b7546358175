// Made by `sluice generate ts`: changes are lost with the next time.
// biome-ignore-all lint: generated
/* eslint-disable */
// 2 endpoints, 833b4de960f0aa93

export interface Endpoints {
  readonly 'calls-by-day': { readonly variables: CallsByDayVariables; readonly row: CallsByDayRow };
  readonly 'calls-by-method': { readonly variables: CallsByMethodVariables; readonly row: CallsByMethodRow };
}

/** A row of calls-by-day, by column name */
export type CallsByDayRow = { readonly day: string; readonly calls: number; readonly failed: number };

/** Values of the variables of calls-by-day */
export type CallsByDayVariables = { readonly days: 7 | 28 | 56 };

/** A row of calls-by-method, by column name */
export type CallsByMethodRow = { readonly method: string | null; readonly calls: number };

/** Values of the variables of calls-by-method */
export type CallsByMethodVariables = { readonly days: 7 | 28 | 56 };

export type ErrorCode =
  | 'action_in_use'
  | 'authentication_failed'
  | 'backup_unavailable'
  | 'bad_request'
  | 'breaking_change'
  | 'capture_capacity'
  | 'cohort_in_use'
  | 'combination_not_allowed'
  | 'engine_unavailable'
  | 'filters_not_applicable'
  | 'headers_too_large'
  | 'internal_error'
  | 'invalid_alias'
  | 'invalid_date'
  | 'invalid_filter'
  | 'invalid_json'
  | 'invalid_value'
  | 'invalid_variable'
  | 'method_not_allowed'
  | 'missing_group_by'
  | 'missing_variable'
  | 'name_taken'
  | 'nested_aggregate'
  | 'not_acceptable'
  | 'not_found'
  | 'not_materializable'
  | 'not_undoable'
  | 'override_not_allowed'
  | 'payload_too_large'
  | 'permission_denied'
  | 'precondition_failed'
  | 'project_not_empty'
  | 'query_cancelled'
  | 'query_capacity'
  | 'query_failed'
  | 'query_memory_limit'
  | 'query_timeout'
  | 'query_too_complex'
  | 'query_too_large'
  | 'request_timeout'
  | 'store_unavailable'
  | 'syntax_error'
  | 'throttled'
  | 'token_expired'
  | 'token_fixed_member'
  | 'token_not_applicable'
  | 'type_mismatch'
  | 'unknown_field'
  | 'unknown_function'
  | 'unknown_member'
  | 'unknown_table'
  | 'unknown_variable'
  | 'unsupported_media_type'
  | 'unsupported_syntax'
  | 'wrong_arity';

const INT64: 'number' | 'string' = 'number';

/** The endpoints that answer rows. */
const TABLES: readonly string[] = ['calls-by-day', 'calls-by-method'];

/** A name of an endpoint. */
export type EndpointName = keyof Endpoints & string;

/** How a client reaches its project. */
export interface ClientOptions {
  /** Address of the service, without a path: `https://sluice.example.com`. */
  readonly url: string;
  readonly project: number;
  /** A token or a key. A function is asked once, and again when what it gave has expired. Keys stay on servers. */
  readonly token: string | (() => string | Promise<string>);
  /** For all tries of a call together, milliseconds; default 30,000. A stream has begun by then. */
  readonly deadlineMs?: number;
  /** How often a call is repeated that was put off or found no service; default 2. */
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
}

interface Narrowing {
  readonly filters_override?: Readonly<Record<string, unknown>>;
  readonly refresh?: 'blocking' | 'force_blocking';
  readonly version?: number;
  readonly client_query_id?: string;
  readonly signal?: AbortSignal;
}

interface Paging {
  readonly limit?: number;
  readonly offset?: number;
}

type Given<Variables> =
  IsOptional<Variables> extends true ? { readonly variables?: Variables } : { readonly variables: Variables };

/** What a call of an endpoint may carry. */
export type RunOptions<Name extends EndpointName> = Given<Endpoints[Name]['variables']> &
  Narrowing &
  (Endpoints[Name] extends { readonly row: unknown }
    ? Paging
    : { readonly query_override?: Readonly<Record<string, unknown>> });

/** True where every member of an object may be absent, or there are none. */
type IsOptional<Members> = string extends keyof Members
  ? true
  : Partial<Members> extends Members
    ? true
    : false;

type Rest<Options> = IsOptional<Options> extends true ? [options?: Options] : [options: Options];

interface AnswerFacts {
  /** When the answer was computed, ISO 8601. */
  readonly lastRefresh: string;
  readonly servedFrom: 'cache' | 'materialized' | 'direct';
  readonly timezone: string;
  readonly version: number;
}

/** The answer of an endpoint: rows of SQL, results of an insight. */
export type Answer<Name extends EndpointName> = AnswerFacts &
  (Endpoints[Name] extends { readonly row: infer Row }
    ? { readonly rows: readonly Row[]; readonly hasMore: boolean }
    : Endpoints[Name] extends { readonly results: infer Results }
      ? { readonly results: Results }
      : never);

type RowOf<Name extends EndpointName> = Endpoints[Name] extends { readonly row: infer Row } ? Row : never;

/** Endpoints that answer rows. */
export type TableName = {
  [Name in EndpointName]: Endpoints[Name] extends { row: unknown } ? Name : never;
}[EndpointName];

/** A call of a batch, made by `call`. */
export interface BatchCall<Name extends EndpointName> {
  readonly name: Name;
  readonly options: RunOptions<Name> | undefined;
}

/** What became of a call of a batch. */
export type Outcome<Name extends EndpointName> =
  | { readonly ok: true; readonly answer: Answer<Name> }
  | { readonly ok: false; readonly error: SluiceError };

/** A call of whichever endpoint. */
interface AnyCall {
  readonly name: EndpointName;
  readonly options: object | undefined;
}

type Outcomes<Calls extends readonly AnyCall[]> = {
  readonly [Place in keyof Calls]: Outcome<Calls[Place]['name']>;
};

/** Why there is no answer. */
export class SluiceError extends Error {
  override readonly name = 'SluiceError';
  /** `network_error`: no service answered. `deadline_exceeded`: the deadline of the client was over. */
  readonly code: ErrorCode | 'network_error' | 'deadline_exceeded';
  /** The member that is at fault, where one is. */
  readonly attr: string | null;
  /** Of HTTP; 0 without an answer. */
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds after which to call again, where the service says so. */
  readonly retryAfter: number | null;

  constructor(
    code: SluiceError['code'],
    detail: string,
    facts: Partial<Pick<SluiceError, 'attr' | 'status' | 'requestId' | 'retryAfter'>> = {},
  ) {
    super(detail);
    this.code = code;
    this.attr = facts.attr ?? null;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
  }
}

/** Names an endpoint and its options for `batch`. */
export function call<Name extends EndpointName>(
  name: Name,
  ...[options]: Rest<RunOptions<Name>>
): BatchCall<Name> {
  return { name, options };
}

export type Client = ReturnType<typeof createClient>;

/** Shorter requests are made by GET, so that caches of HTTP remember them. */
const LONGEST_GET = 2_048;
const FIRST_PAUSE_MS = 500;

/** A client of one project. */
export function createClient(client: ClientOptions) {
  const root = `${client.url.replace(/\/+$/, '')}/api/projects/${client.project}/endpoints/`;
  const running = new Map<string, Promise<unknown>>();
  const send = sender(client);

  /** Runs an endpoint. Equal calls at the same time, without a signal of their own, are one request. */
  async function run<Name extends EndpointName>(
    name: Name,
    ...[options]: Rest<RunOptions<Name>>
  ): Promise<Answer<Name>> {
    const { signal, ...members } = (options ?? {}) as Narrowing;
    const request = requestOf(`${root}${name}/run`, { ...members, ...outputOf(name) });
    const ask = async () => toAnswer(await send(request, signal).then((response) => response.json()), name);
    if (signal !== undefined) return (await ask()) as Answer<Name>;
    const key = `${request.url}\n${request.body ?? ''}`;
    const answer = running.get(key) ?? ask().finally(() => running.delete(key));
    running.set(key, answer);
    return (await answer) as Answer<Name>;
  }

  /** The rows of an endpoint, read no faster than they are taken. Throws when the answer is cut off. */
  async function* stream<Name extends TableName>(
    name: Name,
    ...[options]: Rest<RunOptions<Name>>
  ): AsyncGenerator<RowOf<Name>> {
    const { signal, ...members } = (options ?? {}) as Narrowing;
    const url = `${root}${name}/run?format=ndjson${INT64 === 'string' ? '&int64=string' : ''}`;
    const response = await send({ url, body: JSON.stringify(members) }, signal);
    for await (const line of linesOf(response)) yield JSON.parse(line) as RowOf<Name>;
  }

  /** The rows of an endpoint in pages, until there are no more. */
  async function* pages<Name extends TableName>(
    name: Name,
    options: RunOptions<Name>,
    { size = 1_000 }: { readonly size?: number } = {},
  ): AsyncGenerator<readonly RowOf<Name>[]> {
    for (let offset = 0; ; offset += size) {
      const asked = [{ ...options, limit: size, offset }] as unknown as Rest<RunOptions<Name>>;
      const { rows, hasMore } = (await run(name, ...asked)) as unknown as Table<RowOf<Name>>;
      yield rows;
      if (!hasMore) return;
    }
  }

  /** Runs up to 20 endpoints in one request. One that fails does not fail the others. */
  async function batch<const Calls extends readonly AnyCall[]>(
    calls: Calls,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Outcomes<Calls>> {
    const sent = calls.map(({ name, options }) => {
      const { signal: _, ...members } = (options ?? {}) as Narrowing;
      return { ...members, ...outputOf(name), name };
    });
    const response = await send({ url: `${root}batch_run`, body: JSON.stringify({ calls: sent }) }, signal);
    const { results } = (await response.json()) as { results: readonly Result[] };
    return results.map(toOutcome) as unknown as Outcomes<Calls>;
  }

  /** For `useQuery` of TanStack Query and the like. The key holds no token. */
  function queryOptions<Name extends EndpointName>(name: Name, ...[options]: Rest<RunOptions<Name>>) {
    const { signal: _, ...members } = (options ?? {}) as Narrowing;
    return {
      queryKey: ['sluice', client.project, name, members] as const,
      queryFn: ({ signal }: { readonly signal?: AbortSignal } = {}): Promise<Answer<Name>> =>
        run(name, ...([{ ...members, ...(signal && { signal }) }] as unknown as Rest<RunOptions<Name>>)),
    };
  }

  return { run, stream, pages, batch, queryOptions };
}

interface Table<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** How the rows of an endpoint are to be written. */
function outputOf(name: string): { readonly rows?: 'objects'; readonly int64?: string } {
  if (!TABLES.includes(name)) return {};
  return { rows: 'objects', ...(INT64 === 'string' && { int64: INT64 }) };
}

/** What a run answers, as far as a client reads it. */
interface RunBody {
  readonly results: unknown;
  readonly hasMore: boolean;
  readonly last_refresh: string;
  readonly served_from: AnswerFacts['servedFrom'];
  readonly timezone: string;
  readonly endpoint_version: number;
}

function toAnswer(body: unknown, name: string): unknown {
  const { results, hasMore, last_refresh, served_from, timezone, endpoint_version } = body as RunBody;
  const facts: AnswerFacts = {
    lastRefresh: last_refresh,
    servedFrom: served_from,
    timezone,
    version: endpoint_version,
  };
  return TABLES.includes(name) ? { ...facts, rows: results, hasMore } : { ...facts, results };
}

interface Result {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
}

function toOutcome({ name, status, body }: Result): unknown {
  if (status === 200) return { ok: true, answer: toAnswer(body, name) };
  return { ok: false, error: toError(body, status, null) };
}

interface ErrorBody {
  readonly code?: ErrorCode;
  readonly detail?: string;
  readonly attr?: string | null;
  readonly request_id?: string;
}

function toError(body: unknown, status: number, retryAfter: number | null): SluiceError {
  const { code, detail, attr = null, request_id = null } = (body ?? {}) as ErrorBody;
  const facts = { attr, status, requestId: request_id, retryAfter };
  if (code !== undefined) return new SluiceError(code, detail ?? code, facts);
  return new SluiceError('network_error', `The answer (${status}) is not one of Sluice.`, facts);
}

interface Request {
  readonly url: string;
  /** Absent: by GET. */
  readonly body?: string;
}

/** By GET where it is short. Members of the query string come last in a POST too. */
function requestOf(path: string, { rows, int64, ...members }: Readonly<Record<string, unknown>>): Request {
  const output = new URLSearchParams();
  for (const [name, value] of [
    ['rows', rows],
    ['int64', int64],
  ])
    if (value !== undefined) output.set(String(name), String(value));
  const query = new URLSearchParams(output);
  for (const [name, value] of Object.entries(members))
    if (value !== undefined)
      query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  const url = withQuery(path, query);
  return url.length <= LONGEST_GET
    ? { url }
    : { url: withQuery(path, output), body: JSON.stringify(members) };
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

type Send = (request: Request, signal?: AbortSignal) => Promise<Response>;

/** Sends requests until one is answered, with the pauses that the service asks for. */
function sender({ token, deadlineMs = 30_000, retries = 2, fetch = globalThis.fetch }: ClientOptions): Send {
  let known: Promise<string> | undefined;
  const credential = (): Promise<string> => {
    known ??= Promise.resolve(typeof token === 'string' ? token : token());
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  return async (request, signal) => {
    const endMs = Date.now() + deadlineMs;
    let isRenewed = false;
    for (let tries = 0; ; tries += 1) {
      const used = credential();
      const tried = await attempt(fetch, request, { token: await used, endMs, signal });
      if (tried instanceof Response) return tried;
      if (tried.code === 'token_expired' && typeof token === 'function' && !isRenewed) {
        isRenewed = true;
        if (known === used) known = undefined;
        continue;
      }
      const pauseMs =
        (tried.retryAfter ?? 0) * 1_000 || FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2);
      if (!isPassing(tried) || tries >= retries || Date.now() + pauseMs > endMs) throw tried;
      await pause(pauseMs, signal);
    }
  };
}

/** True for what may be gone the next time. A run may always be repeated. */
function isPassing({ code, status }: SluiceError): boolean {
  return code === 'network_error' ? status === 0 || status >= 502 : status === 429 || status === 503;
}

interface Trying {
  readonly token: string;
  readonly endMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The answer, or why there is none. @throws what the signal of the caller gives as its reason */
async function attempt(
  fetch: typeof globalThis.fetch,
  { url, body }: Request,
  { token, endMs, signal }: Trying,
): Promise<Response | SluiceError> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(() => controller.abort(), Math.max(0, endMs - Date.now()));
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  try {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(url, {
      method,
      headers,
      signal: controller.signal,
      ...(body !== undefined && { body }),
    });
    if (response.ok) return response;
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    const told: unknown = await response.json().catch(() => null);
    return toError(told, response.status, Number.isFinite(retryAfter) ? retryAfter : null);
  } catch (error) {
    signal?.throwIfAborted();
    if (controller.signal.aborted)
      return new SluiceError('deadline_exceeded', 'The deadline of the client was over.');
    return new SluiceError('network_error', error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The lines of an answer as they come. Leaving off before the end ends the query. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
      if (!done) continue;
      if (rest !== '') throw new SluiceError('network_error', 'The stream was cut off.');
      return;
    }
  } catch (error) {
    if (error instanceof TypeError) throw new SluiceError('network_error', 'The stream was cut off.');
    throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
