import type { ReactElement } from 'react';
import { useProject } from '../data/projects.ts';
import { NewEndpointFrame, type NewEndpointFrameProps } from './new-endpoint-frame.tsx';
import { queryOf, type SqlDraft } from './sql-draft.ts';
import { SqlWorkbench } from './sql-workbench.tsx';

interface NewSqlFrameProps extends Omit<NewEndpointFrameProps, 'saved' | 'children'> {
  readonly draft: SqlDraft;
  readonly onDraft: (next: SqlDraft) => void;
}

/** SQL that no endpoint has yet, in the frame that saves it as one. */
export function NewSqlFrame({ draft, onDraft, ...frame }: NewSqlFrameProps): ReactElement {
  const project = useProject();
  return (
    <NewEndpointFrame {...frame} saved={{ query: queryOf(draft), variables: draft.declarations }}>
      {(save) => (
        <SqlWorkbench
          subject={{ projectId: project.id, endpoint: null }}
          draft={draft}
          onDraft={onDraft}
          onSave={save}
        />
      )}
    </NewEndpointFrame>
  );
}
