import type { AbusedService } from './abuse-case.ts';
import { readTables } from './read-tables.ts';

/** What a tenant may do all the time, and another one must not notice. */
export interface Misbehaviour {
  readonly name: string;
  /** How many do it at once. */
  readonly senders: number;
  /** See `AbuseTable`. */
  readonly noticedUntil?: 'places';
  /** Also in `npm test`, not only in `npm run test:deep`. */
  readonly isShort?: boolean;
  prepare?(service: AbusedService): Promise<void>;
  /** One call, whatever it is answered. @param turn 0, 1, 2, ... over all senders */
  act(service: AbusedService, turn: number): Promise<unknown>;
}

/** Every table of cases, over and over, and what only hurts when it is done all the time. */
export async function readMisbehaviours(): Promise<readonly Misbehaviour[]> {
  const tables = (await readTables()).filter(({ changesService = false }) => !changesService);
  const ofCases = tables.map((table): Misbehaviour => {
    const { title: name, prepare, cases, noticedUntil } = table;
    return {
      name,
      senders: 4,
      ...(noticedUntil && { noticedUntil }),
      ...(prepare && { prepare }),
      act: async (service, turn) => cases[turn % cases.length]?.send(service, turn),
    };
  });
  return [...ofCases, ...OTHERS];
}

const OTHERS: readonly Misbehaviour[] = [
  {
    name: 'a new property in each event',
    isShort: true,
    senders: 4,
    act: ({ call, captureToken }, turn) => {
      const batch = Array.from({ length: 50 }, (_, i) => ({
        event: 'new',
        distinct_id: 'a',
        properties: { [`property-${turn}-${i}`]: i },
      }));
      return call('POST', '/batch/', { key: null, body: { api_key: captureToken, batch } });
    },
  },
  {
    name: 'heavy queries',
    senders: 20,
    act: ({ call }, turn) => {
      const query = `select sum(cityHash64(number, ${turn})) from numbers(1000000000)`;
      return call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query } } });
    },
  },
  {
    name: 'exports and streams whose readers stop',
    senders: 20,
    prepare: async ({ call }) => {
      const query = "select repeat('a', 1000) as a from numbers(1000000)";
      const limits = { max_rows: 1_000_000 };
      await call('POST', 'endpoints', {
        body: { name: 'wide', query: { kind: 'HogQLQuery', query }, limits },
      });
    },
    act: async ({ url, rootKey }, turn) => {
      const [method, target] =
        turn % 2 === 0 ? ['GET', 'export/'] : ['POST', 'endpoints/wide/run?format=csv'];
      const answer = await fetch(`${url}/api/projects/1/${target}`, {
        method,
        headers: { authorization: `Bearer ${rootKey}`, 'accept-encoding': 'identity' },
      });
      const reader = answer.body?.getReader();
      await reader?.read();
      await new Promise((resume) => setTimeout(resume, 1_000));
      await reader?.cancel();
    },
  },
  {
    name: 'deletions of nothing',
    senders: 15,
    act: ({ call }) =>
      call('POST', 'events/delete/', { body: { before: '1990-01-01T00:00:00Z', wait: true } }),
  },
  {
    name: 'imports of large files',
    senders: 3,
    act: async ({ call }, turn) => {
      const line = { event: `large ${turn}`, distinct_id: 'p', timestamp: '2025-01-01T00:00:00Z' };
      const headers = { 'content-type': 'application/octet-stream' };
      await call('POST', 'imports/?format=jsonl', {
        body: `${JSON.stringify(line)}\n`.repeat(50_000),
        headers,
      });
      await new Promise((resume) => setTimeout(resume, 1_000));
    },
  },
  {
    name: 'builds that take long',
    senders: 4,
    prepare: async ({ call }) => {
      for (const name of ['long0', 'long1', 'long2', 'long3']) {
        const query = 'select sum(cityHash64(number)) as a from numbers(3000000000)';
        const fields = { is_materialized: true, sync_frequency: '7day' };
        await call('POST', 'endpoints', { body: { name, query: { kind: 'HogQLQuery', query }, ...fields } });
      }
    },
    act: async ({ call }, turn) => {
      await call('POST', `endpoints/long${turn % 4}/materialize`);
      await new Promise((resume) => setTimeout(resume, 1_000));
    },
  },
  {
    name: 'wrong keys',
    senders: 8,
    act: ({ call }, turn) => call('POST', 'query/', { key: `slp_${turn}`, body: {} }),
  },
];
