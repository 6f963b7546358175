import { newRandomUuid } from '../../../base/ids.ts';
import type { Engine, EngineQuery } from '../engine.ts';
import { insertProjection } from '../statements/insert-projection.ts';

/** Projects that nobody has: their users and rows are made for the smoke run, and removed. */
export const SMOKE_PROJECTS = [999_001, 999_002] as const;

/** So many that each shard of a cluster has some. */
export const EVENTS_OF_PROJECT = 200;

/** One of the persons has so many events. */
const EVENTS_OF_PERSON = 4;

export interface SmokeProject {
  readonly id: number;
  readonly personIds: readonly string[];
  readonly uuids: readonly string[];
}

/** Writes events and persons of a project. */
export async function fillProject(engine: Engine, id: number): Promise<SmokeProject> {
  const uuids = Array.from({ length: EVENTS_OF_PROJECT }, newRandomUuid);
  const personIds = Array.from({ length: EVENTS_OF_PROJECT / EVENTS_OF_PERSON }, newRandomUuid);
  const events = uuids.map((uuid, at) => ({
    project_id: id,
    uuid,
    event: 'smoke',
    distinct_id: `person ${at % personIds.length}`,
    person_id: personIds[at % personIds.length] ?? uuid,
    timestamp: '2026-01-15 12:00:00',
    properties: JSON.stringify({ smoke: at }),
  }));
  await insertLines(engine, 'events', events);
  await insertLines(
    engine,
    'event_ids',
    uuids.map((uuid) => ({ project_id: id, uuid, source: 0 })),
  );
  const rows = { project_id: id, is_deleted: 0, version: 1 };
  await insertProjection(
    engine,
    'persons',
    personIds.map((person) => ({ ...rows, id: person, properties: '{}' })),
  );
  await insertProjection(
    engine,
    'person_distinct_ids',
    personIds.map((person, at) => ({ ...rows, distinct_id: `person ${at}`, person_id: person })),
  );
  await engine.settle(['events', 'event_ids', 'persons', 'person_distinct_ids']);
  return { id, personIds, uuids };
}

async function insertLines(engine: Engine, table: string, rows: readonly object[]): Promise<void> {
  await engine.insert({
    table,
    columns: Object.keys(rows[0] ?? {}),
    format: 'JSONEachRow',
    body: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  });
}

/** A query of a project with wide limits. */
export function queryOfProject(projectId: number, sql: string): EngineQuery {
  return {
    sql,
    parameters: {},
    projectId,
    runId: newRandomUuid(),
    limits: {
      timeoutMs: 30_000,
      maxMemoryBytes: 1_000_000_000,
      maxResultRows: 1_000,
      maxResultBytes: 1_000_000,
      maxThreads: 1,
      priority: 1,
    },
  };
}
