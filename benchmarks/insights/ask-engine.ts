import type { Engine } from '../../src/adapters/engine/engine.ts';
import type { EngineParameters } from '../../src/base/engine-parameter.ts';
import { finish } from '../../src/base/loop-slices.ts';
import { compileVersion } from '../../src/query/plan.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import type { PlannedQuery, ResultTable, RunPlan } from '../../src/query/run-plan.ts';
import { runLimits } from '../measure/run-limits.ts';
import { FIRST_DAY, LAST_DAY } from './generated-events.ts';
import type { Question, Result } from './question.ts';

/** As of an endpoint run, with more time. */
const LIMITS = runLimits(600_000);

/** The project of the generated events. */
export const PROJECT: ProjectContext = {
  projectId: 1,
  timezone: 'UTC',
  weekStartDay: 0,
  testAccountFilters: [],
  pathCleaningFilters: [],
  propertyTypes: { event: new Map(), person: new Map(), group: new Map() },
  groupTypes: [],
  hasPersonOverrides: true,
  actions: new Map(),
  dataEpoch: 0,
  revision: 'benchmark',
};

/** The answer of the insight, without the service around it. */
export async function answerOf(
  engine: Engine,
  { insight, numbers }: Pick<Question, 'insight' | 'numbers'>,
  project: ProjectContext = PROJECT,
): Promise<unknown> {
  const dateRange = { date_from: FIRST_DAY, date_to: LAST_DAY };
  const stored = { dateRange, kind: 'unknown', ...insight };
  const run = compileVersion(stored, {}, project).prepare(
    {},
    { project, allowedOverrides: null, maxRows: 1000 },
  );
  let plan: RunPlan = run.plan(Date.parse(`${LAST_DAY}T23:00:00Z`));
  while (plan.kind === 'probe') plan = await plan.next(await tableOf(engine, plan.query));
  if (plan.kind !== 'insight') throw new Error('an insight is asked for');
  const tables: ResultTable[] = [];
  for (const query of plan.queries) tables.push(await tableOf(engine, query));
  return numbers(finish(plan.shape(tables)).results as readonly Result[]);
}

/** The first cell of the answer. */
export async function cellOf(engine: Engine, sql: string): Promise<unknown> {
  return (await rowsOf(engine, sql))[0]?.[0];
}

async function tableOf(engine: Engine, { sql, parameters }: PlannedQuery): Promise<ResultTable> {
  return { columns: [], rows: await rowsOf(engine, sql, parameters) };
}

let runs = 0;

async function rowsOf(
  engine: Engine,
  sql: string,
  parameters: EngineParameters = {},
): Promise<readonly (readonly unknown[])[]> {
  runs += 1;
  const { rows } = await engine.query({
    sql,
    parameters,
    projectId: 1,
    runId: `bench-${runs}`,
    limits: LIMITS,
  });
  return JSON.parse(`[${Buffer.from(rows).toString()}]`);
}
