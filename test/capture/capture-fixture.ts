import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { DiskObjectStore } from '../../src/adapters/objects/disk-object-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { openWorkers } from '../../src/app/open-workers.ts';
import { SettableClock } from '../../src/base/clock.ts';
import { LoopSlices } from '../../src/base/loop-slices.ts';
import type { Observation } from '../../src/base/observation.ts';
import { Lanes } from '../../src/services/admission/lanes.ts';
import { ImportBytes } from '../../src/services/capture/import/import-bytes.ts';
import { ImportFolder } from '../../src/services/capture/import/import-folder.ts';
import type { ImportServices } from '../../src/services/capture/import/import-queue.ts';
import { openCapture } from '../../src/services/capture/open-capture.ts';
import { UnknownTokenBytes } from '../../src/services/capture/protocol/unknown-token-bytes.ts';
import { receive } from '../../src/services/capture/receive.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { doorOf } from '../fixtures/engine-doors.ts';
import type { StartedEngine } from '../fixtures/engine-forms.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { addProject } from '../store/add-project.ts';

export const NOW_MS = Date.UTC(2026, 0, 5, 12);

/** Capture on a real engine and a real store, with one project. */
export interface CaptureFixture {
  readonly services: ImportServices & { readonly clock: SettableClock };
  readonly project: ProjectRow;
  readonly folder: string;
  readonly observations: Observation[];
  /** Sends a body as a client does and waits until it is visible. */
  send(body: unknown): Promise<void>;
  /** Rows of a statement as writer, which sees all projects. */
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** Closes capture and opens it again on the same files, as a restart does. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** `wrapEngine` may make the engine fail, `wrapDatabase` may watch the store, `start` gives another engine. */
export async function startCapture(
  wrapEngine: (engine: Engine) => Engine = (engine) => engine,
  wrapDatabase: (database: Database) => Database = (database) => database,
  start: () => Promise<StartedEngine> = startTestEngine,
): Promise<CaptureFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-capture-'));
  const testEngine = await start();
  const engine = wrapEngine(testEngine.engine);
  const database = wrapDatabase(await openSqliteDatabase(join(folder, 'store.db')));
  const project = await addProject(database, 'slc_test');
  const clock = new SettableClock(NOW_MS);
  const observations: Observation[] = [];
  const slices = new LoopSlices();
  const shares = { all: 8, ofGroup: 8, ofMember: 8 };
  const lanes = new Lanes({ reads: shares, streams: 1, builds: 1, waiting: 8 });
  const workers = openWorkers({ workerThreads: 1 });
  const base = {
    engine,
    database,
    clock,
    observe: (observation: Observation) => void observations.push(observation),
    catalog: new Catalog(database),
    importLane: lanes.import,
    importBytes: new ImportBytes(new DiskObjectStore(join(folder, 'objects'))),
    importFolder: new ImportFolder(join(folder, 'imports'), {
      maxBytes: 1024 ** 3,
      maxWaitingBytes: 1024 ** 3,
    }),
    captureLimits: { maxBodyBytes: 20 * 1024 * 1024, waitTimeoutMs: 20_000 },
    slices,
    workers,
    unknownTokenBytes: new UnknownTokenBytes(new RateLimiter([], clock), 160 * 1024 * 1024, slices),
  };
  const options = {
    replica: 'local',
    spoolFolder: join(folder, 'spool'),
    spoolMaxBytes: 64 * 1024 * 1024,
    flushAfterMs: 50,
  };
  let capture = await openCapture(base, options);
  const fixture = {
    get services() {
      return { ...base, ...capture };
    },
    project,
    folder,
    observations,
    send: (body: unknown) =>
      receive(fixture.services, {
        payload: payloadOf(body),
        nowMs: clock.nowMs(),
        address: '127.0.0.1',
        waitUntilVisible: true,
      }),
    rows: (sql: string) => readRows(engine, sql),
    reopen: async () => {
      await capture.close();
      capture = await openCapture(base, options);
    },
    close: async () => {
      await capture.close();
      await workers.close();
      await database.close();
      await testEngine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return fixture;
}

/** A plain JSON body. */
export function payloadOf(body: unknown) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  return { body: bytes, contentType: 'application/json', contentEncoding: '', data: '', compression: '' };
}

export async function readRows(engine: Engine, sql: string): Promise<readonly (readonly unknown[])[]> {
  const answer = await doorOf(engine).command(sql);
  return JSON.parse(`[${Buffer.from(answer.rows).toString()}]`);
}
