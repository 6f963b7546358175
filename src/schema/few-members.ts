import { z } from 'zod';

/**
 * The schema of an object with at most `most` members, which are counted before they are looked at: a member that is
 * wrong costs as much as ten that are right, and one step of the event loop would check them all.
 * @param what the members in words, for the message
 */
export function fewMembers<Schema extends z.ZodType>(schema: Schema, most: number, what: string) {
  return z.preprocess((given, context) => {
    if (typeof given !== 'object' || given === null || Object.keys(given).length <= most) return given;
    context.addIssue({ code: 'custom', message: `at most ${most} ${what} are possible` });
    return z.NEVER;
  }, schema);
}
