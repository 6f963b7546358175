import { AppError } from '../base/errors.ts';
import type { ActionStep } from '../schema/action.ts';
import { compileStatement } from './compiler/compile.ts';
import { stepCondition } from './filters/action-condition.ts';
import { memberExpressions } from './filters/member-expressions.ts';
import { filterContextOf, insightContext } from './insights/insight-context.ts';
import type { Expr } from './language/ast.ts';
import { call, from, select } from './language/build.ts';
import { nameMember } from './name-member.ts';
import type { ProjectContext } from './project-context.ts';
import { callsAction } from './used-actions.ts';

/** Any moment: whether a step can be used does not depend on the time. */
const SOME_MS = Date.UTC(2026, 0, 1);

/**
 * Refuses a step that no query could use, which compiling the step shows, and a step that every event meets. An action
 * that is to match everything has no steps, so nobody makes such an action by forgetting a condition.
 * @throws AppError 400 codes with the path under `steps`
 */
export function checkActionSteps(steps: readonly ActionStep[], project: ProjectContext): void {
  const context = insightContext(project, SOME_MS, { callerFilters: [], breakdownValues: [] });
  for (const [index, step] of steps.entries()) {
    const attr = `steps.${index}`;
    refuseActions(step, attr);
    const condition = stepCondition(step, filterContextOf(context), attr);
    if (isAlwaysTrue(condition)) {
      throw new AppError(
        'invalid_value',
        'The step has no condition, so every event would meet it. Give it an event, a url or properties.',
        { attr },
      );
    }
    const statement = select({
      select: [call('count')],
      select_from: from('events'),
      where: condition,
    });
    // Only SQL in a property filter can fail to compile. An error of that SQL knows its place in the SQL, not in the
    // step.
    nameMember(`${attr}.properties`, () => compileStatement(statement, { project }));
  }
}

/** No action asks for another one, so that none asks for itself. */
function refuseActions(step: ActionStep, attr: string): void {
  const calling = memberExpressions(step, attr).find(({ text }) => callsAction(text));
  if (calling === undefined) return;
  throw new AppError('invalid_value', 'An action cannot ask for actions: matchesAction is for queries.', {
    attr: calling.attr,
  });
}

function isAlwaysTrue(condition: Expr): boolean {
  if (condition.kind === 'And') return condition.exprs.every(isAlwaysTrue);
  if (condition.kind === 'Or') return condition.exprs.some(isAlwaysTrue);
  return condition.kind === 'Constant' && condition.value === true;
}
