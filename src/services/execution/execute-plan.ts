import type { Engine, EngineRows, EngineStatistics, QueryLimits } from '../../adapters/engine/engine.ts';
import { unreachable } from '../../base/invariant.ts';
import type { LoopSlices, Sliced } from '../../base/loop-slices.ts';
import type { Observe } from '../../base/observation.ts';
import type { InsightAnswer, OutputColumn, PlannedQuery, ResultTable, RunPlan } from '../../query/plan.ts';
import { parseRows } from './parse-rows.ts';
import type { ResultForm } from './result-form.ts';

/** What running plans works with. */
interface PlanServices {
  readonly engine: Engine;
  /** Told of queries that read properties of events. */
  readonly observe: Observe;
  /** Does what takes long besides the engine. */
  readonly slices: LoopSlices;
}

/** Who runs a plan, under which limits. */
export interface Execution {
  readonly projectId: number;
  readonly executionId: string;
  readonly limits: QueryLimits;
  readonly form: Pick<ResultForm, 'int64AsString'>;
  readonly signal: AbortSignal;
  readonly nowMs: number;
  /** Runs one engine query when a place is free, which it holds until the engine has ended it. */
  readonly admit: <Value>(runId: string, work: () => Promise<Value>) => Promise<Value>;
}

/** Rows of a SQL endpoint as bytes, at most `limit` of them, or the shaped answer of an insight. */
export type PlanOutcome = {
  readonly statistics: EngineStatistics;
  /** Texts of the queries that ran, in order. */
  readonly sql: readonly string[];
} & (
  | {
      readonly kind: 'table';
      readonly columns: readonly OutputColumn[];
      /** JSON arrays joined by commas, see EngineRows. */
      readonly rows: Uint8Array;
      readonly rowCount: number;
      readonly hasMore: boolean;
    }
  | { readonly kind: 'insight'; readonly answer: InsightAnswer }
);

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
  #statistics: EngineStatistics = { rowsRead: 0, bytesRead: 0, elapsedMs: 0, memoryBytes: 0 };

  constructor(services: PlanServices, execution: Execution) {
    this.#services = services;
    this.#execution = execution;
  }

  async execute(plan: RunPlan): Promise<PlanOutcome> {
    switch (plan.kind) {
      case 'table':
        return this.#executeTable(plan);
      case 'insight': {
        const tables = await Promise.all(plan.queries.map((query) => this.#queryTable(query)));
        const answer = await this.#slice(plan.shape(tables));
        return { kind: 'insight', answer, statistics: this.#statistics, sql: this.#sql };
      }
      case 'probe':
        return this.execute(plan.next(await this.#queryTable(plan.query)));
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
      // The comma before the row that was only asked for to know of it goes too.
      rows: hasMore ? rows.subarray(0, Math.max(0, lastRowStart - 1)) : rows,
      rowCount: hasMore ? rowCount - 1 : rowCount,
      hasMore,
      statistics: this.#statistics,
      sql: this.#sql,
    };
  }

  async #queryTable(query: PlannedQuery): Promise<ResultTable> {
    const { columns, rows } = await this.#query(query);
    return { columns, rows: await this.#slice(parseRows(rows)) };
  }

  #slice<Value>(work: Sliced<Value>): Promise<Value> {
    return this.#services.slices.run(work, this.#execution.signal);
  }

  async #query(query: PlannedQuery): Promise<EngineRows> {
    const { projectId, executionId, limits, form, signal, nowMs, admit } = this.#execution;
    const { engine, observe } = this.#services;
    const { int64AsString } = form;
    this.#sql.push(query.sql);
    const runId = `${executionId}_${this.#sql.length}`;
    const answer = await admit(runId, () =>
      engine.query({ ...query, projectId, runId, limits, int64AsString, signal }),
    );
    const { rowsRead } = answer.statistics;
    const properties = query.eventProperties;
    if (properties.length > 0)
      observe({ kind: 'property_reads', projectId, properties, rowsRead, atMs: nowMs });
    this.#statistics = addStatistics(this.#statistics, answer.statistics);
    return answer;
  }
}

function addStatistics(a: EngineStatistics, b: EngineStatistics): EngineStatistics {
  return {
    rowsRead: a.rowsRead + b.rowsRead,
    bytesRead: a.bytesRead + b.bytesRead,
    elapsedMs: a.elapsedMs + b.elapsedMs,
    memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
  };
}
