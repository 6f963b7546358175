import { z } from 'zod';

/** A schema with what readers of the API are told of it: a sentence, and examples of the value. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  sentence: string,
  ...examples: readonly z.input<Schema>[]
): Schema {
  return schema.describe(sentence).meta({ examples: [...examples] });
}

/** An object without other members that the document of the API knows by a name and describes once. */
export function component<Shape extends z.core.$ZodLooseShape>(id: string, sentence: string, shape: Shape) {
  return z.strictObject(shape).describe(sentence).meta({ id });
}

/** A number of things in an answer, 0 or more. `sentence` says of which. */
export function count(sentence: string, example: number) {
  return described(z.int().min(0), sentence, example);
}

/** A time of an answer: ISO 8601 in UTC with milliseconds, as `Date` prints it. `sentence` says which time it is. */
export function moment(sentence: string) {
  return described(z.string(), `${sentence}, ISO 8601, UTC`, '2026-01-05T09:00:00.000Z');
}

/** The same of a time that there may not be. */
export function momentOrNull(sentence: string) {
  return described(
    z.string().nullable(),
    `${sentence}, ISO 8601, UTC; null when there is none`,
    '2026-01-05T09:00:00Z',
  );
}
