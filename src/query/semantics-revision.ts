/**
 * Raised whenever the same query would give other bytes than before: a change of envelope, formats or semantics. An
 * answer that was computed under another revision is not served, neither from a cache nor from a snapshot.
 */
export const SEMANTICS_REVISION = 15;
