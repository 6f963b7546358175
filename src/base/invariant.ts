/** A broken assumption of ours. The caller sees `internal_error` and the request id only. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError with `message` unless `condition` holds. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Ends a `switch` over a union: the compiler proves that no case is missing, and a wrong value at run time throws. */
export function unreachable(value: never): never {
  // Its text is logged, and the value may be a caller's.
  throw new InvariantError(`unexpected value of type ${typeof value}`);
}
