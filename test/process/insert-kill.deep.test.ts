import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ClickHouseEngine } from '../../src/adapters/engine/clickhouse-engine.ts';
import { schemaStatements } from '../../src/adapters/engine/ddl/schema-statements.ts';
import { EngineChild } from '../../src/adapters/engine/embedded/engine-child.ts';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { BlocksOfEvents } from '../capture/block-of-events.ts';
import { readRows } from '../capture/capture-fixture.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

// The engine's child is killed at random moments of an insert, and the insert is repeated, until it was let through.
// After each of them every row is there once. [ENG-7.5], [CAP-6.1].

const KILLS = scaled(200);
const KILLS_PER_BLOCK = 3;
const EVENTS = 600;
const ONCE = [EVENTS, EVENTS, EVENTS, EVENTS];

test('rows whose engine is killed while they are inserted are there once', async () => {
  const mortal = await MortalEngine.start(temporaryFolder());
  const random = new RandomSource(seed());
  const blocks = await BlocksOfEvents.open(EVENTS);
  let writeMs = 200;
  for (let number = 0; number < Math.ceil(KILLS / KILLS_PER_BLOCK); number += 1) {
    const block = blocks.next();
    for (let attempt = 0; ; attempt += 1) {
      const startedMs = performance.now();
      const written = block.write(mortal.engine);
      if (attempt === KILLS_PER_BLOCK) {
        await written;
        writeMs = (writeMs + performance.now() - startedMs) / 2;
        break;
      }
      const ended = written.catch(() => undefined);
      await delay(random.below(Math.ceil(writeMs)));
      await mortal.kill();
      await ended;
    }
    const uuids = block.uuids.map((uuid) => `'${uuid}'`).join(', ');
    const counts = ['events', 'event_ids'].map(
      (table) => `SELECT count(), uniqExact(uuid) FROM app.${table} WHERE uuid IN (${uuids})`,
    );
    const found = await Promise.all(counts.map((count) => readRows(mortal.engine, count)));
    expect(found.flat(2), `block ${number}, killed ${KILLS_PER_BLOCK * (number + 1)} times`).toEqual(ONCE);
  }
  console.log(`the engine was killed ${mortal.kills} times (seed ${seed()})`);
  await blocks.close();
  await mortal.child.end();
});

/** An engine that is there again at once when it was killed: the service waits longer each time. */
class MortalEngine {
  readonly engine: Engine = new ClickHouseEngine({ connection: () => this.child.connection });
  readonly #folder: string;
  child: EngineChild;
  kills = 0;

  private constructor(folder: string, child: EngineChild) {
    this.#folder = folder;
    this.child = child;
  }

  static async start(folder: string): Promise<MortalEngine> {
    const mortal = new MortalEngine(folder, await startChild(folder));
    for (const statement of schemaStatements()) await mortal.engine.command(statement);
    return mortal;
  }

  async kill(): Promise<void> {
    process.kill(this.child.processId, 'SIGKILL');
    this.kills += 1;
    await this.child.exited;
    await this.child.connection.destroy();
    this.child = await startChild(this.#folder);
  }
}

function startChild(folder: string): Promise<EngineChild> {
  return EngineChild.start({
    folder,
    places: { read: 4, long: 1 },
    stuckAfterMs: 5_000,
    maxStuckQueries: 4,
    maxServerMemoryBytes: 4 * 1024 ** 3,
    allowedFunctions: 'all',
  });
}
