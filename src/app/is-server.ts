import { answersAsServer } from '../adapters/engine/clickhouse-server-engine.ts';
import { greetEngine, WrongSecretError } from '../adapters/engine/greet-engine.ts';
import type { Database } from '../adapters/store/database.ts';
import { findKnownEngine } from '../adapters/store/engine-schema-store.ts';
import { isAppError } from '../base/errors.ts';
import type { Settings } from './config.ts';
import { remoteEngineOf } from './open-remote-engine.ts';

/**
 * Whether a ClickHouse server stands at the addresses, and no engine process: the store knows, once one was used. Else
 * the secrets that are derived for an engine process are tried first. The secret itself goes only to what does not take
 * these, so that no engine process ever sees it.
 */
export async function isServer(
  settings: Settings,
  urls: readonly string[],
  { query }: Pick<Database, 'query'>,
): Promise<boolean> {
  if (settings.engineCluster !== undefined) return true;
  const known = await findKnownEngine(query);
  if (known !== undefined) return known.form !== 'process';
  const engine = remoteEngineOf(settings, urls);
  try {
    for (const [at, { connection }] of engine.hosts.entries()) {
      const answer = await greetEngine(connection).catch(unlessSilent);
      if (answer instanceof WrongSecretError) return await answersAsServer(urls[at] ?? '');
      if (answer !== undefined) return answer.form === 'server';
    }
    return false;
  } finally {
    await engine.close();
  }
}

function unlessSilent(error: unknown): WrongSecretError | undefined {
  if (error instanceof WrongSecretError) return error;
  if (!isAppError(error)) throw error;
  return undefined;
}
