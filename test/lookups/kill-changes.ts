import { expect } from 'vitest';
import { isAppError } from '../../src/base/errors.ts';
import { wait } from '../../src/base/wait.ts';
import type { SeededRandom } from '../../src/services/demo/random.ts';
import type { Sent, WorldParts } from './world-host.ts';

/** What a host with an engine that can be killed does. Each fails with `engine_unavailable` while that is away. */
export interface KilledHost {
  send(batch: readonly Sent[]): Promise<void>;
  deletePerson(distinctId: string): Promise<void>;
  deleteEvents(name: string): Promise<void>;
  /** Ends the engine at once, if there is one at the moment. */
  killEngine(): void;
  /** True when the service and the test reach the engine. */
  reachesEngine(): Promise<boolean>;
}

/** A machine may be slow. */
const PATIENT = { timeout: 60_000, interval: 50 };

/** Changes in whose middle the engine is killed, at a random moment. */
export function killChanges(
  host: KilledHost,
  { random, nextEvents, buildAgain, fold, person, eventName }: WorldParts,
): Readonly<Record<string, () => Promise<void>>> {
  const again = (longestMs: number, work: () => Promise<void>) => throughKill(host, random, longestMs, work);
  return {
    'capture and kill of the engine': async () => {
      const batch = nextEvents();
      await again(30, () => host.send(batch));
    },
    'fold and kill of the engine': () => again(300, fold),
    'deletion of a person and kill of the engine': async () => {
      const distinctId = person();
      await again(200, () => host.deletePerson(distinctId));
      // Whoever writes next completes a deletion that has begun.
      await host.send(nextEvents());
    },
    'deletion of events and kill of the engine': async () => {
      const name = eventName();
      await again(300, () => host.deleteEvents(name));
    },
    'building and kill of the engine': async () => {
      // A step that was cut off leaves rows, which are there until something builds again.
      await killDuring(host, random, 300, buildAgain);
    },
  };
}

/** Does something while the engine is killed, and then again until it is done, as a caller does. */
async function throughKill(
  host: KilledHost,
  random: SeededRandom,
  longestMs: number,
  work: () => Promise<void>,
): Promise<void> {
  await killDuring(host, random, longestMs, work);
  for (let tries = 0; !(await isDone(work)); tries += 1) {
    if (tries === MOST_TRIES) throw new Error('what was cut off by a kill is not done again');
    await wait(PATIENT.interval);
  }
}

const MOST_TRIES = 200;

/** Resolves when the engine is back. */
async function killDuring(
  host: KilledHost,
  random: SeededRandom,
  longestMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const working = isDone(work);
  await wait(random.between(0, longestMs));
  host.killEngine();
  await working;
  await expect.poll(() => host.reachesEngine(), PATIENT).toBe(true);
}

/** False when the engine was away. Nothing else may keep a caller from being served. */
async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isAppError(error, 'engine_unavailable') || String(error).includes('engine_unavailable')) return false;
    throw error;
  }
}
