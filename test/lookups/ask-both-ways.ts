import type { Engine } from '../../src/adapters/engine/engine.ts';
import { isAppError } from '../../src/base/errors.ts';
import { finish } from '../../src/base/loop-slices.ts';
import { compileVersion } from '../../src/query/plan.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import type { PlannedQuery, ResultTable } from '../../src/query/run-plan.ts';
import type { StoredQuery } from '../../src/query/stored-query.ts';
import { queryOf, WIDE_LIMITS } from '../fixtures/engine-query.ts';

/** On a busy machine one of two ways may be late, which is no difference between them: nothing is late here. */
const LIMITS = { ...WIDE_LIMITS, timeoutMs: 900_000 };

/** A question with the values of its variables. */
export interface Asked {
  readonly stored: StoredQuery;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** How a question was answered with the lookups of a project and without. */
export interface BothWays {
  /** Whether any statement has read a lookup. */
  readonly isLookedUp: boolean;
  /** Null when both answers are equal, be they rows or a refusal. */
  readonly difference: string | null;
}

/** Asks the engine with the lookups of the project, and as if it had none. Nothing may change the data meanwhile. */
export async function askBothWays(
  engine: Engine,
  project: ProjectContext,
  asked: Asked,
  nowMs: number,
): Promise<BothWays> {
  const { lookups: _, ...without } = project;
  const found = await answerOf(engine, project, asked, nowMs);
  const expected = await answerOf(engine, without, asked, nowMs);
  const isLookedUp = found.statements.some((sql) => sql.includes('app.lookups'));
  if (expected.statements.some((sql) => sql.includes('app.lookups')))
    throw new Error('a project without lookups reads none');
  const difference =
    found.answer === expected.answer
      ? null
      : `${JSON.stringify(asked)}\n with lookups: ${found.answer}\n without: ${expected.answer}\n${found.statements.join('\n')}`;
  return { isLookedUp, difference };
}

interface Answered {
  readonly answer: string;
  readonly statements: readonly string[];
}

async function answerOf(
  engine: Engine,
  project: ProjectContext,
  { stored, variables = {} }: Asked,
  nowMs: number,
): Promise<Answered> {
  const statements: string[] = [];
  const ask = async ({ sql, parameters }: PlannedQuery): Promise<ResultTable> => {
    statements.push(sql);
    const { rows } = await engine.query(
      queryOf(sql, { parameters, projectId: project.projectId, limits: LIMITS }),
    );
    return { columns: [], rows: JSON.parse(`[${Buffer.from(rows).toString()}]`) };
  };
  try {
    const options = { project, allowedOverrides: null, maxRows: 10_000 };
    let plan = compileVersion(stored, {}, project).prepare({ variables }, options).plan(nowMs);
    while (plan.kind === 'probe') plan = await plan.next(await ask(plan.query));
    if (plan.kind === 'table') {
      const { rows } = await ask(plan.query);
      return {
        answer: rows
          .map((row) => JSON.stringify(row))
          .sort()
          .join('\n'),
        statements,
      };
    }
    const tables: ResultTable[] = [];
    for (const query of plan.queries) tables.push(await ask(query));
    return { answer: JSON.stringify(finish(plan.shape(tables)).results), statements };
  } catch (error) {
    if (isAppError(error)) return { answer: `refused: ${error.code} ${error.message}`, statements };
    throw error;
  }
}
