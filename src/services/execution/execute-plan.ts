import { hash } from 'node:crypto';
import type { Engine, EngineRows, EngineStatistics, QueryLimits } from '../../adapters/engine/engine.ts';
import type { EndpointLimits } from '../../adapters/store/endpoint-row.ts';
import type { WorkerCall, Workers } from '../../adapters/workers/workers.ts';
import { newUuid } from '../../base/ids.ts';
import { invariant, unreachable } from '../../base/invariant.ts';
import { joinedBytes } from '../../base/joined-bytes.ts';
import type { LoopSlices, Sliced } from '../../base/loop-slices.ts';
import type { Observe } from '../../base/observation.ts';
import {
  type InsightShaping,
  type OutputColumn,
  type PlannedQuery,
  type PreparedRun,
  type ResultTable,
  type RunPlan,
  shapeInsight,
} from '../../query/plan.ts';
import { subjectName } from '../../schema/lookup.ts';
import type { Admit } from '../admission/engine-admission.ts';
import { compileStatementTask } from './compile-statement-task.ts';
import type { ExecutionServices, RunLimits } from './execution-services.ts';
import { bodyWork, type InsightBody, type InsightSource, parseRows } from './insight-body.ts';
import { planInsightTask } from './plan-insight-task.ts';
import type { ResultForm, WholeForm } from './result-form.ts';
import { type AnswerFrame, type BodyTarget, ResultPieces } from './result-pieces.ts';
import type { RunningQueries } from './running-queries.ts';
import { StoredResult } from './stored-result.ts';
import { writeBodyTask } from './write-body-task.ts';

/** The result of a plan: at most `limit` rows of a SQL endpoint as bytes, or the source of an insight's answer. */
export type PlanOutcome = {
  readonly statistics: EngineStatistics;
  /** Texts of the queries that ran, in order. */
  readonly sql: readonly string[];
} & (TableOutcome | { readonly kind: 'insight'; readonly source: InsightSource });

interface TableOutcome {
  readonly kind: 'table';
  readonly columns: readonly OutputColumn[];
  /** JSON arrays joined by commas, see EngineRows. */
  readonly rows: Uint8Array;
  readonly rowCount: number;
  readonly hasMore: boolean;
}

/** A run that can be planned; `isLong`: by a thread, where it is to be compiled for that. */
type Plannable = Pick<PreparedRun, 'plan' | 'shaping' | 'statement'> & { readonly isLong: boolean };

/** A checked query, the caller for whom it runs, and the form of its answer. */
export interface PreparedExecution {
  readonly projectId: number;
  readonly keyId: string;
  /** The time that relative dates and `now()` mean. */
  readonly nowMs: number;
  readonly prepared: Plannable;
  readonly endpointLimits: EndpointLimits;
  readonly form: WholeForm;
  readonly frame: AnswerFrame;
  /** Equal for results of the same question; undefined = the question is never asked again. */
  readonly identity?: string;
  /** Admission of a call that was charged before; absent = the key is charged now. */
  readonly admit?: Admit;
  /** The endpoint whose query the caller has narrowed by filters. */
  readonly narrowedEndpointId?: string | undefined;
}

/**
 * Charges the execution rate, waits for a place at the engine, executes and writes the result.
 * @throws AppError throttled, query_capacity, query_too_large, and the codes of the engine
 */
export async function executePrepared(
  services: ExecutionServices,
  execution: PreparedExecution,
  signal: AbortSignal,
): Promise<StoredResult> {
  const { projectId, keyId, nowMs, form, frame } = execution;
  const admit = execution.admit ?? services.admission.charge({ projectId, keyId, signal });
  const executionId = newUuid();
  const onWorked = (ms: number): void => services.admission.chargeWork(keyId, ms);
  const plan = await planRun(services.workers, execution, { projectId, signal, onWorked });
  const outcome = await executePlan(services, plan, {
    projectId,
    executionId,
    limits: queryLimits(services, execution, plan),
    form,
    signal,
    nowMs,
    admit,
    narrowedEndpointId: execution.narrowedEndpointId,
  });
  const identity = execution.identity ?? executionId;
  const maxBytes = services.runLimits.answerBytes;
  const target = { form, frame, executionId, maxBytes };
  return shapeResult(services, outcome, { ...target, identity, computedAtMs: nowMs, projectId, signal });
}

/**
 * The plan of a prepared run. Planning an insight compiles its statements, and so does planning SQL that is not the
 * same for each run; a thread does that where it takes long.
 * @throws AppError as planning; throttled and query_capacity when too much waits for threads
 */
export async function planRun(
  workers: Workers,
  { prepared, nowMs }: Pick<PreparedExecution, 'prepared' | 'nowMs'>,
  call: WorkerCall,
): Promise<RunPlan> {
  const shaping = prepared.isLong ? prepared.shaping?.(nowMs) : undefined;
  if (shaping !== undefined) return planInThread(workers, shaping, call);
  const statement = prepared.isLong ? prepared.statement?.(nowMs) : undefined;
  if (statement === undefined) return prepared.plan(nowMs);
  return statement.planWith(await workers.run(compileStatementTask, statement.toCompile, call));
}

