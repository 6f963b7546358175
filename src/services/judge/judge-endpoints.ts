import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../adapters/store/database.ts';
import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { type JudgedEndpoint, listJudgements } from '../../adapters/store/judgement-store.ts';
import { findVersion } from '../../adapters/store/version-store.ts';
import { type AppError, isAppError } from '../../base/errors.ts';
import { stableJson } from '../../base/stable-json.ts';
import { keepReads, keptReadsDiffer, keptReadsHold, type ProjectContext } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import type { Compiling } from '../catalog/compiling.ts';

/** The current version of an endpoint, compiled again because something that it reads has changed. */
export interface Verdict {
  readonly endpointId: string;
  readonly endpointName: string;
  readonly version: number;
  readonly before: Pick<VersionRow, 'columns'> & Pick<JudgedEndpoint, 'isJudged' | 'reads' | 'refusal'>;
  readonly after: Pick<VersionRow, 'columns'> & Pick<JudgedEndpoint, 'reads' | 'refusal'>;
}

/** What judging works with. */
export interface JudgingServices {
  readonly database: Pick<Database, 'query'>;
  readonly compiling: Compiling;
}

/** Rows per statement. The number is small, so that each step of the loop stays short. */
const PAGE = 100;

/** Ends the judging, or narrows it. */
interface JudgeOptions {
  readonly signal?: AbortSignal;
  /** The project as it is now, given when `project` is only planned: then only differences between the two count. */
  readonly present?: ProjectContext;
}

/**
 * Compiles live endpoints again whose queries read a fact of the project that has changed. The fact in `project` is
 * compared with the fact at the last compilation, or with `present` when that is given. Endpoints are compiled one at a
 * time, long ones by threads, and other work gets its turn in between. Nothing is written.
 */
export async function judgeEndpoints(
  services: JudgingServices,
  project: ProjectContext,
  { signal, present }: JudgeOptions = {},
): Promise<readonly Verdict[]> {
  const { query } = services.database;
  const verdicts: Verdict[] = [];
  for (let afterId = ''; ; ) {
    const page = await listJudgements(query, project.projectId, { afterId, limit: PAGE });
    for (const known of page) {
      if (known.reads !== null && !isConcerned(known.reads, project, present)) continue;
      signal?.throwIfAborted();
      const verdict = await judge(services, { project, signal }, known);
      if (verdict !== undefined) verdicts.push(verdict);
      await nextTurn();
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return verdicts;
    afterId = last.endpointId;
    await nextTurn();
  }
}

function isConcerned(reads: string, project: ProjectContext, present: ProjectContext | undefined): boolean {
  return present === undefined ? !keptReadsHold(reads, project) : keptReadsDiffer(reads, present, project);
}

/** The project as it is or is planned. */
interface Judged {
  readonly project: ProjectContext;
  readonly signal: AbortSignal | undefined;
}

async function judge(
  services: JudgingServices,
  judged: Judged,
  { endpointId, endpointName, version, isJudged, reads, refusal }: JudgedEndpoint,
): Promise<Verdict | undefined> {
  const { query } = services.database;
  const row = await findVersion(query, judged.project.projectId, endpointId, version);
  if (row === undefined) return undefined;
  const before = { columns: row.columns, isJudged, reads, refusal };
  const verdict = { endpointId, endpointName, version, before, after: await compiled(services, judged, row) };
  return isNews(verdict) ? verdict : undefined;
}

/** Nobody is charged. @throws AppError query_capacity, throttled when too much waits for threads */
async function compiled(
  { compiling }: JudgingServices,
  { project, signal = new AbortController().signal }: Judged,
  row: VersionRow,
): Promise<Verdict['after']> {
  const { projectId } = project;
  try {
    const caller = { projectId, principal: null, abortController: () => ({ signal }) };
    const version = await compiling.compile(row, project, caller);
    return { columns: version.columns ?? null, reads: keepReads(version.reads), refusal: null };
  } catch (error) {
    if (!isAppError(error) || error.status !== 400) throw error;
    // The facts that the query would read are not known, so the endpoint is compiled again each time. It keeps its last
    // columns.
    return { columns: row.columns, reads: null, refusal: toWarning(error) };
  }
}

/** False when the endpoint is refused for the same reason as before. */
function isNews({ before, after }: Verdict): boolean {
  return after.reads !== null || stableJson(before.refusal) !== stableJson(after.refusal);
}

function toWarning({ code, message: detail, attr, position }: AppError): Warning {
  return {
    code,
    detail,
    ...(attr !== undefined && { attr }),
    ...(position !== undefined && { position: { ...position } }),
  };
}
