import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newSecretBytes } from '../../../base/ids.ts';
import { EngineException, engineCodeOf, engineRefusal } from '../engine-error.ts';
import { EXCEPTION_TAG_HEADER, streamException } from '../stream-exception.ts';
import { type FrontRequest, readCredentials, readFrontRequest } from './front-request.ts';
import type { OpenOutput, Outcome, QueryRunner } from './query-runner.ts';

/** Users of the front. The secret is the same; the name says with which rights a statement runs. */
export const READER_USER = 'reader';
export const WRITER_USER = 'writer';

/** ClickHouse's numbers for a wrong user or password, and for everything without a number. */
const AUTHENTICATION_FAILED = 516;
const UNKNOWN_EXCEPTION = 1002;

export interface Front {
  readonly port: number;
  /** Closes the front when the running requests have ended. */
  close(): Promise<void>;
}

/** Serves ClickHouse's HTTP protocol on a free port of the loopback address, to those who know the secret. */
export async function listenFront(runner: QueryRunner, secret: string): Promise<Front> {
  const running = new Set<ServerResponse>();
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    running.add(response);
    response.once('close', () => running.delete(response));
    void answer(runner, secret, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: portOf(server), close: () => closeServer(server, running) };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/**
 * A connection that has not carried a request yet does not count as idle, and clients open such connections: after a
 * request that was broken off, a client connects again before looking whether another request waits.
 */
async function closeServer(server: Server, running: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.all([...running].map((response) => once(response, 'close')));
  server.closeAllConnections();
  await closed;
}

/** Answers one request. Never rejects. */
async function answer(
  runner: QueryRunner,
  secret: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    if (incoming.url === '/ping') return void response.end('Ok.\n');
    const { user, password } = readCredentials(incoming);
    if (!isSecret(password, secret) || (user !== READER_USER && user !== WRITER_USER))
      throw engineRefusal('AUTHENTICATION_FAILED', 'Wrong user or password');
    const request = await readFrontRequest(incoming);
    if (user === READER_USER && request.waitsForEnd)
      answerWhole(
        response,
        request,
        await runner.read(request, gone.signal, (error) => beginError(response, error)),
      );
    else if (user === READER_USER || isStreamedSelect(request))
      await answerStreamed(response, request, (openOutput) =>
        user === READER_USER
          ? runner.stream(request, gone.signal, openOutput)
          : runner.streamWriter(request, gone.signal, openOutput),
      );
    else answerWhole(response, request, await runner.write(request, gone.signal));
  } catch (error) {
    answerError(response, error);
  }
}

/** Only a SELECT has an answer worth streaming; other statements are answered at their end. */
function isStreamedSelect({ sql, waitsForEnd, data }: FrontRequest): boolean {
  return !waitsForEnd && data === undefined && SELECT.test(sql);
}

const SELECT = /^\s*(SELECT|WITH)\b/i;

async function answerStreamed(
  response: ServerResponse,
  request: FrontRequest,
  run: (openOutput: OpenOutput) => Promise<Outcome>,
): Promise<void> {
  const outcome = await run(() => {
    response.setHeader(EXCEPTION_TAG_HEADER, newSecretBytes(8).toString('hex'));
    response.writeHead(200, { ...headersOf(request), trailer: SUMMARY_HEADER });
    return response;
  });
  if (response.headersSent) response.addTrailers({ [SUMMARY_HEADER]: summaryOf(outcome) });
  response.end();
}

function answerWhole(response: ServerResponse, request: FrontRequest, outcome: Outcome): void {
  response.writeHead(200, {
    ...headersOf(request),
    [SUMMARY_HEADER]: summaryOf(outcome),
    'content-length': outcome.bytes.length,
  });
  response.end(outcome.bytes);
}

/** Before the first byte an error is an answer; later a block at the end of the bytes, and a broken connection. */
function answerError(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) beginError(response, error);
  if (response.statusCode !== 200) return void response.end();
  const tag = String(response.getHeader(EXCEPTION_TAG_HEADER));
  response.write(streamException(tag, textOf(error)), () => response.destroy());
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Tells an error, and leaves the answer open until its query has ended. */
function beginError(response: ServerResponse, error: unknown): void {
  const text = textOf(error);
  const code = error instanceof EngineException ? error.engineCode : engineCodeOf(text);
  response.writeHead(code === AUTHENTICATION_FAILED ? 403 : 500, {
    'x-clickhouse-exception-code': code === 0 ? UNKNOWN_EXCEPTION : code,
    'content-type': 'text/plain; charset=UTF-8',
  });
  response.write(text);
}

const SUMMARY_HEADER = 'x-clickhouse-summary';

/** The numbers as texts, as ClickHouse writes them. Only JSONCompact knows how many rows were read from tables. */
function summaryOf(outcome: Outcome): string {
  return JSON.stringify({
    read_rows: String(outcome.resultRows),
    result_rows: String(outcome.resultRows),
    result_bytes: String(outcome.bytes.length),
    written_rows: String(outcome.writtenRows),
    elapsed_ns: String(Math.round(outcome.elapsedSeconds * 1e9)),
  });
}

function headersOf(request: FrontRequest): Record<string, string> {
  return {
    'content-type': contentTypeOf(request.format),
    'x-clickhouse-format': request.format,
    ...(request.queryId === undefined ? {} : { 'x-clickhouse-query-id': request.queryId }),
  };
}

function contentTypeOf(format: string): string {
  if (format.startsWith('JSON')) return 'application/json; charset=UTF-8';
  return format.startsWith('CSV') ? 'text/csv; charset=UTF-8' : 'application/octet-stream';
}

function isSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
