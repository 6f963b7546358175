import { isAppError } from '../../../base/errors.ts';
import { EngineException } from '../engine-error.ts';

/** One line of a report: what was looked at, and what was found. */
export interface CheckLine {
  readonly verdict: 'PASS' | 'WARN' | 'FAIL';
  readonly about: string;
  /** What was found; of a failure, with the way out. */
  readonly found: string;
}

/** Something that is looked at. */
export interface Check<Context> {
  readonly about: string;
  /** Answers what is well. @throws CheckProblem, or what the server throws */
  look(context: Context): Promise<string>;
}

/** What is not as it has to be, in a sentence with the way out. */
export class CheckProblem extends Error {
  override readonly name = 'CheckProblem';
  readonly verdict: CheckLine['verdict'];

  constructor(message: string, verdict: CheckLine['verdict'] = 'FAIL') {
    super(message);
    this.verdict = verdict;
  }
}

/** Looks once. Never rejects. */
export async function lookAt<Context>({ about, look }: Check<Context>, context: Context): Promise<CheckLine> {
  try {
    return { verdict: 'PASS', about, found: await look(context) };
  } catch (error) {
    const verdict = error instanceof CheckProblem ? error.verdict : 'FAIL';
    return { verdict, about, found: sentenceOf(error) };
  }
}

const MOST_LETTERS = 300;

/** The first words of a server's own text: the operator of the server asks. */
function sentenceOf(error: unknown): string {
  const cause = isAppError(error) && error.cause instanceof EngineException ? error.cause : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_LETTERS);
}
