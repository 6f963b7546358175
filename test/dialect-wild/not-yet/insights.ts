/** Names of insight queries that do not pass yet. */
export const INSIGHTS_NOT_YET: readonly string[] = [];
