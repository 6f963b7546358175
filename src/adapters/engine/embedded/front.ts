import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newSecretBytes } from '../../../base/ids.ts';
import { EngineException, engineCodeOf, engineRefusal } from '../engine-error.ts';
import { ENGINE_HEADER } from '../engine-header.ts';
import { type EngineSecrets, type FrontUser, READER_USER, WRITER_USER } from '../engine-secrets.ts';
import { EXCEPTION_TAG_HEADER, streamException } from '../stream-exception.ts';
import type { FrontGates } from './front-gates.ts';
import { type FrontRequest, readCredentials, readFrontRequest } from './front-request.ts';
import type { OpenOutput, Outcome, QueryRunner } from './query-runner.ts';
import { withTimeLeft } from './statement-deadline.ts';
import type { WrongSecrets } from './wrong-secrets.ts';

/** ClickHouse's numbers for a wrong user or password, and for everything without a number. */
const AUTHENTICATION_FAILED = 516;
const UNKNOWN_EXCEPTION = 1002;

export interface FrontOptions {
  readonly secrets: EngineSecrets;
  readonly host: string;
  /** 0 = a free one. */
  readonly port: number;
  /** What holds besides for a front that others reach than the process that made the secrets. */
  readonly network?: NetworkRules;
}

/** How a front on a network works with services, and keeps strangers out. */
export interface NetworkRules {
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** Tells services what answers them. */
  readonly announced: string;
  readonly gates: FrontGates;
  readonly wrongSecrets: WrongSecrets;
  /** @throws EngineException for a request that no service sends */
  readonly check: (request: FrontRequest) => void;
  /** Default `PATIENCE`. */
  readonly patience?: FrontPatience;
}

/** How long a front waits for a request, milliseconds. */
export interface FrontPatience {
  /** For its head, which a stranger may send. */
  readonly headMs: number;
  /** For all of it. */
  readonly requestMs: number;
  /** Between two looks at the requests that are being sent. */
  readonly lookMs: number;
}

/** Larger than any block of events. */
const MOST_BODY_BYTES = 256 * 1024 * 1024;
/** A service has about thirty. */
const MOST_CONNECTIONS = 2_048;
const PATIENCE: FrontPatience = { headMs: 10_000, requestMs: 120_000, lookMs: 1_000 };
const KEEP_ALIVE_MS = 60_000;

export interface Front {
  readonly port: number;
  /** Closes the front when the running requests have ended. */
  close(): Promise<void>;
}

/** Serves ClickHouse's HTTP protocol to those who know a secret. */
export async function listenFront(runner: QueryRunner, options: FrontOptions): Promise<Front> {
  const running = new Set<ServerResponse>();
  const server = createServer(options.network, (request, response) => {
    running.add(response);
    response.once('close', () => running.delete(response));
    void answer(runner, options, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { port: portOf(server), close: () => closeServer(server, running) };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function createServer(network: NetworkRules | undefined, listener: Listener): Server {
  if (network === undefined)
    return createHttpServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, listener);
  const { tls, patience = PATIENCE } = network;
  const limits = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: patience.headMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.lookMs,
  };
  const server =
    tls === undefined
      ? createHttpServer(limits, listener)
      : createHttpsServer(
          { ...limits, cert: tls.certificate, key: tls.key, handshakeTimeout: patience.headMs },
          listener,
        );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
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
  options: FrontOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    const user = userOf(incoming, options.secrets);
    if (user === 'nobody' && incoming.url === '/ping') return void response.end('Ok.\n');
    if (user === 'nobody' || user === 'stranger') return refuse(user, options, incoming, response);
    const { network } = options;
    if (network !== undefined) response.setHeader(ENGINE_HEADER, network.announced);
    if (incoming.url === '/ping') return void response.end('Ok.\n');
    const request = await readFrontRequest(incoming, user, MOST_BODY_BYTES);
    network?.check(request);
    const run = () => answerUser(runner, withTimeLeft(request), response, gone.signal);
    await (network === undefined ? run() : network.gates.within(request, gone.signal, run));
  } catch (error) {
    answerError(response, error);
  }
}

/** `nobody` has named neither user nor secret, and a `stranger` has named wrong ones. */
function userOf(incoming: IncomingMessage, secrets: EngineSecrets): FrontUser | 'stranger' | 'nobody' {
  const { user, password } = readCredentials(incoming);
  if (user === '' && password === '') return 'nobody';
  const known = ([READER_USER, WRITER_USER] as const).find((each) => each === user);
  return known !== undefined && isSecret(password, secrets[known]) ? known : 'stranger';
}

/** The body of a stranger is not read. */
function refuse(
  who: 'stranger' | 'nobody',
  { network }: FrontOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const isSilent =
    who === 'stranger' && network?.wrongSecrets.mayBeAnswered(incoming.socket.remoteAddress ?? '') === false;
  if (isSilent) return void incoming.socket.destroy();
  response.setHeader('connection', 'close');
  answerError(response, engineRefusal('AUTHENTICATION_FAILED', 'Wrong user or password'));
}

async function answerUser(
  runner: QueryRunner,
  request: FrontRequest,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const isReader = request.user === READER_USER;
  if (isReader && request.waitsForEnd)
    answerWhole(response, request, await runner.read(request, gone, (error) => beginError(response, error)));
  else if (isReader || isStreamedSelect(request))
    await answerStreamed(response, request, (openOutput) =>
      isReader ? runner.stream(request, gone, openOutput) : runner.streamWriter(request, gone, openOutput),
    );
  else answerWhole(response, request, await runner.write(request, gone));
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

/**
 * Before the first byte an error is an answer; later a block at the end of the bytes, and a broken connection. Bytes
 * that a reader has not come to yet are lost with the connection, so it stays until he has left or had his time.
 */
function answerError(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) beginError(response, error);
  if (response.statusCode !== 200) return void response.end();
  const tag = String(response.getHeader(EXCEPTION_TAG_HEADER));
  response.write(streamException(tag, textOf(error)));
  const breaking = setTimeout(() => response.destroy(), LONGEST_TELLING_MS).unref();
  response.once('close', () => clearTimeout(breaking));
}

/** What a reader may take for the bytes before an error. */
const LONGEST_TELLING_MS = 10_000;

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
