import { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest-name.ts';
import { issueWords } from './issue-words.ts';

/**
 * Checks `value` against a wire schema and returns it typed.
 * @param at path of `value` in the whole body, for `attr`; empty for the body itself
 * @throws AppError unknown_member for a member that the schema does not have (with the nearest name), else
 *   invalid_value; `attr` is the path of the first problem
 */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: string = '',
): z.output<Schema> {
  const checked = schema.safeParse(value, { reportInput: false });
  if (checked.success) return checked.data;
  const issues = checked.error.issues.map(deepestIssue);
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  throw issue === undefined
    ? new AppError('invalid_value', checked.error.message)
    : shapeError(issue, schema, value, at);
}

function shapeError(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown, at: string): AppError {
  if (issue.code !== 'unrecognized_keys') {
    const attr = joinPath([at, ...issue.path]);
    const problem = `${issueWords(issue)}${foundIn(value, issue)}.${nearestOption(value, issue)}`;
    if (attr === '') return new AppError('invalid_value', `The body: ${problem}`);
    return new AppError('invalid_value', `${attr}: ${problem}`, { attr });
  }
  const name = issue.keys[0] ?? '';
  const attr = joinPath([at, ...issue.path, name]);
  const hint = ownHint(issue.message) || membersHint(name, memberNames(schemaAt(schema, issue.path)));
  return new AppError('unknown_member', `"${attr}" does not exist here.${hint}`, { attr });
}

/**
 * What stands in the place of the problem, such as `, found 12`. Of texts only one that should be a name of a list is
 * repeated: any other may be a secret.
 */
function foundIn(value: unknown, issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return '';
  const found = issue.path.reduce<unknown>(memberOf, value);
  const isName = issue.code === 'invalid_value' || 'discriminator' in issue;
  if (typeof found === 'string' && isName) {
    const name = JSON.stringify(found.slice(0, 80));
    return issue.message.includes(name) ? '' : `, found ${name}`;
  }
  if (found === '') return ', found an empty text';
  if (typeof found === 'string' && issue.code === 'too_big') return `, found ${found.length}`;
  if (typeof found === 'string') return ', found a text';
  if (typeof found === 'number' || typeof found === 'bigint' || typeof found === 'boolean')
    return `, found ${found}`;
  if (Array.isArray(found)) return `, found a list of ${found.length}`;
  if (found === null || found === undefined) return ', found nothing';
  return ', found an object';
}

/** The option that a text in the place of one was most likely meant to be. */
function nearestOption(value: unknown, issue: z.core.$ZodIssue): string {
  const found = issue.path.reduce<unknown>(memberOf, value);
  if (issue.code !== 'invalid_value' || typeof found !== 'string') return '';
  return didYouMean(found, issue.values.map(String));
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function membersHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  return didYouMean(name, known) || ` Known members are ${known.join(', ')}.`;
}

/** What `strictMembers` says of the known names; zod's own sentence only repeats the unknown one. */
function ownHint(message: string): string {
  return message.startsWith('Unrecognized') ? '' : ` ${message}`;
}

/** Of a failed union the problem of the branch that got furthest: the one a caller most likely meant. */
function deepestIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors
    .flatMap((branch) => branch.slice(0, 1).map(deepestIssue))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (inner === undefined || inner.path.length === 0) return issue;
  return { ...inner, path: [...issue.path, ...inner.path] };
}

/** The schema of the member at `path`; undefined inside unions, where several could be meant. */
function schemaAt(
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schemaAt(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return schemaAt(schema.out, path);
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[String(name)], rest);
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest);
  if (schema instanceof z.ZodRecord) return schemaAt(schema.valueType, rest);
  return undefined;
}

function memberNames(schema: z.core.$ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function joinPath(parts: readonly PropertyKey[]): string {
  return parts.map(String).filter(Boolean).join('.');
}
