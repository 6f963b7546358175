import type { EngineHost } from '../adapters/engine/engine-hosts.ts';
import { greetEngine, WrongSecretError } from '../adapters/engine/greet-engine.ts';
import type { Settings } from './config.ts';
import { remoteEngineOf } from './open-remote-engine.ts';

/** What answers at each address of an engine that services share; nothing when the engine is embedded. */
export async function describeEngine(settings: Settings): Promise<readonly string[]> {
  if (settings.engineUrl === undefined) return [];
  const engine = remoteEngineOf(settings, settings.engineUrl);
  try {
    return await Promise.all(engine.hosts.map(describeHost));
  } finally {
    await engine.close();
  }
}

async function describeHost({ name, connection }: EngineHost): Promise<string> {
  try {
    const { form, engineId } = await greetEngine(connection);
    if (form === 'server') return `At ${name} answers a ClickHouse server.`;
    return `At ${name} answers the engine ${engineId === '' ? 'of no service yet' : engineId}.`;
  } catch (error) {
    return error instanceof WrongSecretError
      ? `The engine at ${name} does not take the secret.`
      : `At ${name} answers no engine.`;
  }
}
