/** For the schema of a query: what to send, for a caller who sent a bare text or nothing. */
export const QUERY_OBJECT = {
  error: (issue: { readonly code?: string }): string | undefined =>
    issue.code === 'invalid_type'
      ? 'expected an object such as {"kind": "HogQLQuery", "query": "select count() from events"}'
      : undefined,
};
