/**
 * Raised whenever the same query would give other bytes than before: a change of envelope, formats or semantics. What
 * was computed under another one, in a cache or in a snapshot, is not served.
 */
export const SEMANTICS_REVISION = 11;
