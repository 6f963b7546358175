import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { endpointsQuery } from '../../data/endpoints.ts';
import { eventsQuery } from '../../data/names.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead } from '../../parts/page.tsx';
import { NoPermission, Skeleton } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { hasScope, useRefusal, useSessionKey } from '../../session/permission.ts';
import { exampleQuery } from '../../workbench/example-query.ts';
import { freeName } from '../../workbench/free-name.ts';
import { readRuns } from '../../workbench/run-history.ts';
import { NewEndpointSheet } from '../../workbench/save-sheet.tsx';
import type { SqlDraft } from '../../workbench/sql-draft.ts';
import { queryOf } from '../../workbench/sql-draft.ts';
import { SqlWorkbench } from '../../workbench/sql-workbench.tsx';
import { useFragment } from '../../workbench/use-fragment.ts';
import styles from '../../workbench/workbench.module.css';

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
  return <ScratchBench draft={draft} take={take} />;
}

function ScratchBench({
  draft,
  take,
}: {
  readonly draft: SqlDraft;
  readonly take: (draft: SqlDraft) => void;
}) {
  const project = useProject();
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  const { data: endpoints } = useQuery(endpointsQuery(project.id));
  const refusal = useRefusal('endpoint:write');
  const taken = (endpoints ?? []).map(({ name }) => name);
  const save = () => refusal === null && setSaving(true);
  return (
    <div className={styles['whole']}>
      <PageHead
        title="Query"
        controls={
          <Button tone="plain" icon="plus" keys="⌘S" unavailable={refusal} onPress={save}>
            Save as endpoint
          </Button>
        }
      />
      {isSaving && (
        <NewEndpointSheet
          projectId={project.id}
          draft={{ query: queryOf(draft), variables: draft.declarations }}
          proposed={freeName('new-query', taken)}
          taken={taken}
          onClose={() => setSaving(false)}
          onSaved={(name) => {
            sayToast(`${name} is created`);
            void navigate({ to: `/${project.id}/endpoints/${name}/query` as never });
          }}
        />
      )}
      <SqlWorkbench
        subject={{ projectId: project.id, endpoint: null }}
        draft={draft}
        onDraft={take}
        onSave={save}
      />
    </div>
  );
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
