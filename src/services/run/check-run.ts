import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import { answerReads, type PreparedRun, type ProjectContext } from '../../query/plan.ts';
import { INSIGHT_FORMATS, OUTPUT_FORMATS, type OutputFormat } from '../../schema/output-format.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';
import { cacheKey } from '../cache/cache-key.ts';
import { type KnownState, Missing } from '../catalog/known-state.ts';
import { hasScope } from '../catalog/principal.ts';
import { nameOfForm, type ResultForm } from '../execution/result-form.ts';
import type { AnswerFrame } from '../execution/shape-result.ts';
import { snapshotConditions } from '../materialize/snapshot-conditions.ts';
import type { CheckedRun } from './checked-run.ts';
import type { AskedRun } from './checked-runs.ts';
import { chooseFormat } from './choose-format.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/** What a run is checked against. */
interface RunSubject {
  readonly known: KnownState;
  readonly project: ProjectContext;
  readonly endpoint: EndpointRow;
}

/**
 * Reads the request, finds its version, checks what the caller sent against it, and names the result by its cache
 * key. All of that is skipped when an equal request has passed before.
 * @throws AppError not_found for the version, 400 codes, permission_denied for expressions of the caller
 */
export function checkRun(
  services: RunServices,
  call: RunCall,
  { known, project, endpoint }: RunSubject,
): CheckedRun | Missing {
  const asked = { project, requestText: call.requestText, mayQuery: hasScope(call.principal, 'query:read') };
  const kept = services.checkedRuns.get(endpoint, asked);
  if (kept !== undefined) {
    noteRequest(call, kept.request, kept.version);
    return kept;
  }
  const request = call.readRequest();
  const version = findVersion(known, endpoint, request.version);
  if (version instanceof Missing) return version;
  noteRequest(call, request, version);
  const run = prepareRun(services, asked, { endpoint, version, request });
  services.checkedRuns.keep(asked, run);
  return run;
}

/** A version of an endpoint; the current one when `version` is undefined. @throws AppError not_found */
function findVersion(
  known: KnownState,
  endpoint: EndpointRow,
  version: number = endpoint.currentVersion,
): VersionRow | Missing {
  const row = known.version(endpoint, version);
  if (row !== null) return row;
  const detail = `The endpoint "${endpoint.name}" has no version ${version}.`;
  const extra = { current_version: endpoint.currentVersion };
  throw new AppError('not_found', detail, { attr: 'version', extra });
}

function noteRequest({ progress }: RunCall, request: RunRequest, version: VersionRow): void {
  progress.version = version.version;
  if (request.client_query_id !== undefined) progress.clientQueryId = request.client_query_id;
}

/** Pure but for the memory of compiled versions. */
function prepareRun(
  services: RunServices,
  { project, mayQuery }: AskedRun,
  subject: Pick<CheckedRun, 'endpoint' | 'version' | 'request'>,
): CheckedRun {
  const { endpoint, version, request } = subject;
  const compiled = services.compiledVersions.get(version, project);
  const format = formatOf(version, request);
  const { answerRows } = services.runLimits;
  const mostRows = endpoint.limits.maxRows ?? answerRows;
  const maxRows = format === 'json' ? Math.min(mostRows, answerRows) : mostRows;
  const prepared = compiled.prepare(request, {
    project,
    allowedOverrides: endpoint.allowedOverrides,
    mayQuery,
    maxRows,
    ...(format === 'json' ? {} : { stream: format }),
  });
  const form = formOf(format, request, prepared);
  const key = cacheKey({
    projectId: project.projectId,
    reads: answerReads(prepared.reads),
    endpointId: endpoint.id,
    endpointName: endpoint.name,
    version: version.version,
    canonical: prepared.canonical,
    variant: nameOfForm(form),
  });
  const cacheAgeSeconds = endpoint.cacheAgeSeconds ?? compiled.defaultCacheAgeSeconds(request);
  const conditions = snapshotConditions(compiled.reads);
  return {
    ...subject,
    prepared,
    form,
    frame: frameOf(subject, project),
    maxRows,
    key,
    cacheAgeSeconds,
    conditions,
  };
}

function formOf(
  format: OutputFormat,
  { int64AsString }: OutputRequest,
  { flatten }: PreparedRun,
): ResultForm {
  if (format === 'json') return { kind: 'whole', format, int64AsString };
  if (format === 'csv' && flatten !== undefined) return { kind: 'whole', format, int64AsString, flatten };
  return { kind: 'stream', format, int64AsString };
}

function frameOf(
  { endpoint, version, request }: Pick<CheckedRun, 'endpoint' | 'version' | 'request'>,
  { timezone }: ProjectContext,
): AnswerFrame {
  const { limit, offset } = request;
  return {
    opening: { name: endpoint.name },
    closing: {
      limit,
      offset,
      timezone,
      endpoint_version: version.version,
      endpoint_version_created_at: new Date(version.createdAtMs).toISOString(),
    },
  };
}

/** @throws AppError not_acceptable, combination_not_allowed */
function formatOf({ query }: VersionRow, request: RunRequest & OutputRequest): OutputFormat {
  const format = chooseFormat(request, query.kind === 'HogQLQuery' ? OUTPUT_FORMATS : INSIGHT_FORMATS);
  if (format === 'json' || !request.debug) return format;
  const detail = `\`debug\` adds members to a JSON answer; ${format} has no place for them.`;
  throw new AppError('combination_not_allowed', detail, { attr: 'debug' });
}
