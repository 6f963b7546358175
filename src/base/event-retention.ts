/** How long a project keeps events. */
export interface EventRetention {
  /** Days, counted back from the `now` of a question; null = for ever. */
  readonly days: number | null;
  /**
   * Events before this time are gone even if `days` would keep them now, because an earlier setting removed them.
   * Milliseconds since 1970; null = no event was removed in this way.
   */
  readonly keptFromMs: number | null;
}

const DAY_MS = 86_400_000;

/** The earliest time of an event that a question at `nowMs` sees, milliseconds since 1970; null = all of them. */
export function keptFromMs({ days, keptFromMs: gone }: EventRetention, nowMs: number): number | null {
  if (days === null) return gone;
  return Math.max(gone ?? 0, nowMs - days * DAY_MS, 0);
}
