import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventsQuery } from '../../data/names.ts';
import { useProject } from '../../data/projects.ts';
import { NoPermission, Skeleton } from '../../parts/states.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useFragment } from '../../parts/use-fragment.ts';
import { hasScope } from '../../session/has-scope.ts';
import { useSessionKey } from '../../session/permission.ts';
import { exampleQuery } from '../../workbench/example-query.ts';
import { NewSqlFrame } from '../../workbench/new-sql-frame.tsx';
import { readRuns } from '../../workbench/run-history.ts';
import type { SqlDraft } from '../../workbench/sql-draft.ts';

const EMPTY: SqlDraft = { query: '', declarations: {}, values: {} };

/** A query that is not stored: written, run, and saved as an endpoint when it is worth it. */
export default function ScratchScreen() {
  const key = useSessionKey();
  if (!hasScope(key, 'query:read')) {
    return <NoPermission scope="query:read" shows="Here a query is written and run without being stored." />;
  }
  return <Scratch />;
}

function Scratch() {
  const project = useProject();
  const kept = useDraft<SqlDraft>(`${project.id}:scratch:query`);
  const [draft, setDraft] = useState<SqlDraft | null>(null);
  const opened = useFragment(draft ?? undefined);
  const { data: events, isPending } = useQuery(eventsQuery(project.id));
  if (draft === null) {
    if (opened === undefined || isPending) return <Skeleton rows={8} label="The last query" />;
    const last = readRuns(`${project.id}:scratch`)[0]?.query ?? exampleQuery(events?.names[0]?.name ?? null);
    const first = isDraft(opened) ? opened : (kept.found?.value ?? { ...EMPTY, query: last });
    setDraft(first);
    return null;
  }
  const take = (next: SqlDraft) => {
    setDraft(next);
    kept.keep(next, null);
  };
  return <NewSqlFrame title="Query" draft={draft} onDraft={take} proposed="new-query" />;
}

function isDraft(value: unknown): value is SqlDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'query' in value &&
    typeof value.query === 'string' &&
    'values' in value
  );
}
