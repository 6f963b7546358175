/** A reason not to start that the operator can remove. The command line prints its message without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
