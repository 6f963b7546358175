import { text as textOf } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import { type ClickHouseHttp, exceptionCodeOf } from './clickhouse-http.ts';
import { EngineException, mappedError } from './engine-error.ts';
import { ENGINE_HEADER, readEngineHeader } from './engine-header.ts';
import { READ_ENGINE_ID } from './statements/engine-id.ts';

/** What kind of engine answers at an address. `process` is `sluice engine`. */
export type EngineForm = 'process' | 'server';

/** What an engine says of itself to somebody who knows its secret. */
export interface Greeting {
  readonly form: EngineForm;
  /** The id that its data carry; empty when no service has worked with them yet. */
  readonly engineId: string;
}

/** Thrown when what answers does not know the secret. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
}

const GREETING_TIMEOUT_MS = 5_000;

/** ClickHouse's numbers for a table or a database that is not there, and for a wrong user or password. */
const UNKNOWN: ReadonlySet<number> = new Set([60, 81]);
const AUTHENTICATION_FAILED = 516;

/**
 * Asks what answers at an address who it is. Only an answer to a right secret counts.
 * @throws WrongSecretError; AppError engine_unavailable when nothing answers, or something that is no engine
 */
export async function greetEngine(connection: ClickHouseHttp): Promise<Greeting> {
  const response = await connection.ask({
    as: 'writer',
    lane: 'control',
    sql: READ_ENGINE_ID,
    format: 'TabSeparated',
    settings: {},
    timeoutMs: GREETING_TIMEOUT_MS,
  });
  const text = await textOf(response.body);
  const code = response.statusCode === 200 ? 0 : exceptionCodeOf(response, text);
  if (code === AUTHENTICATION_FAILED) throw new WrongSecretError('The secret is wrong.');
  if (response.statusCode !== 200 && !UNKNOWN.has(code))
    throw mappedError('engine_unavailable', new EngineException(code, text));
  return { form: formOf(response), engineId: code === 0 ? text.trim() : '' };
}

function formOf({ headers }: Dispatcher.ResponseData): EngineForm {
  return readEngineHeader(String(headers[ENGINE_HEADER])) === undefined ? 'server' : 'process';
}
