import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { type Action, type ActionBody, changeAction, createAction } from '../../data/actions.ts';
import { useProject } from '../../data/projects.ts';
import { DefinitionPage } from '../../definition/definition-page.tsx';
import { FactsPane } from '../../definition/facts-pane.tsx';
import { MatchedPane } from '../../definition/matched-pane.tsx';
import { type Definition, useDefinition } from '../../definition/use-definition.ts';
import { useUsers } from '../../definition/use-users.ts';
import { UsersPane } from '../../definition/users-pane.tsx';
import { Badge } from '../../parts/badge.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import { useRefusal } from '../../session/permission.ts';
import { useKeys } from '../../shell/single-keys.ts';
import { DeleteAction } from './delete-action.tsx';
import { StepsPane } from './steps-pane.tsx';

const NOTHING: ActionBody = { name: '', description: '', steps: [{}] };

const bodyOf = ({ name, description, steps }: Action): ActionBody => ({ name, description, steps });

/** The form of an action, stored or new. */
export function ActionForm(props: {
  readonly stored: Action | null;
  /** What a new one begins with. */
  readonly first?: ActionBody;
}): ReactElement {
  const { stored, first = NOTHING } = props;
  const project = useProject();
  const refusal = useRefusal('endpoint:write');
  const definition = useActionForm(stored, first);
  useKeys({ 'mod+s': () => refusal === null && definition.isChanged && definition.save() });
  const page = {
    noun: 'action',
    definition,
    refusal,
    apiCall: `/api/projects/${project.id}/actions${stored === null ? '' : `/${stored.id}`}`,
  };
  const steps = <StepsPane definition={definition} isDisabled={refusal !== null} />;
  if (stored === null)
    return (
      <DefinitionPage {...page} title="New action" stored={null}>
        {steps}
      </DefinitionPage>
    );
  return (
    <DefinitionPage
      {...page}
      title={stored.name}
      beside={<Badge>action {stored.id}</Badge>}
      stored={{
        body: bodyOf(stored),
        revision: stored.revision,
        by: stored.created_by.label,
        at: stored.updated_at,
      }}
      side={<Beside action={stored} refusal={refusal} />}
    >
      {steps}
      <MatchedPane
        title="What it matches"
        owner={{ kind: 'action', id: stored.id, revision: stored.revision }}
        none="No event of the last days matches it as it is stored."
      />
    </DefinitionPage>
  );
}

function useActionForm(stored: Action | null, first: ActionBody): Definition<ActionBody> {
  const project = useProject();
  const navigate = useNavigate();
  const draft = first === NOTHING ? 'new' : `copy:${first.name}`;
  return useDefinition<ActionBody>({
    subject: `${project.id}:action:${stored?.id ?? draft}`,
    first,
    stored: stored === null ? null : { body: bodyOf(stored), revision: stored.revision },
    create: (body) => createAction(project.id, body),
    change: (change, options) => changeAction(project.id, stored?.id ?? 0, change, options),
    changes: [['project', project.id, 'actions']],
    onWritten: ({ id, name, warnings }) => {
      const others = warnings?.length ? `; ${warnings.length} endpoints answer otherwise` : '';
      sayToast(stored === null ? `${name} is created` : `${name} is saved${others}`);
      if (stored === null) void navigate({ to: `/${project.id}/actions/${id}` as never });
    },
  });
}

function Beside({
  action,
  refusal,
}: {
  readonly action: Action;
  readonly refusal: string | null;
}): ReactElement {
  const project = useProject();
  const navigate = useNavigate();
  const findUsers = useUsers();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <UsersPane users={findUsers === null ? null : findUsers('actions', action)} />
      <FactsPane
        noun="action"
        facts={action}
        sql={`matchesAction(${action.id})`}
        refusal={refusal}
        onDelete={() => setDeleting(true)}
      />
      {isDeleting && (
        <DeleteAction
          action={action}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: `/${project.id}/actions` as never })}
        />
      )}
    </>
  );
}
