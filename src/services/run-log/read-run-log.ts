import type { Database } from '../../adapters/store/database.ts';
import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import { findUses } from '../../adapters/store/endpoint-use-store.ts';
import { listRunLog } from '../../adapters/store/run-log-store.ts';
import { AppError } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { RunLogQuery } from '../../schema/run-log.ts';

export interface RunLogServices {
  readonly database: Database;
}

/** Entries of an endpoint's run log in their wire shape, newest first. @throws AppError not_found */
export async function readRunLog(
  { database }: RunLogServices,
  projectId: number,
  name: string,
  { after, before, level, search, limit }: RunLogQuery,
): Promise<readonly Record<string, unknown>[]> {
  const endpoint = await findEndpoint(database.query, projectId, name);
  if (endpoint === undefined) throw new AppError('not_found', `There is no endpoint "${name}".`);
  const filter = { afterMs: after, beforeMs: before, level, search, limit };
  const entries = await listRunLog(database.query, projectId, endpoint.id, filter);
  return entries.map((entry) => ({
    started_at: isoTime(entry.startedAtMs),
    level: entry.level,
    ...entry.facts,
  }));
}

/** When endpoints ran last, by name; null for those that never ran or do not exist. */
export async function readLastExecutionTimes(
  { database }: RunLogServices,
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
