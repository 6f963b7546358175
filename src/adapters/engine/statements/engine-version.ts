import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';

/** Nobody waits longer to be told. */
const TIMEOUT_MS = 1_000;

/** The version that the engine says it has, such as `25.8.2.1`. @throws AppError engine_unavailable after a second */
export async function readEngineVersion(engine: Pick<Engine, 'command'>): Promise<string> {
  const answer = await engine.command('SELECT version()', {}, { timeoutMs: TIMEOUT_MS });
  const [[version = ''] = []] = parseRows(answer);
  return String(version);
}
