import type { Engine } from '../../adapters/engine/engine.ts';
import { deleteProjectRows } from '../../adapters/engine/statements/delete-project.ts';
import { clearRewrites } from '../../adapters/engine/statements/fold-persons.ts';
import { dropImportTables, importTables } from '../../adapters/engine/statements/import-rows.ts';
import { deleteBelow, type ObjectStore } from '../../adapters/objects/object-store.ts';
import { findHalfWritten } from '../../adapters/store/capture-progress-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import { findImportIds } from '../../adapters/store/import-store.ts';
import { findUnpurgedProjectIds } from '../../adapters/store/project-store.ts';
import { markProjectPurged, purgeProjectRows } from '../../adapters/store/purge-project.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import { untilDone } from '../../base/until-done.ts';
import { turnOfProject } from '../admission/choose-next.ts';
import type { Lane } from '../admission/lane.ts';
import { underLease, type WriteLock } from '../leases/write-lease.ts';

export interface PurgeServices {
  readonly database: Database;
  readonly engine: Engine;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly observe: Observe;
  /** The name of this replica's spool. */
  readonly replica: string;
  readonly upkeepLane: Lane;
  readonly writeLock: WriteLock;
}

/**
 * Removes the data of deleted projects from the store, the engine and the object store, behind the answers. What a
 * crash or a failing engine leaves undone is tried again here, and after the next start.
 */
export class ProjectPurger {
  readonly #services: PurgeServices;
  readonly #closing = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(services: PurgeServices) {
    this.#services = services;
  }

  /** Begins with every deleted project that has data left. */
  start(): void {
    this.#working = this.#working.then(() => this.#purgeAll());
  }

  /** Resolves when the running step has ended; no other step begins. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  async #purgeAll(): Promise<void> {
    const { observe } = this.#services;
    const { signal } = this.#closing;
    await untilDone(() => this.#purgeOnce(), { signal, observe, where: 'delete a project' });
  }

  /** True when nothing is left to do. */
  async #purgeOnce(): Promise<boolean> {
    let isDone = true;
    for (const projectId of await findUnpurgedProjectIds(this.#services.database.query))
      isDone = (await this.#inTurn(projectId)) && isDone;
    return isDone;
  }

  #inTurn(projectId: number): Promise<boolean> {
    const wanted = { signal: this.#closing.signal };
    return this.#services.upkeepLane.run(turnOfProject(projectId), wanted, () => this.#purge(projectId));
  }

  async #purge(projectId: number): Promise<boolean> {
    const { database, engine, objects, clock, writeLock } = this.#services;
    const isRemoved = await writeLock.hold(projectId, (lease) =>
      removeRows(underLease(lease, this.#services), projectId),
    );
    if (!isRemoved) return false;
    // From here on nobody writes rows of the project into the engine: its persons and imports are gone, and new blocks
    // leave its events out.
    await clearRewrites(engine, projectId);
    await deleteProjectRows(engine, projectId);
    await deleteBelow(objects, `snapshots/${projectId}/`);
    await markProjectPurged(database.query, projectId, clock.nowMs());
    return true;
  }
}

/** False while a block that may hold the project's events has stored their persons and not yet written the events. */
async function removeRows({ database, engine, replica }: PurgeServices, projectId: number): Promise<boolean> {
  const halfWritten = await findHalfWritten(database.query);
  if (engine.isShared ? halfWritten.length > 0 : halfWritten.includes(replica)) return false;
  for (const importId of await findImportIds(database.query, projectId))
    await dropImportTables(engine, importTables(importId, projectId));
  await purgeProjectRows(database.query, projectId);
  return true;
}
