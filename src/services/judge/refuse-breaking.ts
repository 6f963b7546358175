import { AppError } from '../../base/errors.ts';
import type { Warning } from '../../schema/warning.ts';

/** Whether a change may take something from callers. */
export interface BreakingRule {
  readonly allowBreaking: boolean;
  /** The member of the request that makes the change. */
  readonly attr?: string;
}

/** @throws AppError breaking_change when there are such warnings and the caller allows none */
export function refuseBreaking(warnings: readonly Warning[], { allowBreaking, attr }: BreakingRule): void {
  const breaking = warnings.filter(({ code }) => code === 'breaking_change');
  if (breaking.length === 0 || allowBreaking) return;
  const detail = breaking.map((warning) => warning.detail).join(' ');
  throw new AppError('breaking_change', detail, attr === undefined ? {} : { attr });
}
