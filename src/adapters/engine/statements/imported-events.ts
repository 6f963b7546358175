import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { CommandOptions, Engine, QueryLimits } from '../engine.ts';
import { limitSettings } from '../query-settings.ts';
import type { EventList } from './listed-events.ts';
import { runMutation } from './run-mutation.ts';

/** The events that an import has brought and no other source. */
export interface ImportedEvents {
  readonly projectId: number;
  /** The number of the import. */
  readonly source: number;
}

type Commands = Pick<Engine, 'command' | 'form'>;

/** A statement holds the ids that it looks at in memory: about 100 MB for so many. */
const IDS_AT_ONCE = 2_000_000;

const LONG: CommandOptions = { lane: 'bulk', timeoutMs: 6 * 3_600_000, settings: { priority: 10 } };

const OWN = `SELECT uuid FROM ${DATABASE}.event_ids
  WHERE project_id = {project_id:UInt64} AND source = {source:UInt32} AND cityHash64(uuid) % {pieces:UInt64} = {piece:UInt64}`;
const OF_OTHERS = `SELECT uuid FROM ${DATABASE}.event_ids
  WHERE project_id = {project_id:UInt64} AND source != {source:UInt32} AND uuid IN (${OWN})`;
const EVENTS = `FROM ${DATABASE}.events WHERE project_id = {project_id:UInt64}
  AND uuid IN (${OWN} AND uuid NOT IN (${OF_OTHERS}))`;

/**
 * How many events these are and when they were, milliseconds since 1970; the times are 0 when there are none.
 * @param limits of each statement: a caller waits for the answer
 */
export async function countImportedEvents(
  engine: Commands,
  events: ImportedEvents,
  limits: QueryLimits,
): Promise<{ readonly events: number; readonly firstMs: number; readonly lastMs: number }> {
  const found: (readonly [events: number, firstMs: number, lastMs: number])[] = [];
  for (const piece of await piecesOf(engine, events)) {
    const { rows } = await engine.command(
      `SELECT toUInt32(count()), toFloat64(toUnixTimestamp64Milli(min(timestamp))),
        toFloat64(toUnixTimestamp64Milli(max(timestamp))) ${EVENTS}`,
      piece,
      // Not in the lane in which the writer asks for known ids.
      { lane: 'bulk', timeoutMs: 2 * limits.timeoutMs, settings: limitSettings(limits) },
    );
    // Border: the statement answers one row of three numbers.
    const row = parseJson(Buffer.from(rows)) as readonly [number, number, number];
    if (row[0] > 0) found.push(row);
  }
  return {
    events: found.reduce((sum, [count]) => sum + count, 0),
    firstMs: found.length === 0 ? 0 : Math.min(...found.map(([, first]) => first)),
    lastMs: Math.max(0, ...found.map(([, , last]) => last)),
  };
}

/** Writes the events into a list that is empty. */
export async function listImportedEvents(
  engine: Commands,
  { projectId, table }: EventList,
  source: number,
): Promise<void> {
  for (const piece of await piecesOf(engine, { projectId, source }))
    await engine.command(
      `INSERT INTO ${DATABASE}.${table} (uuid, seconds) SELECT uuid, toUInt32(toUnixTimestamp(timestamp)) ${EVENTS}`,
      piece,
      LONG,
    );
}

/** Takes an import from the sources of the events that others have brought too. May be repeated. */
export async function forgetSource(engine: Commands, { projectId, source }: ImportedEvents): Promise<void> {
  const where = 'project_id = {project_id:UInt64} AND source = {source:UInt32}';
  const parameters = parametersOf({ projectId, source });
  const left = await engine.command(`SELECT 1 FROM ${DATABASE}.event_ids WHERE ${where} LIMIT 1`, parameters);
  if (left.rowCount === 0) return;
  await runMutation(engine, { table: 'event_ids', change: 'DELETE', where, parameters });
}

/** Parameters of the statements that together look at all ids of the import. */
async function piecesOf(engine: Commands, events: ImportedEvents): Promise<readonly EngineParameters[]> {
  const parameters = parametersOf(events);
  const { rows } = await engine.command(
    `SELECT toUInt32(count()) FROM ${DATABASE}.event_ids
      WHERE project_id = {project_id:UInt64} AND source = {source:UInt32}`,
    parameters,
    LONG,
  );
  // Border: the statement answers one number.
  const [ids] = parseJson(Buffer.from(rows)) as readonly [number];
  const pieces = Math.ceil(ids / IDS_AT_ONCE);
  return Array.from({ length: pieces }, (_, piece) => ({
    ...parameters,
    pieces: { type: 'UInt64', value: pieces },
    piece: { type: 'UInt64', value: piece },
  }));
}

function parametersOf({ projectId, source }: ImportedEvents): EngineParameters {
  return {
    project_id: { type: 'UInt64', value: projectId },
    source: { type: 'UInt32', value: source },
  };
}
