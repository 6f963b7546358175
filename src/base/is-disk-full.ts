const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** NOT_ENOUGH_SPACE, as the engine numbers it. */
const ENGINE_FULL = 243;
/** CANNOT_WRITE_TO_FILE_DESCRIPTOR and STD_EXCEPTION of the engine, which has them for other reasons too. */
const ENGINE_MAYBE_FULL: ReadonlySet<unknown> = new Set([75, 1001]);
/** How the C library says it, whose text the engine repeats. */
const FULL_TEXT = /No space left on device|Disk quota exceeded|\berrno: (28|122)\b/;
/** SQLITE_FULL. */
const STORE_FULL = 13;

/** True when an error or its cause says that a disk has no room. The same work may succeed later. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && FULL.has(error.code)) return true;
  if ('engineCode' in error && isFullEngine(error.engineCode, error.message)) return true;
  if ('errcode' in error && (Number(error.errcode) & 0xff) === STORE_FULL) return true;
  return isDiskFull(error.cause);
}

function isFullEngine(code: unknown, text: string): boolean {
  return code === ENGINE_FULL || (ENGINE_MAYBE_FULL.has(code) && FULL_TEXT.test(text));
}
