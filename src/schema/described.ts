import type { z } from 'zod';

/** A schema with what readers of the API are told of it: a sentence, and examples of the value. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  sentence: string,
  ...examples: readonly z.input<Schema>[]
): Schema {
  return schema.describe(sentence).meta({ examples: [...examples] });
}
