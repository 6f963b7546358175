/** The exit codes of commands, by the reason of the failure. */
export const EXIT_CODES = {
  /** Wrong options or arguments, or settings that cannot be. */
  usage: 1,
  /** The service refused the request (400 to 499). */
  refused: 2,
  /** No service answers, or it failed (500 to 599). */
  unreachable: 3,
  /** Found what was looked for: a generated file is not up to date. */
  differs: 4,
} as const;

/** Said after a wrong option, argument or command; the nearest one is said before it. */
export const HELP_HINT = 'Run with --help for the commands and options.';

/** A failure that its message explains; shown without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(reason: keyof typeof EXIT_CODES, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = EXIT_CODES[reason];
  }
}
