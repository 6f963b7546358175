import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, WriteDeadline } from '../../src/adapters/engine/engine.ts';
import { sameEngine } from '../../src/adapters/engine/same-engine.ts';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import { openPostgresDatabase } from '../../src/adapters/store/postgres-database.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { openWorkers } from '../../src/app/open-workers.ts';
import { SettableClock, systemClock } from '../../src/base/clock.ts';
import { AppError } from '../../src/base/errors.ts';
import { LoopSlices } from '../../src/base/loop-slices.ts';
import { EngineAdmission } from '../../src/services/admission/engine-admission.ts';
import { Lanes } from '../../src/services/admission/lanes.ts';
import type { DeletionServices } from '../../src/services/capture/deletion/deletion-services.ts';
import { ImportBytes } from '../../src/services/capture/import/import-bytes.ts';
import { ImportFolder } from '../../src/services/capture/import/import-folder.ts';
import type { ImportServices } from '../../src/services/capture/import/import-queue.ts';
import { openCapture } from '../../src/services/capture/open-capture.ts';
import { UnknownTokenBytes } from '../../src/services/capture/protocol/unknown-token-bytes.ts';
import { receive } from '../../src/services/capture/receive.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { Compiling } from '../../src/services/catalog/compiling.ts';
import type { LeaseTimes } from '../../src/services/leases/held-lease.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { startPostgres } from '../fixtures/start-postgres.ts';
import { addProject } from '../store/add-project.ts';
import { payloadOf, readRows } from './capture-fixture.ts';

export const NOW_MS = Date.UTC(2026, 0, 5, 12);

/** A lease that ends soon, so that tests need not wait long for the end of one. */
export const SHORT_TERM: LeaseTimes = { termMs: 2_500, renewMs: 500, marginMs: 500 };

/** What happens at the calls of a service to the engine. Throws or waits in place of the call, or before it. */
export type Fault = (call: { readonly name: string; readonly count: number }) => Promise<void>;

