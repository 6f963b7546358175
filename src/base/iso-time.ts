/** ISO 8601 in UTC with whole seconds where the instant has no fraction: `2026-01-05T09:00:00Z`. */
export function isoTime(instantMs: number): string {
  return new Date(instantMs).toISOString().replace('.000Z', 'Z');
}

/** The same for an instant that may not have come yet: null. */
export function isoTimeOrNull(instantMs: number | null | undefined): string | null {
  return instantMs === null || instantMs === undefined ? null : isoTime(instantMs);
}
