import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import {
  answerReads,
  type CompiledVersion,
  type PrepareOptions,
  type ProjectContext,
} from '../../query/plan.ts';
import {
  chooseFormat,
  INSIGHT_FORMATS,
  OUTPUT_FORMATS,
  type OutputFormat,
} from '../../schema/output-format.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';
import { cacheKey } from '../cache/result-cache.ts';
import type { KnownProject } from '../catalog/known-project.ts';
import { type KnownState, Missing } from '../catalog/known-state.ts';
import type { TokenGrant } from '../catalog/principal.ts';
import { ProjectMemory } from '../catalog/project-memory.ts';
import { type PreparedOfVersion, snapshotConditions } from '../execution/compiled-versions.ts';
import type { ExecutionServices } from '../execution/execution-services.ts';
import type { ResultForm } from '../execution/result-form.ts';
import type { AnswerFrame } from '../execution/result-pieces.ts';
import type { ConstrainedRequest, RunCall } from './run-call.ts';

/** A completely checked run: only limits can refuse it. */
export interface CheckedRun {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly request: ConstrainedRequest;
  readonly prepared: PreparedOfVersion;
  readonly form: ResultForm;
  readonly frame: AnswerFrame;
  /** Most rows the answer may hold. */
  readonly maxRows: number;
  readonly key: string;
  readonly cacheAgeSeconds: number;
  /** `snapshotConditions` of the version. A snapshot with other conditions does not answer the run. */
  readonly conditions: string;
}

/** What checking works with. */
interface CheckServices extends Pick<ExecutionServices, 'compiledVersions' | 'runLimits'> {
  readonly checkedRuns: CheckedRuns;
}

/** What a run is checked against. */
interface RunSubject {
  readonly known: KnownState;
  readonly project: KnownProject;
  readonly endpoint: EndpointRow;
}

/**
 * Reads the request, finds its version, checks what the caller sent, and names the result by its cache key. All of that
 * is skipped when an equal request has passed before. A long version that is not compiled is missing.
 * @throws AppError not_found for the version, 400 codes, permission_denied for expressions of the caller
 */
