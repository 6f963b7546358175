import type { Kv } from '../adapters/kv/kv.ts';
import type { Observe } from '../base/observation.ts';
import { wait } from '../base/wait.ts';
import type { Settings } from './config.ts';

/**
 * What services share beside the store; undefined without Redis. Loaded only where it is used. Does not wait for Redis.
 * @param name of the store and the engine that all these services have
 */
export async function openKv(
  { redisUrl: url }: Pick<Settings, 'redisUrl'>,
  name: string | Promise<string>,
  observe: Observe,
): Promise<Kv | undefined> {
  if (url === undefined) return undefined;
  const { RedisKv } = await import('../adapters/kv/redis-kv.ts');
  return new RedisKv({
    url,
    name,
    onChange: (isUp, reason) =>
      observe(
        isUp
          ? { kind: 'lifecycle', event: 'redis_up' }
          : {
              kind: 'warning',
              about: 'redis',
              detail: `Redis does not answer (${reason}); this service works alone.`,
            },
      ),
  });
}

/** Longest wait for the first answer. */
const FIRST_ANSWER_MS = 3_000;

/** Says whether the Redis of the settings answers, or what services do without one. Null where there is one service. */
export async function describeRedis(
  settings: Pick<Settings, 'redisUrl' | 'engineUrl'>,
): Promise<string | null> {
  if (settings.redisUrl === undefined) return settings.engineUrl === undefined ? null : WITHOUT_REDIS;
  const told = Promise.withResolvers<string>();
  const kv = await openKv(settings, 'doctor', (observation) =>
    told.resolve('detail' in observation ? String(observation.detail) : 'Redis answers'),
  );
  const answer = await Promise.race([told.promise, wait(FIRST_ANSWER_MS)]);
  await kv?.close();
  return answer ?? 'Redis does not answer; each service works alone.';
}

const WITHOUT_REDIS =
  'There is no SLUICE_REDIS_URL: several services on this engine each compute every result for themselves, and count ' +
  'the rates of keys for themselves, so that a key may do with each of them what it may do with one';
