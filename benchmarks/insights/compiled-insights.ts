import { compileVersion } from '../../src/query/plan.ts';
import type { ProjectContext } from '../../src/query/project-context.ts';
import { ACTOR_QUESTIONS } from './actor-questions.ts';
import { FUNNEL_QUESTIONS } from './funnel-questions.ts';
import { TRENDS_QUESTIONS } from './trends-questions.ts';

const NOW_MS = Date.UTC(2026, 3, 1);

/** Every kind of insight by name, each with a function that makes one run of it: dates, SQL, bound values. */
export function insightRuns(project: ProjectContext): Readonly<Record<string, () => unknown>> {
  const questions = [...TRENDS_QUESTIONS, ...ACTOR_QUESTIONS, ...FUNNEL_QUESTIONS];
  return Object.fromEntries(
    questions.map(({ name, insight }) => {
      const stored = { kind: 'unknown', dateRange: { date_from: '-90d' }, ...insight };
      const run = compileVersion(stored, {}, project).prepare(
        {},
        { project, allowedOverrides: null, maxRows: 1000 },
      );
      return [name, () => run.plan(NOW_MS)];
    }),
  );
}
