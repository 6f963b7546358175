import { z } from 'zod';

/** Members that only change how a result is shown: accepted with any value and ignored. */
export function displayMembers<Name extends string>(
  names: readonly Name[],
): Record<Name, z.ZodOptional<z.ZodUnknown>> {
  const member = () => z.unknown().optional().describe('Display only: accepted and ignored.');
  return Object.fromEntries(names.map((name) => [name, member()])) as Record<
    Name,
    z.ZodOptional<z.ZodUnknown>
  >;
}
