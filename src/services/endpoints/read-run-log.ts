import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import { findUses } from '../../adapters/store/endpoint-use-store.ts';
import { listRunLog } from '../../adapters/store/run-log-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { RunLogQuery } from '../../schema/run-log.ts';
import { liveEndpoint, type ReaderServices } from './get-endpoint.ts';

/** Entries of an endpoint's run log in their wire shape, newest first. @throws AppError not_found */
export async function readRunLog(
  services: ReaderServices,
  projectId: number,
  name: string,
  { after, before, level, search, limit }: RunLogQuery,
): Promise<readonly Record<string, unknown>[]> {
  const { id } = await liveEndpoint(services, projectId, name);
  const filter = { afterMs: after, beforeMs: before, level, search, limit };
  const entries = await listRunLog(services.database.query, projectId, id, filter);
  return entries.map((entry) => ({
    started_at: isoTime(entry.startedAtMs),
    level: entry.level,
    ...entry.facts,
  }));
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
