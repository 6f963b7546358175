import { AppError } from '../../base/errors.ts';
import { InvariantError } from '../../base/invariant.ts';

/**
 * An error as the log tells it: its kind, its place in the code and its cause, without any text that a caller chose.
 */
export interface ErrorFacts {
  readonly [fact: string]: string | number | ErrorFacts;
}

/** Members of errors that hold names and numbers of the service, the operating system or the database, never values. */
const FACTS: readonly string[] = [
  ...['code', 'engineCode', 'errno', 'syscall', 'errcode', 'errstr'],
  ...['schema', 'table', 'column', 'constraint', 'routine'],
];
/** Members that are safe only on errors of operating system calls; other errors use these names for other things. */
const SYSTEM_FACTS: readonly string[] = ['path', 'address', 'port'];
const MAX_CAUSES = 5;
const MAX_FRAMES = 20;
const MAX_TEXT = 200;

/**
 * Describes whatever was thrown. A message is left out unless it is a sentence of the service that holds no value:
 * messages of the engine quote the query and its results, messages of parsers quote the text, and messages of the
 * database quote the row.
 */
export function describeError(thrown: unknown, depth = 1): ErrorFacts {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const cause =
    thrown.cause === undefined || depth >= MAX_CAUSES ? null : describeError(thrown.cause, depth + 1);
  return {
    type: thrown.constructor.name.slice(0, MAX_TEXT),
    ...(isOurs(thrown) && { message: thrown.message }),
    ...factsOf(thrown),
    stack: framesOf(thrown),
    ...(cause !== null && { cause }),
  };
}

/** True for errors whose sentences are fixed: broken assumptions, and all errors that no caller is to blame for. */
function isOurs(error: Error): boolean {
  return error instanceof InvariantError || (error instanceof AppError && error.status >= 500);
}

function factsOf(error: Error): ErrorFacts {
  const facts: Record<string, string | number> = {};
  for (const name of 'syscall' in error ? [...FACTS, ...SYSTEM_FACTS] : FACTS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'number') facts[name] = value;
    if (typeof value === 'string') facts[name] = value.slice(0, MAX_TEXT);
  }
  return facts;
}

/**
 * The places in the code, one a line. They follow the message in the stack, and the message itself may have lines that
 * look like places. Empty for an error whose message is not found in its stack.
 */
function framesOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  if (at === -1) return '';
  const lines = stack.slice(at + message.length).split('\n', MAX_FRAMES + 1);
  return lines
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim().slice(0, MAX_TEXT))
    .join('\n');
}