export function checkRun(
  services: CheckServices,
  call: RunCall,
  { known, project, endpoint }: RunSubject,
): CheckedRun | Missing {
  const mayQuery = call.principal.scopes.includes('query:read');
  const asked = { project, requestText: call.requestText, mayQuery };
  const passed = services.checkedRuns.recall(endpoint, asked);
  if (passed !== undefined) {
    noteRequest(call, passed.request, passed.version);
    return passed;
  }
  const request = call.readRequest();
  if (request instanceof Missing) return request;
  const version = findVersion(known, endpoint, request.version);
  if (version instanceof Missing) return version;
  noteRequest(call, request, version);
  const format = formatOf(version, request, call.grant);
  const options = optionsOf(services, asked, { endpoint, format, grant: call.grant });
  const unchecked = { version, project, parameters: request, options };
  const checked = services.compiledVersions.prepare(unchecked, call, known);
  if (checked instanceof Missing) return checked;
  const { prepared, compiled } = checked;
  const of = { ...asked, project: checked.project };
  const subject = { endpoint, version, request, prepared, maxRows: options.maxRows };
  const run = checkedRun(of, { ...subject, compiled, format });
  services.checkedRuns.keep(of, run);
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

function mostRows({ runLimits }: CheckServices, endpoint: EndpointRow, format: OutputFormat): number {
  const { answerRows } = runLimits;
  const most = endpoint.limits.maxRows ?? answerRows;
  return format === 'json' ? Math.min(most, answerRows) : most;
}

function optionsOf(
  services: CheckServices,
  { mayQuery }: AskedRun,
  {
    endpoint,
    format,
    grant,
  }: Pick<CheckedRun, 'endpoint'> & { readonly format: OutputFormat; readonly grant: TokenGrant | undefined },
): Omit<PrepareOptions, 'project'> {
  return {
    allowedOverrides: endpoint.allowedOverrides,
    mayQuery,
    maxRows: Math.min(mostRows(services, endpoint, format), grant?.maxRows ?? Number.POSITIVE_INFINITY),
    ...(format === 'json' ? {} : { stream: format }),
  };
}

type PreparedSubject = Pick<CheckedRun, 'endpoint' | 'version' | 'request' | 'prepared' | 'maxRows'> & {
  readonly compiled: CompiledVersion;
  readonly format: OutputFormat;
};

/** Pure. */
function checkedRun({ project }: AskedRun, { compiled, format, ...subject }: PreparedSubject): CheckedRun {
  const { endpoint, version, request, prepared } = subject;
  const form = formOf(format, request, prepared);
  if (request.rowsAsObjects) checkRowNames(format, compiled);
  const key = cacheKey({
    projectId: project.projectId,
    reads: answerReads(prepared.reads),
    endpointId: endpoint.id,
    endpointName: endpoint.name,
    version: version.version,
    canonical: prepared.canonical,
    variant: [format, form.int64AsString && 'int64', request.rowsAsObjects && 'objects']
      .filter(Boolean)
      .join('+'),
  });
  const cacheAgeSeconds = endpoint.cacheAgeSeconds ?? prepared.defaultCacheAgeSeconds;
  const conditions = snapshotConditions(compiled.reads);
  return {
    ...subject,
    form,
    frame: frameOf(subject, project),
    key,
    cacheAgeSeconds,
    conditions,
  };
}

function formOf(
  format: OutputFormat,
  { int64AsString, rowsAsObjects }: OutputRequest,
  { insight }: PreparedOfVersion,
): ResultForm {
  if (format === 'json')
    return { kind: 'whole', format, int64AsString, ...(rowsAsObjects && { rowsAsObjects }) };
  if (format === 'csv' && insight !== undefined)
    return { kind: 'whole', format, int64AsString, query: insight };
  return { kind: 'stream', format, int64AsString };
}

/** @throws AppError combination_not_allowed where rows cannot be objects by column name */
function checkRowNames(format: OutputFormat, { columns }: CompiledVersion): void {
  const names = columns?.map(({ name }) => name) ?? [];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  const problem =
    (format !== 'json' && `\`rows=objects\` is for JSON answers; ${format} has a form of its own.`) ||
    (columns === undefined && '`rows=objects` is for SQL endpoints; insights have a shape of their own.') ||
    (twice !== undefined && `Two columns are named "${twice}", so no object can hold both; use an alias.`);
  if (problem) throw new AppError('combination_not_allowed', problem, { attr: 'rows' });
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

/** @throws AppError not_acceptable, combination_not_allowed; token_fixed_member for one that a token does not allow */
function formatOf(
  { query }: VersionRow,
  request: RunRequest & OutputRequest,
  grant: TokenGrant | undefined,
): OutputFormat {
  const format = chooseFormat(request, query.kind === 'HogQLQuery' ? OUTPUT_FORMATS : INSIGHT_FORMATS);
  if (format !== 'json' && grant !== undefined && !grant.allow.formats?.includes(format))
    throw new AppError('token_fixed_member', `The token does not allow ${format}.`, { attr: 'format' });
  if (format === 'json' || !request.debug) return format;
  const detail = `\`debug\` adds members to a JSON answer; ${format} has no place for them.`;
  throw new AppError('combination_not_allowed', detail, { attr: 'debug' });
}

/** What decides whether a run that was checked before is this one. */
interface AskedRun {
  readonly project: ProjectContext;
  readonly requestText: string;
  /** True when the key carries `query:read`: overrides may then hold SQL expressions of their own. */
  readonly mayQuery: boolean;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Approximate bytes of a checked run besides its request text. */
const RUN_BYTES = 4_000;
/** Characters of the longest request that is remembered; longer ones are checked anew each time. */
const MAX_TEXT_LENGTH = 4_096;

/**
 * Runs that have passed their check, by the exact text of the request: an equal request of an unchanged endpoint finds
 * its cache key without parsing. The caller's rights are checked each time, because another key may have passed with
 * the same text.
 */
export class CheckedRuns {
  readonly #passed = new ProjectMemory<CheckedRun>(MAX_BYTES);

  recall(endpoint: EndpointRow, { project, requestText, mayQuery }: AskedRun): CheckedRun | undefined {
    const run = this.#passed.recall(`${endpoint.id} ${requestText}`, project);
    if (run === undefined || run.endpoint.revision !== endpoint.revision) return undefined;
    return run.prepared.hasOwnExpression && !mayQuery ? undefined : run;
  }

  keep({ project, requestText }: AskedRun, run: CheckedRun): void {
    if (requestText.length > MAX_TEXT_LENGTH) return;
    const kept = { value: run, reads: run.prepared.reads, bytes: RUN_BYTES };
    this.#passed.keep(`${run.endpoint.id} ${requestText}`, project, kept);
  }
}
