import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { binaryUuids, findKnownEventIds } from '../../src/adapters/engine/statements/find-known-event-ids.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';

const IDS_PER_HOUR = 10_000;
const GRANULE = 256;

const FIRST_MS = Date.UTC(2026, 0, 5);
const TIME = `substring(leftPad(lower(hex(${FIRST_MS} + number * ${3_600_000 / IDS_PER_HOUR})), 16, '0'), 5)`;
const HASH = 'lower(hex(SHA256(toString(number))))';
/** The id of row `number`: of version 7, as of captured events, or 8, as of imported ones. */
const UUID = `toUUID(concat(${TIME}, if(number % 2 = 0, '7', '8'), substring(${HASH}, 1, 3), '8', substring(${HASH}, 5, 15)))`;

/** What the lookup of one hour's ids reads of a table. */
interface Lookup {
  readonly granules: number;
  /** Granules that the ids of an hour fill, and two more for each part: where they begin and where they end. */
  readonly fewest: number;
  readonly allGranules: number;
}

/** Fills `event_ids` with ids of many hours, each a time and then a hash, and asks for the ids of one hour. */
export async function lookUpOneHour(engine: EmbeddedEngine, ids: number): Promise<Lookup> {
  await engine.command(
    `INSERT INTO app.event_ids (project_id, uuid) SELECT 1, ${UUID} FROM numbers(${ids})`,
    {},
    { timeoutMs: 600_000 },
  );
  const middle = Math.floor(ids / 2);
  const hour = await engine.command(`SELECT toString(${UUID}) FROM numbers(${middle}, ${IDS_PER_HOUR})`);
  const uuids = rowsOf(hour).map(([uuid]) => String(uuid));
  const known = await findKnownEventIds(engine, 1, binaryUuids(uuids));
  if (known.size !== IDS_PER_HOUR) throw new Error(`${known.size} ids are known`);
  const explaining: Pick<EmbeddedEngine, 'command'> = {
    command: (sql, parameters) => engine.command(`EXPLAIN indexes = 1 ${sql}`, parameters),
  };
  const plan = [...(await findKnownEventIds(explaining, 1, binaryUuids(uuids))).keys()].join('\n');
  const [, parts, granules] = /Parts: (\d+) \| Granules: (\d+)/.exec(plan) ?? [];
  const [, allGranules] = /Granules: \d+\/(\d+)/.exec(plan) ?? [];
  return {
    granules: Number(granules),
    fewest: Math.ceil(IDS_PER_HOUR / GRANULE) + 2 * Number(parts),
    allGranules: Number(allGranules),
  };
}
