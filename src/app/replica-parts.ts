import { wait } from '../base/wait.ts';
import { ActiveRuns } from '../services/execution/active-runs.ts';
import type { ExecutionServices } from '../services/execution/execution-services.ts';
import { RunCanceller } from '../services/execution/run-canceller.ts';
import { RunWatcher } from '../services/execution/run-watcher.ts';
import { type ReplicaServices, Replicas } from '../services/replicas/replicas.ts';
import type { Services } from '../services/services.ts';
import { readVersion } from './read-version.ts';

/** How often a service says that it is there. */
const REPORT_MS = 5_000;

type Parts = Pick<Services, 'replicas' | 'activeRuns' | 'runCanceller' | 'runWatcher'>;

type Connected = Omit<ReplicaServices, 'wait'> &
  Pick<ExecutionServices, 'engine' | 'flights' | 'runningQueries'>;

/** What a service has to do with others on the same store. */
export function replicaParts(services: Connected): Parts {
  const { database, observe, engine, flights, runningQueries } = services;
  const { peers } = database;
  const activeRuns = new ActiveRuns();
  return {
    replicas: new Replicas({ ...services, wait }, { version: readVersion(), pollMs: REPORT_MS }),
    activeRuns,
    runCanceller: new RunCanceller({ activeRuns, peers, observe }),
    runWatcher: new RunWatcher({ engine, activeRuns, flights, runningQueries, peers, observe }),
  };
}

/** Lets a caller set the clock of all services on the store by telling one. */
export function followTestClock({ database, testClock, scheduler }: Services): void {
  if (testClock === null) return;
  database.peers?.onTold('clock', (text) => {
    const nowMs: number | null = JSON.parse(text);
    testClock.set(nowMs ?? undefined);
    scheduler.wake();
  });
}
