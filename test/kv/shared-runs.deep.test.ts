import { RedisKv } from '../../src/adapters/kv/redis-kv.ts';
import { startRedis, type TestRedis } from '../fixtures/start-redis.ts';
import { describeSharedRuns, type Shared } from './describe-shared-runs.ts';

const NAME = 'tests';

async function shareRedis(): Promise<Shared> {
  const redis = await startRedis();
  return {
    connect: async () => {
      const up = Promise.withResolvers<void>();
      const onChange = (isUp: boolean): void => void (isUp && up.resolve());
      // A busy machine takes longer than a service would wait.
      const kv = new RedisKv({ url: redis.url, name: NAME, onChange, askLimitMs: 2_000 });
      await up.promise;
      return kv;
    },
    calls: () => commandsOf(redis),
    copy: async () => {
      const keys = (await redis.command('KEYS', `sluice:${NAME}:*:r:*`)) as readonly string[];
      for (const key of keys) await redis.command('COPY', key, `copy of ${key}`);
      return async () => {
        for (const key of keys) await redis.command('COPY', `copy of ${key}`, key, 'REPLACE');
      };
    },
    flush: async () => void (await redis.command('FLUSHALL')),
    setReachable: async (isReachable) => (isReachable ? redis.thaw() : redis.freeze()),
    close: () => redis.close(),
  };
}

/** Commands that were sent, but for those by which a connection shows that it lives. */
async function commandsOf({ command }: TestRedis): Promise<number> {
  const told = String(await command('INFO', 'commandstats'));
  const counts = [...told.matchAll(/^cmdstat_(?:mget|set|eval|get|publish):calls=(\d+)/gm)];
  return counts.reduce((sum, [, calls]) => sum + Number(calls), 0);
}

describeSharedRuns('on a server of Redis', shareRedis);
