import { z } from 'zod';

/** A member that is accepted with any value and dropped, because it does not change a result. */
export function ignoredMember(what: string) {
  return z
    .unknown()
    .transform(() => undefined)
    .optional()
    .describe(what);
}

/** Members that only change how a result is shown. */
export function displayMembers<Name extends string>(
  names: readonly Name[],
): Record<Name, ReturnType<typeof ignoredMember>> {
  const members = names.map((name) => [name, ignoredMember('Display only: accepted and ignored.')]);
  return Object.fromEntries(members) as Record<Name, ReturnType<typeof ignoredMember>>;
}