async function planInThread(workers: Workers, shaping: InsightShaping, call: WorkerCall): Promise<RunPlan> {
  const { kind, queries } = await workers.run(planInsightTask, shaping, call);
  if (kind === 'insight')
    return { kind, queries, shape: (tables) => shapeInsight(shaping, tables), shaping: () => shaping };
  const [query] = queries;
  invariant(query !== undefined, 'a probe is one query');
  const next = (table: ResultTable) =>
    planInThread(workers, { ...shaping, probed: [...shaping.probed, table] }, call);
  return { kind, query, next };
}

/**
 * Time that the engine gets to end a query that is over its time. After it the caller is answered without the engine.
 */
const GRACE_MS = 2_000;

/** Longest time from admission to answer. */
export function totalTimeoutMs({ runLimits }: ExecutionServices, endpointLimits: EndpointLimits): number {
  return runLimits.queueTimeoutMs + executionTimeoutMs(runLimits, endpointLimits) + GRACE_MS;
}

/**
 * Rows that the queries of an insight may return. They are folded in memory; the limit of bytes holds for the answer.
 */
const INSIGHT_ROWS = 1_000_000;

function queryLimits(
  { runLimits }: ExecutionServices,
  { endpointLimits }: PreparedExecution,
  plan: RunPlan,
): QueryLimits {
  const { maxBytesRead } = endpointLimits;
  return {
    timeoutMs: executionTimeoutMs(runLimits, endpointLimits),
    maxMemoryBytes: runLimits.memoryBytes,
    // One row more than an answer may hold, which tells whether there are more rows.
    maxResultRows: plan.kind === 'table' ? runLimits.answerRows + 1 : INSIGHT_ROWS,
    maxResultBytes: runLimits.answerBytes,
    ...(maxBytesRead === undefined ? {} : { maxBytesToRead: maxBytesRead }),
    maxThreads: 1,
    priority: 1,
  };
}

/** Longest execution of a run, and of a stream until its first byte. */
export function executionTimeoutMs(runLimits: RunLimits, { timeoutSeconds }: EndpointLimits): number {
  return timeoutSeconds === undefined ? runLimits.executionTimeoutMs : timeoutSeconds * 1000;
}

/** How the result is written, its identity, and for whom. */
interface ResultContext extends BodyTarget {
  /** Equal for results of the same question; the ETag consists of it and the time of the result. */
  readonly identity: string;
  readonly computedAtMs: number;
  readonly projectId: number;
  readonly signal: AbortSignal;
}

/** What writing results works with. */
export interface ShapeServices {
  readonly slices: LoopSlices;
  readonly workers: Workers;
}

/**
 * Writes a result as bytes. Rows of SQL queries are the engine's own bytes; insights are serialised once, here: large
 * ones by another thread.
 * @throws AppError query_too_large; query_capacity and throttled when too many wait for threads
 */
export async function shapeResult(
  services: ShapeServices,
  outcome: PlanOutcome,
  context: ResultContext,
): Promise<StoredResult> {
  const { form, executionId, identity, computedAtMs } = context;
  const { head, rowCount } = await bodyOf(services, outcome, context);
  return new StoredResult({
    format: form.format,
    computedAtMs,
    executionId,
    etag: etagOf(identity, computedAtMs),
    head: Buffer.from(head.buffer, head.byteOffset, head.byteLength),
    rowCount,
    statistics: outcome.statistics,
    sql: outcome.sql,
  });
}

function bodyOf(
  { slices, workers }: ShapeServices,
  outcome: PlanOutcome,
  { projectId, signal, ...context }: ResultContext,
): Promise<InsightBody> {
  if (outcome.kind === 'table') return slices.run(tableBody(outcome, context), signal);
  const { form, frame, executionId, maxBytes } = context;
  const making = bodyWork(outcome.source, { form, frame, executionId, maxBytes });
  if (making.kind === 'sliced') return slices.run(making.work, signal);
  return workers.run(writeBodyTask, making.input, { projectId, signal, transfer: making.transfer });
}

function* tableBody(
  { columns, rows, rowCount, hasMore }: TableOutcome,
  target: BodyTarget,
): Sliced<InsightBody> {
  const pieces = new ResultPieces(target);
  const names = columns.map(({ name }) => name);
  pieces.addText('[');
  if (isOfObjects(target.form)) yield* pieces.addObjects(rows, names);
  else pieces.add(rows);
  pieces.addText(']');
  pieces.close({ columns: names, types: columns.map(({ name, type }) => [name, type]), hasMore });
  return { head: yield* joinedBytes(pieces.all), rowCount };
}

function isOfObjects(form: WholeForm): boolean {
  return form.format === 'json' && form.rowsAsObjects === true;
}

/** The ETag of a result. It is weak, because compressed and plain answers share it. */
function etagOf(identity: string, computedAtMs: number): string {
  return `W/"${hash('sha256', `${identity} ${computedAtMs}`, 'base64url').slice(0, 22)}"`;
}

