import { AppError } from '../base/errors.ts';

/**
 * Checks that a thing is as the caller has seen it.
 * @param expected revisions, one of which the thing must have; undefined = any revision
 * @throws AppError precondition_failed
 */
export function checkRevision(
  what: 'action' | 'cohort' | 'endpoint',
  { revision }: { readonly revision: number },
  expected: ReadonlySet<number> | undefined,
): void {
  if (expected === undefined || expected.has(revision)) return;
  throw new AppError('precondition_failed', `The ${what} is at revision ${revision} now.`, {
    attr: 'If-Match',
    extra: { revision },
  });
}
