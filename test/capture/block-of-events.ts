import type { Engine } from '../../src/adapters/engine/engine.ts';
import { ensureCaptureProgress } from '../../src/adapters/store/capture-progress-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { systemClock } from '../../src/base/clock.ts';
import { newUuid } from '../../src/base/ids.ts';
import { LoopSlices } from '../../src/base/loop-slices.ts';
import { decodeRecord, RecordWriter } from '../../src/services/capture/spool/spool-record.ts';
import { writeBlock } from '../../src/services/capture/writer/write-block.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { addProject } from '../store/add-project.ts';

const SPOOL = 'local';

/** Blocks of new events of the months 2024-01 to 2024-03, written as the writer does. */
export class BlocksOfEvents {
  readonly #database: Database;
  readonly #projectId: number;
  readonly #events: number;
  #end = 0;

  private constructor(database: Database, projectId: number, events: number) {
    this.#database = database;
    this.#projectId = projectId;
    this.#events = events;
  }

  /** @param events of one block */
  static async open(events: number): Promise<BlocksOfEvents> {
    const database = await openSqliteDatabase(`${temporaryFolder()}/store.db`);
    const { id } = await addProject(database, 'slc_test');
    return new BlocksOfEvents(database, id, events);
  }

  /** The next block: each call of what it answers is an attempt to write it. */
  next(): { readonly uuids: readonly string[]; write(engine: Engine): Promise<void> } {
    const uuids = Array.from({ length: this.#events }, () => newUuid());
    const block = { from: this.#end, to: this.#end + 1, records: [this.#record(uuids)], sizes: new Map() };
    this.#end += 1;
    const services = { database: this.#database, clock: systemClock, slices: new LoopSlices() };
    return {
      uuids,
      write: async (engine) => {
        const progress = await ensureCaptureProgress(this.#database.query, SPOOL);
        await writeBlock({ ...services, engine, observe: () => undefined }, SPOOL, progress, block);
      },
    };
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #record(uuids: readonly string[]) {
    const record = new RecordWriter(uuids.length);
    const stepUs = Math.floor((85 * 86_400_000_000) / uuids.length);
    for (const [index, uuid] of uuids.entries())
      record.add({
        uuid,
        facts: {
          event: 'e',
          distinctId: String(index % 100),
          timestampUs: Date.UTC(2024, 0) * 1000 + index * stepUs,
        },
        columns: { properties: '{"n":1}', sessionId: '', windowId: '', elementsChain: '' },
      });
    const facts = { projectId: this.#projectId, receivedAtMs: Date.UTC(2024, 4), warnings: [] };
    return decodeRecord(record.end({ ...facts, propertyCounts: [] }));
  }
}
