import type { ConsoleSessionRow } from '../../adapters/store/console-store.ts';

/** When a session that is used now ends, unless it is used again; milliseconds since 1970. */
export function endOfUnused(
  { idleMs, endsAtMs }: Pick<ConsoleSessionRow, 'idleMs' | 'endsAtMs'>,
  keyEndsAtMs: number | null,
  nowMs: number,
): number {
  return Math.min(nowMs + idleMs, endsAtMs, keyEndsAtMs ?? Number.POSITIVE_INFINITY);
}