/** Capture of one service, on an engine and a store that it shares with others. */
export interface WriterService {
  readonly services: ImportServices & DeletionServices & { readonly clock: SettableClock };
  /** Set by a test. */
  fault: Fault | null;
  readonly failures: unknown[];
  /** Sends events; with `wait` they are visible when it resolves. */
  send(events: readonly object[], wait?: boolean, token?: string): Promise<void>;
  /** Ends it at once, with what it has under way; nothing of it reaches engine or store any more. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly leaseTimes?: LeaseTimes;
  readonly flushAfterMs?: number;
}

/** One engine and one store for many services. */
export interface SharedWriters {
  readonly project: ProjectRow;
  /** Of the store. */
  readonly url: string;
  /** Starts a service, or starts it again on the spool that it has left. */
  open(name: string, options?: ServiceOptions): Promise<WriterService>;
  addProject(token: string): Promise<ProjectRow>;
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

export async function startSharedWriters(): Promise<SharedWriters> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-writers-'));
  const [postgres, { engine, close: closeEngine }] = await Promise.all([startPostgres(), startTestEngine()]);
  const url = await postgres.newDatabase();
  const first = await openPostgresDatabase({ url, maxConnections: 3, statementTimeoutMs: 15_000 });
  const add = async (token: string): Promise<ProjectRow> => {
    const project = await addProject(first, token);
    await engine.ensureProject(project.id);
    return project;
  };
  const project = await add('slc_test');
  const opened = new Set<WriterService>();
  return {
    project,
    url,
    addProject: add,
    open: async (name, options = {}) => {
      const service = await openService({ engine, url, folder, name, ...options });
      opened.add(service);
      return service;
    },
    rows: (sql) => readRows(engine, sql),
    close: async () => {
      await Promise.all([...opened].map((service) => service.close()));
      await first.close();
      await postgres.close();
      await closeEngine();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Opening extends ServiceOptions {
  readonly engine: Engine;
  readonly url: string;
  readonly folder: string;
  readonly name: string;
}

async function openService({ url, folder, name, ...options }: Opening): Promise<WriterService> {
  const database = await openPostgresDatabase({ url, maxConnections: 4, statementTimeoutMs: 15_000 });
  const death = Promise.withResolvers<never>();
  death.promise.catch(() => undefined);
  const service: Living & { fault: Fault | null; isKilled: boolean } = {
    fault: null,
    isKilled: false,
    death: death.promise,
    die: () => death.reject(new AppError('engine_unavailable', 'The service was killed.')),
  };
  const engine = withFaults(options.engine, service);
  const clock = new SettableClock(NOW_MS);
  const failures: unknown[] = [];
  const slices = new LoopSlices();
  const workers = openWorkers({ workerThreads: 1 });
  const shares = { all: 8, ofGroup: 8, ofMember: 8 };
  const lanes = new Lanes({ reads: shares, streams: 1, builds: 1, waiting: 8 });
  const rate = new RateLimiter([], clock);
  const room = 1024 ** 3;
  const base = {
    engine,
    database,
    clock,
    slices,
    workers,
    observe: (observation: { readonly kind: string }) => void failures.push(observation),
    catalog: new Catalog(database) as DeletionServices['catalog'] & ImportServices['catalog'],
    importLane: lanes.import,
    deletionLane: lanes.deletion,
    compiling: new Compiling(workers, rate),
    admission: new EngineAdmission({ engine, rate, lanes, queueTimeoutMs: 60_000 }),
    runLimits: { executionTimeoutMs: 60_000, memoryBytes: room },
    importBytes: new ImportBytes(new DiskObjectStore(join(folder, 'objects'))),
    importFolder: new ImportFolder(join(folder, `${name}-imports`), {
      maxBytes: room,
      maxWaitingBytes: room,
    }),
    captureLimits: { maxBodyBytes: 20 * 1024 * 1024, waitTimeoutMs: 60_000 },
    unknownTokenBytes: new UnknownTokenBytes(rate, 160 * 1024 * 1024, slices),
  };
  const { lateDeletions, close, ...capture } = await openCapture(base, {
    replica: name,
    spoolFolder: join(folder, `${name}-spool`),
    spoolMaxBytes: 64 * 1024 * 1024,
    flushAfterMs: options.flushAfterMs ?? 20,
    leaseTimes: options.leaseTimes ?? SHORT_TERM,
  });
  const services = { ...base, ...capture };
  lateDeletions.planBy(services);
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await close();
    await workers.close();
    if (!service.isKilled) await database.close();
  };
  return Object.assign(service, {
    services,
    failures,
    send: (events: readonly object[], wait = true, token = 'slc_test') =>
      receive(services, {
        payload: payloadOf({ api_key: token, batch: events }),
        nowMs: clock.nowMs(),
        address: '127.0.0.1',
        waitUntilVisible: wait,
      }),
    kill: async () => {
      service.isKilled = true;
      // Nothing is given back: what it holds in the store ends by itself.
      await Promise.all([database.close(), service.die()]);
      ending ??= end();
      return ending;
    },
    close: () => {
      service.fault = null;
      ending ??= end();
      return ending;
    },
  });
}

interface Living {
  readonly fault: Fault | null;
  /** Rejects when the service is killed. */
  readonly death: Promise<never>;
  readonly die: () => void;
}

/** The engine as an engine process lets one service see it: shared, and deaf to what comes after its deadline. */
function withFaults(engine: Engine, service: Living): Engine {
  let count = 0;
  const before = async (name: string, deadline: WriteDeadline | undefined): Promise<void> => {
    count += 1;
    // As the header says it: read before whatever holds the statement up.
    const atMs = deadline?.atMs;
    await Promise.race([service.fault?.({ name, count }) ?? Promise.resolve(), service.death]);
    await Promise.race([service.death, Promise.resolve()]);
    if (atMs !== undefined && systemClock.nowMs() > atMs)
      throw new AppError('engine_unavailable', 'The statement came after its deadline.');
  };
  return {
    ...sameEngine(engine),
    isShared: true,
    insert: async (insert) => {
      await before(`insert ${insert.table}`, insert.deadline);
      await engine.insert(insert);
    },
    command: async (sql, parameters, options) => {
      await before(sql, options?.deadline);
      const answer = await engine.command(sql, parameters, options);
      await before(`${sql} answered`, undefined);
      return answer;
    },
  };
}
