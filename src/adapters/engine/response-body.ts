import type { Dispatcher } from 'undici';
import { brokenConnection } from './clickhouse-http.ts';
import { EngineException, mappedError, toAppError } from './engine-error.ts';
import type { EngineRun } from './engine-run.ts';

/** The whole body of a small answer, such as of a command. */
export async function bodyOf(response: Dispatcher.ResponseData): Promise<Buffer> {
  try {
    return Buffer.from(await response.body.arrayBuffer());
  } catch (error) {
    throw brokenOff(error);
  }
}

/**
 * The bytes of an answer as they came, at most `maxBytes` of text. The engine's own limit counts bytes of columns
 * instead. The rest is read and dropped, so that the end of the query is known.
 */
export async function chunksOf(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  run: EngineRun,
): Promise<readonly Uint8Array[]> {
  let chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of response.body) {
      byteLength += chunk.length;
      if (byteLength > maxBytes) run.leave(mappedError('query_too_large'));
      if (run.isLeft) chunks = [];
      else chunks.push(chunk);
    }
    run.end();
  } catch (error) {
    throw brokenOff(error);
  }
  return chunks;
}

/** What the engine said as an error of the service; any other error as it is. */
export function appErrorOf(error: unknown): unknown {
  return error instanceof EngineException ? toAppError(error) : error;
}

/** The error of an answer that ended too early. */
export function brokenOff(error: unknown): unknown {
  return appErrorOf(error instanceof EngineException ? error : brokenConnection(error));
}
