/** Where folding the overrides of a project into its events stands. */
export interface PersonFoldTable {
  readonly project_id: number;
  /**
   * `waiting` for enough overrides or time; `fenced` when it is settled which are folded; `folded` when no event carries
   * their old ids any more.
   */
  readonly phase: 'waiting' | 'fenced' | 'folded';
  /** When the phase began. */
  readonly since_ms: number;
  /** Overrides up to this version are folded; 0 while waiting. */
  readonly version: number;
  /** JSON of the writing that had begun when the fence was set. */
  readonly in_flight: string;
  /** The replica that rewrites events, and until when it may be silent. */
  readonly lease_owner: string | null;
  readonly lease_expires_at_ms: number | null;
}
