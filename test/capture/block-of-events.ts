import type { Engine } from '../../src/adapters/engine/engine.ts';
import { ensureCaptureProgress, setWrittenTo } from '../../src/adapters/store/capture-progress-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { systemClock } from '../../src/base/clock.ts';
import { newUuid } from '../../src/base/ids.ts';
import { LoopSlices } from '../../src/base/loop-slices.ts';
import { decodeRecord, RecordWriter } from '../../src/services/capture/spool/spool-record.ts';
import type { SpoolBlock } from '../../src/services/capture/writer/spool-block.ts';
import {
  type AppliedBlock,
  applyOnce,
  type BlockUnderWay,
  insertApplied,
} from '../../src/services/capture/writer/write-block.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { addProject } from '../store/add-project.ts';

const SPOOL = 'local';

/** A block and the steps of an attempt to write it. */
export interface BlockOfEvents {
  readonly uuids: readonly string[];
  readonly block: SpoolBlock;
  apply(engine: Engine, before?: BlockUnderWay): Promise<AppliedBlock>;
  insert(engine: Engine, applied: AppliedBlock): Promise<void>;
  /** Both. */
  write(engine: Engine): Promise<void>;
}

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
  next(uuids: readonly string[] = Array.from({ length: this.#events }, () => newUuid())): BlockOfEvents {
    const block = { from: this.#end, to: this.#end + 1, records: [this.#record(uuids)], sizes: new Map() };
    this.#end += 1;
    return this.#attempts(block, uuids);
  }

  /** Two blocks as the one that is read when both were applied and not written. */
  joined(first: BlockOfEvents, second: BlockOfEvents): BlockOfEvents {
    const records = [...first.block.records, ...second.block.records];
    const block = { from: first.block.from, to: second.block.to, records, sizes: new Map() };
    return this.#attempts(block, [...first.uuids, ...second.uuids]);
  }

  #attempts(block: SpoolBlock, uuids: readonly string[]): BlockOfEvents {
    const common = { database: this.#database, clock: systemClock, slices: new LoopSlices() };
    const servicesOf = (engine: Engine) => ({ ...common, engine, observe: () => undefined });
    const apply: BlockOfEvents['apply'] = async (engine, before) => {
      const progress = await ensureCaptureProgress(this.#database.query, SPOOL);
      return applyOnce(servicesOf(engine), SPOOL, { progress, block, before: before ?? null });
    };
    const insert: BlockOfEvents['insert'] = async (engine, applied) => {
      await insertApplied(servicesOf(engine), applied);
      await setWrittenTo(this.#database.query, SPOOL, applied.block.to);
    };
    return { uuids, block, apply, insert, write: async (engine) => insert(engine, await apply(engine)) };
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
