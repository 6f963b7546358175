import { invariant } from '../base/invariant.ts';
import type { Sliced } from '../base/loop-slices.ts';
import type { InsightPlan } from './insights/insight-plan.ts';
import { openInsight, prepareInsight } from './insights/insight-version.ts';
import type { InsightAnswer, InsightShaping, ResultTable } from './run-plan.ts';

/**
 * Makes the answer of an insight from its rows, as `shape` of its plan does. Plain data is enough for it, so that
 * another thread can make the answer.
 */
export function shapeInsight(
  { stored, parameters, options, project, nowMs, probed }: InsightShaping,
  tables: readonly ResultTable[],
): Sliced<InsightAnswer> {
  const prepared = prepareInsight(openInsight(stored), project, parameters, options);
  const plan = planAfter(prepared.plan(nowMs), probed);
  invariant(plan.kind === 'rows', 'the same query has the same probes');
  return plan.shape(tables);
}

/** What is left of a plan after its first probes. */
export function planAfter(begun: InsightPlan, probed: readonly ResultTable[]): InsightPlan {
  return probed.reduce((plan, table) => {
    invariant(plan.kind === 'probe', 'the same query has the same probes');
    return plan.next(table);
  }, begun);
}
