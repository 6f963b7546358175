import { Deadline } from '../../base/deadline.ts';
import { type RunParameters, readQuery, unknownProperties } from '../../query/plan.ts';
import { debugMembers, queryText } from './envelope.ts';
import { executePrepared, type PreparedExecution, totalTimeoutMs } from './execute-prepared.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';
import { shapeResult } from './shape-result.ts';
import { Stages } from './stages.ts';
import type { AnswerBytes, StoredResult } from './stored-result.ts';

/** Rows of an ad-hoc SQL query that has no LIMIT of its own. */
const ROWS_WITHOUT_LIMIT = 100;

/** An ad-hoc query, checked for form. */
export interface QueryRequest extends RunParameters {
  /** A query as endpoints are given it; wrappers are taken off. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly debug?: boolean;
  readonly client_query_id?: string;
}

/**
 * Runs a query that is not stored, and stores nothing. Returns the body of the answer.
 * @throws AppError 400 codes, throttled, query_capacity, query_cancelled and the codes of the engine
 */
export async function runQuery(
  services: RunServices,
  call: Pick<RunCall, 'principal' | 'projectId' | 'requestId' | 'nowMs' | 'abortController'>,
  request: QueryRequest,
): Promise<AnswerBytes> {
  const stages = new Stages();
  const { projectId, principal, requestId, nowMs } = call;
  const { keyId } = principal;
  const project = await services.catalog.context(projectId);
  const query = readQuery(request.query);
  const compiled = services.compiledVersions.compileOnce(query, project);
  const maxRows = services.runLimits.answerRows;
  const options = {
    project,
    allowedOverrides: null,
    mayQuery: true,
    maxRows,
    rowsWithoutLimit: ROWS_WITHOUT_LIMIT,
  };
  const prepared = compiled.prepare(request, options);
  stages.end('check');

  const isSql = compiled.kind === 'HogQLQuery';
  const execution = { projectId, keyId, nowMs, prepared, isSql, endpointLimits: {}, int64AsString: false };
  const controller = call.abortController();
  const waiting = { deadline: Deadline.after(totalTimeoutMs(services, {})), signal: controller.signal };
  const name = { keyId, clientQueryId: request.client_query_id };
  // Nobody joins a flight of this name; it serves for its deadline.
  const { value: result } = await services.activeRuns.during(name, controller, () =>
    services.flights.run(`query ${requestId}`, waiting, (signal) =>
      execute(services, execution, { ...request, timezone: project.timezone }, signal),
    ),
  );
  stages.end('execute');

  const debug = {
    warnings: unknownProperties(prepared.reads),
    hogql: queryText(query),
    stages: stages.times,
  };
  return result.body({
    is_cached: false,
    last_refresh: new Date(nowMs).toISOString(),
    ...(request.debug === true || prepared.wantsDebug ? debugMembers(result, debug) : {}),
  });
}

async function execute(
  services: RunServices,
  execution: PreparedExecution,
  { limit, offset, timezone }: QueryRequest & { readonly timezone: string },
  signal: AbortSignal,
): Promise<StoredResult> {
  const { executionId, outcome } = await executePrepared(services, execution, signal);
  const shaping = shapeResult(
    outcome,
    { kind: 'whole', format: 'json' },
    {
      opening: {},
      closing: { limit, offset, timezone, execution_id: executionId },
      identity: executionId,
      executionId,
      computedAtMs: execution.nowMs,
      maxBytes: services.runLimits.answerBytes,
    },
  );
  return services.slices.run(shaping, signal);
}
