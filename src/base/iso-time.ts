/** ISO 8601 in UTC with whole seconds where the instant has no fraction: `2026-01-05T09:00:00Z`. */
export function isoTime(instantMs: number): string {
  return new Date(instantMs).toISOString().replace('.000Z', 'Z');
}

/** As `isoTime`, but null for an instant that has not come yet. */
export function isoTimeOrNull(instantMs: number | null | undefined): string | null {
  return instantMs === null || instantMs === undefined ? null : isoTime(instantMs);
}
