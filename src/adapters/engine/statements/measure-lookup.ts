import type { LookupSubject } from '../../../schema/lookup.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { ofLiveReplicas, onAllReplicas, storedName } from '../server-form.ts';
import { lookupValue, toldSubject } from './lookup-value.ts';

type Commands = Pick<Engine, 'command' | 'form'>;

/** Events that are looked at to find out how many events values have. */
const SAMPLE = 100_000;

/**
 * About the part of a project's events, 0..1, that a query reads which asks for one value: values are asked for as
 * often as they occur. 1 where no event has a value. Reads ids of all events, and values of a sample.
 */
export async function measureLookup(
  engine: Commands,
  { projectId, events }: { readonly projectId: number; readonly events: number },
  subject: LookupSubject,
): Promise<number> {
  const { kind, key } = toldSubject(subject);
  const answer = await engine.command(
    `SELECT sumIf(pow(n, 2), found IS NOT NULL) / (sumIf(n, found IS NOT NULL) * sum(n)) FROM (
      SELECT found, count() AS n FROM (
        SELECT ${lookupValue({ kind: '{kind:String}', key: '{key:String}' })} AS found FROM ${DATABASE}.events
        PREWHERE project_id = {project_id:UInt64} AND cityHash64(uuid) % {every:UInt64} = 0
      ) GROUP BY found
    )`,
    {
      project_id: { type: 'UInt64', value: projectId },
      every: { type: 'UInt64', value: Math.max(1, Math.floor(events / SAMPLE)) },
      kind: { type: 'String', value: kind },
      key: { type: 'String', value: key },
    },
  );
  const [[part] = []] = parseRows(answer);
  return typeof part === 'number' ? part : 1;
}

/** Bytes on the disk of the engine. */
export interface LookupDisk {
  readonly lookupBytes: number;
  readonly eventBytes: number;
  readonly freeBytes: number;
}

export async function readLookupDisk(engine: Commands): Promise<LookupDisk> {
  const { form } = engine;
  const bytesOf = (table: string): string =>
    `(SELECT toFloat64(sum(bytes_on_disk)) FROM ${onAllReplicas(form, 'system.parts')} WHERE database = '${DATABASE}' AND table = '${storedName(form, table)}' AND active)`;
  const disks = onAllReplicas(form, 'system.disks');
  const freeBytes =
    form?.cluster === undefined
      ? `SELECT toFloat64(min(free_space)) FROM ${disks}`
      : `SELECT toFloat64(sum(free)) FROM (SELECT min(free_space) AS free FROM ${disks} GROUP BY hostName())`;
  const answer = await engine.command(
    `SELECT ${bytesOf('lookups')}, ${bytesOf('events')}, (${freeBytes})`,
    {},
    ofLiveReplicas(form),
  );
  const [[lookupBytes, eventBytes, free] = []] = parseRows(answer);
  return { lookupBytes: Number(lookupBytes), eventBytes: Number(eventBytes), freeBytes: Number(free) };
}