/** What running plans works with. */
interface PlanServices {
  readonly engine: Engine;
  /** Called for queries that read properties of events, and for runs that callers narrow by what lookups serve. */
  readonly observe: Observe;
  /** Told of every query; absent = nobody asks how far the plan has come. */
  readonly runningQueries?: RunningQueries;
  /** Runs long work on the event loop in slices. */
  readonly slices: LoopSlices;
}

/** For whom a plan runs, and under which limits. */
export interface Execution {
  readonly projectId: number;
  readonly executionId: string;
  readonly limits: QueryLimits;
  readonly form: Pick<ResultForm, 'int64AsString'>;
  readonly signal: AbortSignal;
  readonly nowMs: number;
  /** Runs one engine query in a place, which is held until the engine has ended the query. */
  readonly admit: Admit;
  /** See `PreparedExecution`. */
  readonly narrowedEndpointId?: string | undefined;
}

/** Runs a plan on the engine. @throws AppError of the engine: query_timeout, query_memory_limit, ... */
export async function executePlan(
  services: PlanServices,
  plan: RunPlan,
  execution: Execution,
): Promise<PlanOutcome> {
  const run = new PlanRun(services, execution);
  return run.execute(plan);
}

/** One execution of a plan: counts its queries and adds up what they cost. */
class PlanRun {
  readonly #services: PlanServices;
  readonly #execution: Execution;
  readonly #sql: string[] = [];
  readonly #lookupSubjects = new Set<string>();
  #statistics: EngineStatistics = { rowsRead: 0, bytesRead: 0, elapsedMs: 0, memoryBytes: 0 };

  constructor(services: PlanServices, execution: Execution) {
    this.#services = services;
    this.#execution = execution;
  }

  async execute(plan: RunPlan): Promise<PlanOutcome> {
    const outcome = await this.#execute(plan);
    const { projectId, narrowedEndpointId: endpointId, nowMs: atMs } = this.#execution;
    const subjects = [...this.#lookupSubjects];
    if (endpointId !== undefined && subjects.length > 0)
      this.#services.observe({ kind: 'lookup_asks', projectId, endpointId, subjects, atMs });
    return outcome;
  }

  async #execute(plan: RunPlan): Promise<PlanOutcome> {
    switch (plan.kind) {
      case 'table':
        return this.#executeTable(plan);
      case 'insight': {
        const tables = await Promise.all(plan.queries.map((query) => this.#query(query)));
        const { shape, shaping } = plan;
        const source = { kind: 'rows', tables: tables.map(rawTable), shape, shaping } as const;
        return { kind: 'insight', source, statistics: this.#statistics, sql: this.#sql };
      }
      case 'probe':
        return this.#execute(await plan.next(await this.#queryTable(plan.query)));
      default:
        return unreachable(plan);
    }
  }

  async #executeTable(plan: Extract<RunPlan, { kind: 'table' }>): Promise<PlanOutcome> {
    const { rows, rowCount, lastRowStart } = await this.#query(plan.query);
    const hasMore = rowCount > plan.limit;
    return {
      kind: 'table',
      columns: plan.columns,
      // The extra row is cut off together with the comma before it.
      rows: hasMore ? rows.subarray(0, Math.max(0, lastRowStart - 1)) : rows,
      rowCount: hasMore ? rowCount - 1 : rowCount,
      hasMore,
      statistics: this.#statistics,
      sql: this.#sql,
    };
  }

  async #queryTable(query: PlannedQuery): Promise<ResultTable> {
    const { columns, rows } = await this.#query(query);
    return { columns, rows: await this.#services.slices.run(parseRows(rows), this.#execution.signal) };
  }

  async #query(query: PlannedQuery): Promise<EngineRows> {
    const { projectId, executionId, limits, form, signal, nowMs, admit } = this.#execution;
    const { engine, observe, runningQueries } = this.#services;
    const { int64AsString } = form;
    this.#sql.push(query.sql);
    for (const subject of query.lookupSubjects) this.#lookupSubjects.add(subjectName(subject));
    const runId = `${executionId}_${this.#sql.length}`;
    const ended = runningQueries?.begin(signal, runId);
    const asked = { ...query, projectId, runId, limits, int64AsString, signal };
    const answer = await admit(runId, () => engine.query(asked)).finally(() => ended?.());
    ended?.(answer.statistics);
    const { rowsRead } = answer.statistics;
    const properties = query.eventProperties;
    if (properties.length > 0)
      observe({ kind: 'property_reads', projectId, properties, rowsRead, atMs: nowMs });
    this.#statistics = addStatistics(this.#statistics, answer.statistics);
    return answer;
  }
}

function rawTable({ columns, rows }: EngineRows): Pick<EngineRows, 'columns' | 'rows'> {
  return { columns, rows };
}

function addStatistics(a: EngineStatistics, b: EngineStatistics): EngineStatistics {
  return {
    rowsRead: a.rowsRead + b.rowsRead,
    bytesRead: a.bytesRead + b.bytesRead,
    elapsedMs: a.elapsedMs + b.elapsedMs,
    memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
  };
}
