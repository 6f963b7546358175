import { scanRegex } from './scan-regex.ts';

/** Most characters of a pattern. */
const MAX_PATTERN_LENGTH = 1000;

/**
 * What is wrong with a regular expression for RE2, the engine's library; undefined when nothing is wrong. The pattern
 * is read once from left to right, so the work is bounded by its length.
 */
export function regexProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return `it has ${pattern.length} characters, more than ${MAX_PATTERN_LENGTH}`;
  }
  const scanned = scanRegex(pattern);
  return scanned.kind === 'problem' ? scanned.problem : undefined;
}

/** How many pieces a pattern has once its repetitions are written out. @param pattern without a `regexProblem` */
export function regexSize(pattern: string): number {
  const scanned = scanRegex(pattern);
  return scanned.kind === 'pattern' ? scanned.pieces : 0;
}

/** A pattern as error messages show it: a long one is cut. */
export function shownPattern(pattern: string): string {
  return JSON.stringify(pattern.length > MOST_SHOWN ? `${pattern.slice(0, MOST_SHOWN)}…` : pattern);
}

const MOST_SHOWN = 200;

/**
 * What is wrong with the text that replaces what a pattern finds (`\0` all of it, `\1` to `\9` its groups); undefined
 * when nothing is wrong.
 * @param pattern without a `regexProblem`
 */
export function replacementProblem(pattern: string, replacement: string): string | undefined {
  const scanned = scanRegex(pattern);
  const groups = scanned.kind === 'pattern' ? scanned.groups : 0;
  const references = [...replacement.matchAll(/\\(\\|\d)/g)].map(([, sign]) => Number(sign));
  const beyond = references.find((reference) => reference > groups);
  return beyond === undefined ? undefined : `\\${beyond} is beyond the ${groups} groups of the expression`;
}
