import type { GivenValues } from '../schema/given-values.ts';
import { parseSelect } from './language/parse.ts';
import { printHogql } from './language/print-hogql.ts';
import { withGivenValues } from './with-given-values.ts';

/**
 * The text of a stored SQL query with the constants of its `values` in their places; as it is written when there are
 * none, or when it no longer compiles. Undefined for every other query.
 */
export function givenText(query: Readonly<Record<string, unknown>>): string | undefined {
  const { kind, query: text, values } = query;
  if (kind !== 'HogQLQuery' || typeof text !== 'string') return undefined;
  if (typeof values !== 'object' || values === null) return text;
  try {
    // Border: the values of a stored query were checked when it was saved.
    return printHogql(withGivenValues(parseSelect(text), values as GivenValues));
  } catch {
    return text;
  }
}
