import { Deadline } from '../../base/deadline.ts';
import { type RunParameters, readQuery } from '../../query/plan.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Principal } from '../catalog/principal.ts';
import { executePrepared, totalTimeoutMs } from '../execution/execute-plan.ts';
import type { ExecutionServices } from '../execution/execution-services.ts';
import { PLAIN_JSON } from '../execution/result-form.ts';
import { Stages } from '../execution/stages.ts';
import type { AnswerBytes } from '../execution/stored-result.ts';

/** Rows of an ad-hoc SQL query that has no LIMIT of its own. */
const ROWS_WITHOUT_LIMIT = 100;

/** An ad-hoc query, checked for form. */
export interface QueryRequest extends RunParameters {
  /** A query as endpoints are given it; wrappers are taken off. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly debug?: boolean;
  readonly client_query_id?: string;
}

/** Who asks, when, and until when. */
interface QueryCall {
  readonly principal: Principal;
  readonly projectId: number;
  readonly requestId: string;
  readonly nowMs: number;
  readonly abortController: () => AbortController;
}

/**
 * Runs a query that is not stored, and stores nothing. Returns the body of the answer.
 * @throws AppError 400 codes, throttled, query_capacity, query_cancelled and the codes of the engine
 */
export async function runQuery(
  services: ExecutionServices & { readonly catalog: Pick<Catalog, 'context'> },
  call: QueryCall,
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

  const { limit, offset } = request;
  const frame = { opening: {}, closing: { limit, offset, timezone: project.timezone } };
  const execution = { projectId, keyId, nowMs, prepared, endpointLimits: {}, form: PLAIN_JSON, frame };
  const controller = call.abortController();
  const waiting = { deadline: Deadline.after(totalTimeoutMs(services, {})), signal: controller.signal };
  // Nobody joins a flight of this name; it serves for its deadline.
  const { value: result } = await services.flights.run(`query ${requestId}`, waiting, (signal) =>
    executePrepared(services, execution, signal),
  );
  stages.end('execute');

  const debug = { prepared, query, stages: stages.times };
  return result.body({
    is_cached: false,
    last_refresh: new Date(nowMs).toISOString(),
    ...(request.debug === true || prepared.wantsDebug ? result.debugMembers(debug) : {}),
  });
}
