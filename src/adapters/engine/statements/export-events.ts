import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { type ExportFormat, FORMATS } from '../../../schema/output-format.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { Engine, EngineStream, StreamOptions } from '../engine.ts';

/** Which events of a project are exported. */
export interface ExportedEvents {
  readonly projectId: number;
  /** From this time on, milliseconds since 1970; null = from the first. */
  readonly afterMs: number | null;
  /** Before this time; null = to the last. */
  readonly beforeMs: number | null;
  /** Only events of this name; null = all. */
  readonly event: string | null;
}

/** Memory for sorting; more rows are sorted on the disk. */
const SORT_MEMORY_BYTES = 256 * 1024 * 1024;

/**
 * Hands on events in the form that `import` reads, in the order in which they came in, each with its present
 * person. `ndjson` is JSON lines; in Parquet the objects are columns of text.
 */
export async function exportEvents(
  engine: Pick<Engine, 'streamCommand'>,
  events: ExportedEvents,
  format: ExportFormat,
  options: StreamOptions,
): Promise<EngineStream> {
  const columns = format === 'ndjson' ? `${LINE} AS line` : COLUMNS;
  return engine.streamCommand(
    {
      sql: `SELECT ${columns} FROM (${rowsOf(events)}) ORDER BY created_at, timestamp, uuid`,
      parameters: parametersOf(events),
      format: format === 'ndjson' ? 'TSVRaw' : FORMATS[format].engineName,
    },
    {
      ...options,
      settings: {
        priority: 10,
        max_threads: 1,
        max_bytes_before_external_sort: SORT_MEMORY_BYTES,
        output_format_json_escape_forward_slashes: 0,
        output_format_parquet_row_group_size: 100_000,
      },
    },
  );
}

const COLUMNS = `toString(uuid) AS uuid, event, distinct_id, timestamp, properties, toString(owner_id) AS person_id,
  person_properties, elements_chain, created_at`;

const LINE = `concat('{"uuid":"', toString(uuid), '","event":', toJSONString(event), ',"distinct_id":',
  toJSONString(distinct_id), ',"timestamp":"', ${isoTime('timestamp')}, '","properties":', properties,
  ',"person_id":"', toString(owner_id), '","person_properties":', person_properties,
  if(elements_chain = '', '', concat(',"elements_chain":', toJSONString(elements_chain))),
  ',"created_at":"', ${isoTime('created_at')}, '"}')`;

function isoTime(column: string): string {
  return `formatDateTime(${column}, '%Y-%m-%dT%H:%i:%S.%fZ')`;
}

/** Events without a person have the properties `{}`. */
function rowsOf({ afterMs, beforeMs, event }: ExportedEvents): string {
  const conditions = [
    'project_id = {project_id:UInt64}',
    ...(afterMs === null ? [] : ['timestamp >= fromUnixTimestamp64Milli({after_ms:Int64})']),
    ...(beforeMs === null ? [] : ['timestamp < fromUnixTimestamp64Milli({before_ms:Int64})']),
    ...(event === null ? [] : ['event = {event:String}']),
  ];
  return `SELECT found.uuid AS uuid, found.event AS event, found.distinct_id AS distinct_id,
      found.timestamp AS timestamp, found.properties AS properties, found.elements_chain AS elements_chain,
      found.created_at AS created_at, found.owner_id AS owner_id,
      if(person.properties = '', '{}', person.properties) AS person_properties
    FROM (
      SELECT seen.*, if(moved.is_moved, moved.person_id, seen.person_id) AS owner_id
      FROM (SELECT * FROM ${DATABASE}.events WHERE ${conditions.join(' AND ')}) AS seen
      LEFT ANY JOIN (SELECT old_person_id, person_id, true AS is_moved FROM ${DATABASE}.person_overrides FINAL
        WHERE project_id = {project_id:UInt64}) AS moved ON seen.person_id = moved.old_person_id) AS found
    LEFT ANY JOIN (SELECT id, properties FROM ${DATABASE}.persons FINAL
      WHERE project_id = {project_id:UInt64}) AS person ON found.owner_id = person.id`;
}

function parametersOf({ projectId, afterMs, beforeMs, event }: ExportedEvents): EngineParameters {
  return {
    project_id: { type: 'UInt64', value: projectId },
    ...(afterMs !== null && { after_ms: { type: 'Int64', value: BigInt(afterMs) } }),
    ...(beforeMs !== null && { before_ms: { type: 'Int64', value: BigInt(beforeMs) } }),
    ...(event !== null && { event: { type: 'String', value: event } }),
  };
}
