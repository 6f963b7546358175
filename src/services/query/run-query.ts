import { Deadline } from '../../base/deadline.ts';
import {
  drawnMembers,
  type RunParameters,
  readQuery,
  refuseDoubles,
  type StoredQuery,
  splitKeyedVariables,
  versionOf,
} from '../../query/plan.ts';
import type { VariableDeclarations } from '../../schema/variable-declaration.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { compileTask } from '../catalog/compile-task.ts';
import type { CompileCaller, Compiling } from '../catalog/compiling.ts';
import { isThreadWork } from '../catalog/is-thread-work.ts';
import type { Principal } from '../catalog/principal.ts';
import { executePrepared, totalTimeoutMs } from '../execution/execute-plan.ts';
import type { ExecutionServices } from '../execution/execution-services.ts';
import { prepareRunTask } from '../execution/prepare-run-task.ts';
import { PLAIN_JSON } from '../execution/result-form.ts';
import { Stages } from '../execution/stages.ts';
import type { AnswerBytes } from '../execution/stored-result.ts';
import {
  optionsOf,
  type PreparedQuery,
  prepareCompiled,
  prepareQuery,
  type QueryToPrepare,
} from './prepare-query.ts';
import { prepareSqlTask } from './prepare-sql-task.ts';

/** An ad-hoc query, checked for form. */
export interface QueryRequest extends RunParameters {
  /** A query in any form that endpoints accept; wrappers are taken off. */
  readonly query: Readonly<Record<string, unknown>>;
  /** What its variables are, as an endpoint would declare them. */
  readonly variable_declarations?: VariableDeclarations;
  /** Whole numbers of 64 bits are texts. */
  readonly int64AsString: boolean;
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

/** What ad-hoc queries work with. */
type QueryServices = ExecutionServices & {
  readonly catalog: Pick<Catalog, 'context' | 'warnOfUnknown'>;
  readonly compiling: Compiling;
};

/**
 * Runs a query that is not stored, and stores nothing. Returns the body of the answer.
 * @throws AppError 400 codes, throttled, query_capacity, query_cancelled and the codes of the engine
 */
export async function runQuery(
  services: QueryServices,
  call: QueryCall,
  request: QueryRequest,
): Promise<AnswerBytes> {
  const stages = new Stages();
  const { projectId, principal, requestId, nowMs } = call;
  const { keyId } = principal;
  const controller = call.abortController();
  const { signal } = controller;
  // Charged before the query is compiled, which takes time too: a key without executions left is refused at once.
  const admit = services.admission.charge({ projectId, keyId, signal });
  const project = await services.catalog.context(projectId);
  const { query, declarations } = readDraft(request);
  const { variables, query_override, filters_override, limit, offset } = request;
  const asked: QueryToPrepare = {
    query,
    declarations,
    parameters: {
      ...(variables && { variables }),
      ...(query_override && { query_override }),
      ...(filters_override && { filters_override }),
      ...(limit !== undefined && { limit }),
      ...(offset !== undefined && { offset }),
    },
    project,
    maxRows: services.runLimits.answerRows,
    nowMs,
  };
  const isLong = isThreadWork(project, query, request);
  const prepared = isLong
    ? await prepareInThread(services, asked, { projectId, principal, abortController: () => controller })
    : prepareQuery(asked);
  stages.end('check');

  const form = { ...PLAIN_JSON, int64AsString: request.int64AsString };
  const frame = { opening: {}, closing: { limit, offset, timezone: project.timezone } };
  const planned = { prepared: { ...prepared, isLong }, nowMs };
  const execution = { projectId, keyId, ...planned, admit, endpointLimits: {}, form, frame };
  const waiting = { deadline: Deadline.after(totalTimeoutMs(services, {})), signal };
  // Nobody else joins a flight of this name; the flight only enforces the deadline.
  const { value: result } = await services.flights.run(`query ${requestId}`, waiting, (lasting) =>
    executePrepared(services, execution, lasting),
  );
  stages.end('execute');

  const facts = { is_cached: false, last_refresh: new Date(nowMs).toISOString() };
  if (request.debug !== true && !prepared.wantsDebug) return result.body(facts);
  const unknown = await services.catalog.warnOfUnknown(projectId, prepared.reads);
  const warnings = [...drawnMembers(query), ...unknown];
  return result.body({ ...facts, ...result.debugMembers({ warnings, query, stages: stages.times }) });
}

/** The query with the declarations of its variables, read as saving it would read them. */
function readDraft({ query: given, variable_declarations: declared = {} }: QueryRequest): {
  readonly query: StoredQuery;
  readonly declarations: VariableDeclarations;
} {
  const { query, declarations } = splitKeyedVariables(readQuery(given));
  refuseDoubles(declarations, declared, 'variable_declarations');
  return { query, declarations: { ...declared, ...declarations } };
}

async function prepareInThread(
  { compiling }: QueryServices,
  asked: QueryToPrepare,
  caller: CompileCaller,
): Promise<PreparedQuery> {
  const { query, declarations: variables, project } = asked;
  if (query.kind !== 'HogQLQuery') {
    const { parameters } = asked;
    const parts = await compiling.inPaidThread(compileTask, { query, variables, project }, caller);
    const compiled = versionOf(query, variables, parts);
    const options = optionsOf(asked);
    if (!compiled.isCompiledForRun(parameters, options)) return prepareCompiled(compiled, asked);
    const run = { query, variables, parts, parameters, options, project };
    const facts = await compiling.inPaidThread(prepareRunTask, run, caller);
    return compiled.preparedFrom(facts, parameters, { ...options, project });
  }
  const { plan, ...prepared } = await compiling.inPaidThread(prepareSqlTask, asked, caller);
  return { ...prepared, plan: () => plan };
}
