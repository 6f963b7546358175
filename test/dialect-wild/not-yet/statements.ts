/** Names of statements that do not pass yet. */
export const STATEMENTS_NOT_YET: readonly string[] = [];
