import { z } from 'zod';

const warnedSchema = z.looseObject({ warnings: z.array(z.looseObject({ detail: z.string() })) });

/** Prints the warnings of an answer, a line each, beside its output: to standard error. */
export function printWarnings(body: unknown): void {
  const warned = warnedSchema.safeParse(body);
  if (!warned.success) return;
  for (const { detail } of warned.data.warnings) process.stderr.write(`warning: ${detail}\n`);
}
