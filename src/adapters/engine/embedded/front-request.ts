import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../clickhouse-http.ts';
import type { Lane } from '../engine.ts';
import { engineRefusal } from '../engine-error.ts';
import { DEADLINE_HEADER, LANE_HEADER } from '../engine-header.ts';
import type { FrontUser } from '../engine-secrets.ts';
import type { EngineSettings } from '../query-settings.ts';

/** A request of ClickHouse's HTTP protocol, taken apart. */
export interface FrontRequest {
  readonly user: FrontUser;
  /** As its sender named it. */
  readonly lane: Lane | undefined;
  /** The statement must not begin at this time or later, milliseconds since 1970. */
  readonly deadlineMs: number | undefined;
  /** The statement, without its last `FORMAT` clause. */
  readonly sql: string;
  /** Rows of an INSERT whose text came in the query string. */
  readonly data: Buffer | undefined;
  readonly database: string;
  readonly format: string;
  /** Texts of `param_<name>`, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly settings: EngineSettings;
  readonly queryId: string | undefined;
  /** True = answer when the query has ended, and not during the query. */
  readonly waitsForEnd: boolean;
}

/** Members of the protocol that are no engine settings. */
const PROTOCOL_MEMBERS: ReadonlySet<string> = new Set([
  'query',
  'database',
  'user',
  'password',
  'default_format',
  'query_id',
  'wait_end_of_query',
  'buffer_size',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
]);

/** An INSERT that must bring its rows: without rows the engine would read its own stdin, for ever. */
const ROWS_FOLLOW = /^\s*INSERT\b.*\bFORMAT\s+\w+\s*$/is;

const LANES: readonly Lane[] = ['read', 'long', 'lookup', 'write', 'bulk', 'control'];

/** Reads head and body of a request. @throws EngineException for a body that is larger, or a header of another form */
export async function readFrontRequest(
  request: IncomingMessage,
  user: FrontUser,
  maxBodyBytes: number,
): Promise<FrontRequest> {
  const members = new URLSearchParams((request.url ?? '').split('?', 2)[1] ?? '');
  const deadlineMs = readDeadline(request);
  const body = await readBody(request, maxBodyBytes);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) await addParts(members, body, type);
  const inQueryString = members.get('query');
  const text = inQueryString ?? body.toString();
  const isBodyData = inQueryString !== null && body.length > 0 && !type.startsWith('multipart/');
  const hasData = isBodyData || ROWS_FOLLOW.test(text);
  const namedFormat = members.get('default_format') ?? headerOf(request, 'x-clickhouse-format');
  const { sql, format } = hasData ? { sql: text, format: '' } : splitFormat(text, namedFormat);
  return {
    user,
    lane: LANES.find((lane) => lane === headerOf(request, LANE_HEADER)),
    deadlineMs,
    sql,
    data: isBodyData ? body : hasData ? Buffer.alloc(0) : undefined,
    database: members.get('database') ?? headerOf(request, 'x-clickhouse-database') ?? '',
    format,
    parameters: Object.fromEntries(
      [...members].filter(([name]) => isParameter(name)).map(([name, value]) => [name.slice(6), value]),
    ),
    settings: Object.fromEntries(
      [...members].filter(([name]) => !isParameter(name) && !PROTOCOL_MEMBERS.has(name)),
    ),
    queryId: members.get('query_id') ?? undefined,
    waitsForEnd: members.get('wait_end_of_query') === '1',
  };
}

/** Reads a body. `stream/consumers` is slower: it goes through a Blob and takes several turns of the event loop. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let byteLength = 0;
    request.on('data', (chunk: Buffer) => {
      byteLength += chunk.length;
      if (byteLength <= maxBytes) return void chunks.push(chunk);
      chunks = [];
      reject(engineRefusal('TOO_MANY_ROWS_OR_BYTES', 'The body of the request is too large'));
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

function readDeadline(request: IncomingMessage): number | undefined {
  const text = headerOf(request, DEADLINE_HEADER);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw engineRefusal('NOT_IMPLEMENTED', 'The deadline is no time');
  return Number(text);
}

function isParameter(name: string): boolean {
  return name.startsWith('param_');
}

async function addParts(members: URLSearchParams, body: Buffer, type: string): Promise<void> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of form) {
    if (typeof value !== 'string')
      throw engineRefusal('NOT_IMPLEMENTED', 'External tables are not supported');
    members.set(name, value);
  }
}

/** Takes off the format that some clients write at the end: `SELECT 1 FORMAT JSON` → `SELECT 1`, `JSON`. */
function splitFormat(
  text: string,
  namedFormat: string | undefined,
): { readonly sql: string; readonly format: string } {
  if (namedFormat !== undefined) return { sql: text, format: namedFormat };
  const found = /\s+FORMAT\s+(\w+)\s*$/i.exec(text);
  return { sql: text.slice(0, found?.index), format: found?.[1] ?? 'TabSeparated' };
}

/** Reads the user from the headers alone, so that the body of a stranger is not read. */
export function readCredentials(request: IncomingMessage): Credentials {
  const basic = /^Basic (.+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  if (basic === undefined) {
    return {
      user: headerOf(request, 'x-clickhouse-user') ?? '',
      password: headerOf(request, 'x-clickhouse-key') ?? '',
    };
  }
  const [user = '', ...password] = Buffer.from(basic, 'base64').toString().split(':');
  return { user, password: password.join(':') };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
