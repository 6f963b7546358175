import { useState } from 'react';
import type { QueryChange } from '../../data/ad-hoc.ts';
import { useEndpoint } from '../../data/endpoint-context.ts';
import { useProject } from '../../data/projects.ts';
import { kindOf } from '../../data/shapes.ts';
import { InsightEndpoint } from '../../insight/insight-endpoint.tsx';
import { EndpointDraft } from '../../workbench/endpoint-draft.tsx';
import { draftOf, isChanged, queryOf, type SqlDraft, withValuesOf } from '../../workbench/sql-draft.ts';
import { SqlWorkbench } from '../../workbench/sql-workbench.tsx';

/** Tab Query of an endpoint: its SQL with the editor, or its insight with the builder. */
export default function QueryTab() {
  const endpoint = useEndpoint();
  const project = useProject();
  if (kindOf(endpoint.query) !== 'HogQLQuery')
    return <InsightEndpoint projectId={project.id} endpoint={endpoint} />;
  return <SqlEndpoint />;
}

function SqlEndpoint() {
  const endpoint = useEndpoint();
  const project = useProject();
  const [change, setChange] = useState<QueryChange | null>(null);
  const stored = draftOf(endpoint.query, endpoint.variables);
  const query = endpoint.query as Readonly<Record<string, unknown>>;
  const savedOf = (draft: SqlDraft) => ({
    ...(draft.query !== stored.query && { query: queryOf(draft, query) }),
    ...(JSON.stringify(draft.declarations) !== JSON.stringify(stored.declarations) && {
      variables: draft.declarations,
    }),
  });
  return (
    <EndpointDraft
      projectId={project.id}
      endpoint={endpoint}
      stored={stored}
      savedOf={savedOf}
      textOf={(draft) => draft.query}
      language="sql"
      isChanged={isChanged}
      followed={withValuesOf}
      change={change}
    >
      {(draft, setDraft, save) => (
        <SqlWorkbench
          subject={{ projectId: project.id, endpoint: endpoint.name, stored: query }}
          draft={draft}
          onDraft={setDraft}
          onSave={save}
          onChange={setChange}
        />
      )}
    </EndpointDraft>
  );
}
