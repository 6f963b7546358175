import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Kv } from '../../src/adapters/kv/kv.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { PeersOfTests } from './peers-of-tests.ts';
import { runBeside, type ServiceBeside } from './run-beside.ts';

/** What the services have in common, and how to break it. */
export interface Shared {
  connect(): Promise<Kv>;
  /** Calls of all services so far. */
  calls(): Promise<number>;
  /** Keeps a copy of everything. @returns how to go back to it */
  copy(): Promise<() => Promise<void>>;
  flush(): Promise<void>;
  setReachable(isReachable: boolean): Promise<void>;
  close(): Promise<void>;
}

const QUERY =
  'select count() as n from numbers(300000) where sipHash64(toString(number)) != {variables.seed}';

/**
 * Three services on one engine, each with a memory and a connection of its own. [SPEC-4.4], [SPEC-4.6], [SPEC-4.6.1].
 */
export function describeSharedRuns(name: string, start: () => Promise<Shared>): void {
  describe(name, () => {
    let shared: Shared;
    let kvs: readonly Kv[] = [];
    let service: TestService;
    let peers: PeersOfTests;
    let all: readonly [ServiceBeside, ServiceBeside, ServiceBeside];
    let engineQueries = 0;
    let seed = 0;

    beforeAll(async () => {
      shared = await start();
      service = await startTestService({ testClock: false, maxQueriesPerKey: 8, maxQueriesPerProject: 8 });
      const { engine } = service.services;
      const query = engine.query.bind(engine);
      engine.query = (asked) => {
        engineQueries += 1;
        return query(asked);
      };
      const variables = { seed: { type: 'Number' } };
      await service.call('POST', 'endpoints', {
        body: {
          name: 'count',
          query: { kind: 'HogQLQuery', query: QUERY },
          variables,
          cache_age_seconds: 300,
        },
      });
      peers = new PeersOfTests();
      kvs = [await shared.connect(), await shared.connect(), await shared.connect()];
      const [one, other, third] = kvs.map((kv) => runBeside(service, kv, peers));
      if (one === undefined || other === undefined || third === undefined) throw new Error('there are three');
      all = [one, other, third];
    });
    afterAll(async () => {
      for (const kv of kvs) await kv.close();
      await service?.close();
      await shared?.close();
    });
    beforeEach(() => {
      engineQueries = 0;
      seed += 1;
    });

    const asked = () => ({ variables: { seed } });
    /** Resolves when what was computed is where others find it, and nobody has a lease of it any more. */
    const isShared = async (of = kvs) => {
      for (let turn = 0; turn < 3; turn += 1) for (const kv of of) await kv.getAll(['nothing']);
    };

    test('a hundred equal misses of three services are one engine query', async () => {
      const runs = await Promise.all(
        Array.from({ length: 99 }, (_, at) =>
          all[at % 3 === 0 ? 0 : at % 3 === 1 ? 1 : 2].run('count', asked()),
        ),
      );
      expect(engineQueries).toBe(1);
      expect(new Set(runs.map(({ json }) => json.execution_id)).size).toBe(1);
      expect(runs.filter(({ cacheState }) => cacheState === 'miss')).toHaveLength(1);
      expect(runs.filter(({ cacheState }) => cacheState === 'collapsed')).toHaveLength(98);
    });

    test('a service finds what another has computed, judges it as its own, and asks nobody for a hit', async () => {
      const [one, other] = all;
      const computed = await one.run('count', asked());
      await isShared();
      const found = await other.run('count', asked());
      expect(engineQueries).toBe(1);
      expect(found).toMatchObject({ source: 'cache', reason: 'cache_fresh', cacheState: 'hit' });
      expect(found.json).toEqual({
        ...computed.json,
        is_cached: true,
        served_from: 'cache',
        served_reason: 'cache_fresh',
      });
      const before = await shared.calls();
      for (let hit = 0; hit < 1_000; hit += 1) expect(other.hit('count', asked())).not.toBeNull();
      expect(await shared.calls()).toBe(before);
    });

    test('what is older than the age of its endpoint is computed anew, wherever it is kept', async () => {
      const [one, other] = all;
      await one.run('count', asked());
      const realNow = Date.now;
      try {
        Date.now = () => realNow() + 301_000;
        const run = await other.run('count', asked());
        expect(run).toMatchObject({ source: 'direct', reason: 'cache_expired', cacheState: 'miss' });
      } finally {
        Date.now = realNow;
      }
      expect(engineQueries).toBe(2);
    });

    test('a forced result takes the place of older ones in every service', async () => {
      const [one, other, third] = all;
      await one.run('count', asked());
      await other.run('count', asked());
      const forced = await one.run('count', { ...asked(), refresh: 'force_blocking' });
      expect(engineQueries).toBe(2);
      for (const reader of [other, third, one])
        expect((await reader.run('count', asked())).json.execution_id).toBe(forced.json.execution_id);
      expect(engineQueries).toBe(2);
    });

    test('an older result than a forced one is used from nowhere, although what is shared has lost the newer one', async () => {
      const [one, other, third] = all;
      const old = await one.run('count', asked());
      await other.run('count', asked());
      await isShared();
      const goBack = await shared.copy();
      const forced = await third.run('count', { ...asked(), refresh: 'force_blocking' });
      // As a copy of the server that did not hear of the last write.
      await isShared();
      await goBack();
      const again = await other.run('count', asked());
      expect([old.json.execution_id, forced.json.execution_id]).not.toContain(again.json.execution_id);
      expect(again).toMatchObject({ reason: 'cache_miss' });
      peers.tellGap();
      expect((await other.run('count', asked())).json.last_refresh >= forced.json.last_refresh).toBe(true);
    });

    test('the lease of a service that has gone ends, and one of the others takes over', async () => {
      const [one, other] = all;
      const key = await keyOfRun();
      expect(await kvs[2]?.takeLease(`f:${key}`, 'of nobody', 1_000)).toBe('taken');
      const runs = await Promise.all([one.run('count', asked()), other.run('count', asked())]);
      expect(engineQueries).toBe(1);
      expect(new Set(runs.map(({ json }) => json.execution_id)).size).toBe(1);
    });

    test('when a computation fails, one of the others does it again', async () => {
      const { engine } = service.services;
      const query = engine.query.bind(engine);
      let isFirst = true;
      engine.query = async (given) => {
        if (!isFirst) return query(given);
        isFirst = false;
        await new Promise((resolve) => setTimeout(resolve, 300));
        throw new Error('the first computation is lost');
      };
      try {
        const runs = await Promise.allSettled(all.map((one) => one.run('count', asked())));
        expect(runs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
        expect(engineQueries).toBe(1);
      } finally {
        engine.query = query;
      }
    });

    test('while nothing is shared each service computes for itself', async () => {
      await shared.setReachable(false);
      try {
        for (const one of all) expect((await one.run('count', asked())).json.results).toEqual([[300_000]]);
        expect(engineQueries).toBe(3);
      } finally {
        await shared.setReachable(true);
      }
      await expect.poll(() => kvs.every((kv) => kv.isUp), { timeout: 10_000 }).toBe(true);
      seed += 1;
      engineQueries = 0;
      for (const one of all) await one.run('count', asked());
      expect(engineQueries).toBe(1);
    });

    /** The key of the run that is asked for, which nobody has computed afterwards. */
    async function keyOfRun(): Promise<string> {
      const kv = await shared.connect();
      const apart = runBeside(service, kv, new PeersOfTests());
      const { json } = await apart.run('count', { ...asked(), debug: true });
      await isShared([kv]);
      await kv.close();
      await shared.flush();
      engineQueries = 0;
      return json.cache_key;
    }
  });
}
