import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import { type JudgingServices, judgeEndpoints } from './judge-endpoints.ts';
import { type BreakingRule, refuseBreaking } from './refuse-breaking.ts';
import { saveVerdicts } from './save-verdicts.ts';
import { verdictWarnings } from './verdict-warning.ts';

/** A change of what queries read of a project. */
interface PlannedChange extends BreakingRule {
  readonly present: ProjectContext;
  readonly planned: ProjectContext;
  /** False = the change has nothing that callers of an endpoint could notice. Default true. */
  readonly isTold?: boolean;
}

/**
 * Makes a change between judging the endpoints that it concerns and storing what became of these.
 * @param save makes the change; called only when it is not refused
 * @returns what `save` returns, with the warnings
 * @throws AppError breaking_change; what `save` throws
 */
export async function withVerdicts<Saved extends object>(
  services: JudgingServices & { readonly database: Database; readonly clock: Clock },
  { present, planned, isTold = true, ...rule }: PlannedChange,
  save: () => Promise<Saved>,
): Promise<Saved & { warnings: Warning[] }> {
  const verdicts = await judgeEndpoints(services, planned, { present });
  const warnings = isTold ? verdictWarnings(verdicts) : [];
  refuseBreaking(warnings, rule);
  const saved = await save();
  await saveVerdicts(services, present.projectId, verdicts, isTold);
  return { ...saved, warnings: [...warnings] };
}
