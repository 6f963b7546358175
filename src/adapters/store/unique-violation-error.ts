/** A row with the same unique value exists. Each driver turns its own error into this one. */
export class UniqueViolationError extends Error {
  override readonly name = 'UniqueViolationError';

  constructor(cause: unknown) {
    super('a row with the same unique value exists', { cause });
  }
}
