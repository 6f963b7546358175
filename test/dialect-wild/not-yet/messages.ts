/** Names of messages and calls that do not pass yet. */
export const MESSAGES_NOT_YET: readonly string[] = [];
