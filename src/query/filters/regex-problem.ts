/**
 * Says what is wrong with a regular expression for RE2, the engine's library, or undefined when it is fine. RE2 knows
 * no look-around and no back-references; what remains of its grammar is close enough to JavaScript's to be checked
 * by it after its few own spellings are replaced.
 */
export function regexProblem(pattern: string): string | undefined {
  const refused = REFUSED.find(({ form }) => form.test(withoutLiterals(pattern)));
  if (refused) return refused.problem;
  try {
    new RegExp(asJavaScript(pattern));
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? lastPart(error.message) : 'it cannot be read';
  }
}

const REFUSED: readonly { readonly form: RegExp; readonly problem: string }[] = [
  { form: /\(\?(?:[=!]|<[=!])/, problem: 'look-ahead and look-behind are not supported' },
  { form: /\(\?>/, problem: 'atomic groups are not supported' },
  { form: /\\[1-9]|\\k/, problem: 'back-references are not supported' },
  { form: /[*+?}][*+]|[*+?]{3}/, problem: 'a repetition operator follows another' },
  { form: /\\[^\sabBdDsSwWpPfnrtvxzACQE0-9!-/:-@[-`{-~]/, problem: 'unknown escape sequence' },
  { form: /\\$/, problem: 'it ends with a backslash' },
  { form: /\{\d{5,}|\{(?:1\d{3}|[2-9]\d{3})|,(?:1\d{3}|[2-9]\d{3})\}/, problem: 'a repetition is above 999' },
];

/** `a\\1[*+]` → `a__`: escaped backslashes and character classes say nothing about groups and repetitions. */
function withoutLiterals(pattern: string): string {
  return pattern.replace(/\\\\/g, '_').replace(/\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]/g, '_');
}

/** Replaces `(?P<name>`, flags such as `(?i)`, `\A`, `\z`, `\Q...\E` and `[[:alpha:]]` by what JavaScript has for them. */
function asJavaScript(pattern: string): string {
  return pattern
    .replace(/\\Q([\s\S]*?)(?:\\E|$)/g, (_, text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .replace(/\(\?P</g, '(?<')
    .replace(/\(\?[imsU]*-?[imsU]+\)/g, '')
    .replace(/\(\?[imsU]*-?[imsU]+:/g, '(?:')
    .replace(/\[:\^?\w+:\]/g, '\\w')
    .replace(/\\A/g, '^')
    .replace(/\\z/g, '$');
}

/** `Invalid regular expression: /(/: Unterminated group` → `unterminated group` */
function lastPart(message: string): string {
  const reason = message.slice(message.lastIndexOf(': ') + 2);
  return reason.charAt(0).toLowerCase() + reason.slice(1);
}

/**
 * Says what is wrong with the text that replaces what a pattern finds (`\0` all of it, `\1` to `\9` its groups), or
 * undefined when it is fine.
 * @param pattern without a `regexProblem`
 */
export function replacementProblem(pattern: string, replacement: string): string | undefined {
  const groups = (new RegExp(`${asJavaScript(pattern)}|`).exec('')?.length ?? 1) - 1;
  const references = [...replacement.matchAll(/\\(\\|\d)/g)].map(([, sign]) => Number(sign));
  const beyond = references.find((reference) => reference > groups);
  return beyond === undefined ? undefined : `\\${beyond} is beyond the ${groups} groups of the expression`;
}
