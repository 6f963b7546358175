import { z } from 'zod';

/** JSON Schema keywords. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What a schema is for its readers where the check is made of other parts: a whole number in a query string is checked
 * as text and documented as an integer.
 */
export const documentedAs = z.registry<JsonSchema>();

/** Members that callers may leave out of an object, because they are filled in before it is checked. */
export const filledMembers = z.registry<{ readonly names: readonly string[] }>();
