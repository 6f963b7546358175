import { expect, test } from 'vitest';
import type { Peers, Topic } from '../../adapters/store/database.ts';
import { SingleFlight } from '../cache/single-flight.ts';
import { ActiveRuns } from './active-runs.ts';
import { RunWatcher } from './run-watcher.ts';
import { RunningQueries } from './running-queries.ts';
import type { StoredResult } from './stored-result.ts';

// [CON-9.1], [CON-9.2].

/** Processes that hear each other. */
class Bus {
  readonly #listeners: [Topic, (text: string) => void][] = [];

  readonly peers: Peers = {
    tell: async (topic, text) => {
      for (const [heard, listener] of this.#listeners) if (heard === topic) listener(text);
    },
    onTold: (topic, listener) => this.#listeners.push([topic, listener]),
    onGap: () => undefined,
  };
}

/** A service on an engine whose running queries have read `rows` rows each, of `total`. */
function serviceOn(peers: Peers | undefined, [rows, total]: readonly [number, number] = [7, 10]) {
  const [activeRuns, runningQueries] = [new ActiveRuns(), new RunningQueries()];
  const asked: unknown[] = [];
  const engine = {
    command: async (_sql: string, parameters: unknown) => {
      asked.push(parameters);
      const answer = Buffer.from(`[${rows},${rows * 8},${total}]`);
      return {
        ...{ columns: [], rows: answer, rowCount: 1, lastRowStart: 0 },
        statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0, memoryBytes: 0 },
      };
    },
  };
  const flights = new SingleFlight<StoredResult>();
  const watcher = new RunWatcher({
    ...{ engine, activeRuns, flights, runningQueries, peers },
    observe: () => undefined,
  });
  const begin = (keyId: string, name: string, runId: string) => {
    const controller = new AbortController();
    const endRun = activeRuns.begin(keyId, name, controller);
    return { endRun, endQuery: runningQueries.begin(controller.signal, runId) };
  };
  return { watcher, begin, asked };
}

test('a run is watched through any service, and only that of the key', async () => {
  const bus = new Bus();
  const [one, other] = [serviceOn(bus.peers), serviceOn(bus.peers)];
  const run = other.begin('key', 'report', 'x_1');
  expect(await one.watcher.progress('key', 'report')).toMatchObject({
    rowsRead: 7,
    bytesRead: 56,
    totalRows: 10,
  });
  expect(await one.watcher.progress('another', 'report')).toBe(undefined);
  expect(await one.watcher.progress('key', 'x'.repeat(129))).toBe(undefined);
  run.endRun();
  expect(await one.watcher.progress('key', 'report')).toBe(undefined);
});

test('ended queries of an execution stay counted, and the engine is not asked when none runs', async () => {
  const { watcher, begin, asked } = serviceOn(undefined);
  const run = begin('key', 'report', 'x_1');
  run.endQuery({ rowsRead: 5, bytesRead: 40, elapsedMs: 1, memoryBytes: 0 });
  expect(await watcher.progress('key', 'report')).toMatchObject({ rowsRead: 5, bytesRead: 40, totalRows: 0 });
  expect(asked).toEqual([]);
});

test('an engine that does not know the end of one run tells no end of all', async () => {
  const { watcher, begin } = serviceOn(undefined, [7, 0]);
  begin('key', 'report', 'x_1');
  begin('key', 'report', 'y_1');
  expect(await watcher.progress('key', 'report')).toMatchObject({ rowsRead: 14, totalRows: 0 });
});
