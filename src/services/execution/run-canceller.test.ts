import { expect, test } from 'vitest';
import type { Peers, Topic } from '../../adapters/store/database.ts';
import { ActiveRuns } from './active-runs.ts';
import { RunCanceller } from './run-canceller.ts';

// [SPEC-2.0.8]

/** Processes that hear each other, and what was said. */
class Bus {
  readonly said: string[] = [];
  readonly #listeners: [Topic, (text: string) => void][] = [];

  readonly peers: Peers = {
    tell: async (topic, text) => {
      this.said.push(topic);
      for (const [heard, listener] of this.#listeners) if (heard === topic) listener(text);
    },
    onTold: (topic, listener) => this.#listeners.push([topic, listener]),
    onGap: () => undefined,
  };
}

function serviceOn(peers: Peers | undefined) {
  const activeRuns = new ActiveRuns();
  const canceller = new RunCanceller({ activeRuns, peers, observe: () => undefined });
  const begin = (keyId: string, name: string) => {
    const controller = new AbortController();
    return { controller, end: activeRuns.begin(keyId, name, controller) };
  };
  return { canceller, begin };
}

test('a run is cancelled through any service, and only that of the key', async () => {
  const bus = new Bus();
  const [one, other] = [serviceOn(bus.peers), serviceOn(bus.peers)];
  const mine = other.begin('key', 'report');
  const foreign = other.begin('another', 'report');
  expect(await one.canceller.cancel('key', 'report')).toBe(true);
  expect(mine.controller.signal.reason).toMatchObject({ code: 'query_cancelled' });
  expect(foreign.controller.signal.aborted).toBe(false);
  mine.end();
  expect(await one.canceller.cancel('key', 'report')).toBe(false);
  expect(await one.canceller.cancel('key', 'x'.repeat(129))).toBe(false);
});

test('runs of one name are cancelled wherever they run', async () => {
  const bus = new Bus();
  const services = [serviceOn(bus.peers), serviceOn(bus.peers), serviceOn(bus.peers)];
  const runs = services.map(({ begin }) => begin('key', 'report'));
  expect(await services[0]?.canceller.cancel('key', 'report')).toBe(true);
  expect(runs.map(({ controller }) => controller.signal.aborted)).toEqual([true, true, true]);
});

test('a service that is alone asks nobody and waits for nobody', async () => {
  const { canceller, begin } = serviceOn(undefined);
  const { controller } = begin('key', 'report');
  expect(await canceller.cancel('key', 'report')).toBe(true);
  expect(controller.signal.aborted).toBe(true);
  expect(await canceller.cancel('other', 'report')).toBe(false);
});
