import { findEndpoint, findEndpointNames } from '../../adapters/store/endpoint-store.ts';
import { findUses } from '../../adapters/store/endpoint-use-store.ts';
import type { RunLogEntry, RunLogPlace } from '../../adapters/store/run-log-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { ProjectRunsQuery, RunLogQuery } from '../../schema/run-log.ts';
import { liveEndpoint, type ReaderServices } from './get-endpoint.ts';
import { SCANNED_AT_ONCE, scanRunLog } from './scan-run-log.ts';

type Shown = Readonly<Record<string, unknown>>;

interface LogPage {
  readonly results: readonly Shown[];
  readonly next_cursor: string | null;
}

/** Entries of an endpoint's run log in their wire shape, newest first. @throws AppError not_found */
export async function readRunLog(
  services: ReaderServices,
  projectId: number,
  name: string,
  asked: RunLogQuery,
): Promise<LogPage> {
  const { id } = await liveEndpoint(services, projectId, name);
  const { entries, next_cursor } = await findEntries(services, projectId, id, asked);
  return { results: entries.map(shown), next_cursor };
}

/**
 * The run logs of all endpoints of a project as one, newest first, with the names of the endpoints.
 * @throws AppError not_found for an endpoint that is asked for and does not exist
 */
export async function readProjectRuns(
  services: ReaderServices,
  projectId: number,
  { endpoint, ...asked }: ProjectRunsQuery,
): Promise<LogPage> {
  const only = endpoint === undefined ? undefined : await liveEndpoint(services, projectId, endpoint);
  const { entries, next_cursor } = await findEntries(services, projectId, only?.id, asked);
  const ids = [...new Set(entries.map(({ endpointId }) => endpointId))];
  const names = await findEndpointNames(services.database.query, projectId, ids);
  const results = entries.map((entry) => ({
    ...shown(entry),
    endpoint: names.get(entry.endpointId) ?? null,
  }));
  return { results, next_cursor };
}

function shown({ startedAtMs, level, facts }: RunLogEntry): Shown {
  return { started_at: isoTime(startedAtMs), level, ...facts };
}

/** Goes through the log until the answer is full; what is rare is looked for in steps, each bounded. */
async function findEntries(
  { database }: ReaderServices,
  projectId: number,
  endpointId: string | undefined,
  asked: RunLogQuery,
): Promise<{ readonly entries: readonly RunLogEntry[]; readonly next_cursor: string | null }> {
  const { after: afterMs, before: beforeMs, level, search, limit, cursor } = asked;
  const matches = factsFilter(asked);
  const step = matches === null ? limit + 1 : SCANNED_AT_ONCE;
  const entries: RunLogEntry[] = [];
  let from = cursor === undefined ? undefined : placeOf(cursor);
  const filter = { afterMs, beforeMs, level, search };
  const scan = scanRunLog(database.query, { projectId, endpointId, filter, from, step });
  for await (const { found, isLast } of scan) {
    for (const entry of found) {
      if (entries.length === limit) return { entries, next_cursor: cursorOf(from) };
      if (matches === null || matches(entry)) entries.push(entry);
      from = entry;
    }
    if (isLast) return { entries, next_cursor: null };
  }
  return { entries, next_cursor: cursorOf(from) };
}

/** Whether the facts of an entry are those that are asked for; null = all are. */
function factsFilter(asked: RunLogQuery): ((entry: RunLogEntry) => boolean) | null {
  const { version, status, error_code, served_from, key_id, signing_key_id, subject, min_duration_ms } =
    asked;
  const facts = { version, status, error_code, served_from, key_id, signing_key_id, subject };
  const wanted = Object.entries(facts).filter(([, value]) => value !== undefined);
  if (wanted.length === 0 && min_duration_ms === undefined) return null;
  return ({ facts }) =>
    wanted.every(([name, value]) => facts[name] === value) &&
    (min_duration_ms === undefined || Number(facts['duration_ms'] ?? -1) >= min_duration_ms);
}

/** Of a cursor that the schema let through. */
function placeOf(cursor: string): RunLogPlace {
  const mark = cursor.indexOf('-');
  return { startedAtMs: Number(cursor.slice(0, mark)), id: cursor.slice(mark + 1) };
}

function cursorOf(place: RunLogPlace | undefined): string | null {
  return place === undefined ? null : `${place.startedAtMs}-${place.id}`;
}

/** When endpoints ran last, by name; null for those that never ran or do not exist. */
export async function readLastExecutionTimes(
  { database }: ReaderServices,
  projectId: number,
  names: readonly string[],
): Promise<Readonly<Record<string, string | null>>> {
  const found = await Promise.all(names.map((name) => findEndpoint(database.query, projectId, name)));
  const ids = found.flatMap((endpoint) => (endpoint === undefined ? [] : [endpoint.id]));
  const uses = await findUses(database.query, projectId, ids);
  return Object.fromEntries(
    names.map((name, index) => {
      const time = uses.get(found[index]?.id ?? '')?.lastExecutedAtMs;
      return [name, time === undefined ? null : isoTime(time)];
    }),
  );
}
