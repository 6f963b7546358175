const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** NOT_ENOUGH_SPACE, as the engine numbers it. */
const ENGINE_FULL = 243;

/** True when an error or its cause says that a disk has no room. The same work may succeed later. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && FULL.has(error.code)) return true;
  if ('engineCode' in error && error.engineCode === ENGINE_FULL) return true;
  return isDiskFull(error.cause);
}
