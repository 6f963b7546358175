import { AppError } from '../base/errors.ts';

/**
 * Checks that a thing is as the caller has seen it.
 * @param expected revisions of which it must have one; undefined = whatever it has
 * @throws AppError precondition_failed
 */
export function checkRevision(
  what: 'action' | 'endpoint',
  { revision }: { readonly revision: number },
  expected: ReadonlySet<number> | undefined,
): void {
  if (expected === undefined || expected.has(revision)) return;
  throw new AppError('precondition_failed', `The ${what} is at revision ${revision} now.`, {
    attr: 'If-Match',
    extra: { revision },
  });
}
