import { z } from 'zod';

/**
 * The schema of an object or a list with at most `most` members, which are counted before they are looked at: a member
 * that is wrong costs as much as ten that are right, and one step of the event loop would check them all.
 * @param what the members in words, for the message; or the message
 */
export function fewMembers<Schema extends z.ZodType>(
  schema: Schema,
  most: number,
  what: string | ((found: number) => string),
) {
  return z.preprocess((given, context) => {
    const found = typeof given === 'object' && given !== null ? Object.keys(given).length : 0;
    if (found <= most) return given;
    const message =
      typeof what === 'string' ? `at most ${most} ${what} are possible; found ${found}` : what(found);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }, schema);
}
