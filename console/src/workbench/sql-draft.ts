import type { Declaration, SentValue } from './draft-variables.ts';

/** A SQL query as it is being written: its text, the declarations of its variables, and what the form sends for them. */
export interface SqlDraft {
  readonly query: string;
  readonly declarations: Readonly<Record<string, Declaration>>;
  readonly values: Readonly<Record<string, SentValue>>;
}

/** The draft of a stored query. */
export function draftOf(query: Readonly<Record<string, unknown>>, declarations: unknown): SqlDraft {
  const text = query['query'];
  return {
    query: typeof text === 'string' ? text : '',
    declarations: (typeof declarations === 'object' && declarations !== null
      ? declarations
      : {}) as SqlDraft['declarations'],
    values: {},
  };
}

/** The draft's query as the service takes it; members that the editor does not know are kept from `stored`. */
export function queryOf(
  draft: SqlDraft,
  stored: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return { ...stored, kind: 'HogQLQuery', query: draft.query };
}

/** Whether saving `draft` would send anything. */
export function isChanged(draft: SqlDraft, stored: SqlDraft): boolean {
  return (
    draft.query !== stored.query || JSON.stringify(draft.declarations) !== JSON.stringify(stored.declarations)
  );
}

/** `stored` with what is typed in `draft` for variables that are declared with the same type, or in neither. */
export function withValuesOf(stored: SqlDraft, draft: SqlDraft): SqlDraft {
  const kept = Object.entries(draft.values).filter(
    ([name]) => draft.declarations[name]?.type === stored.declarations[name]?.type,
  );
  return { ...stored, values: Object.fromEntries(kept) };
}
