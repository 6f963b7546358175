import type { ReactElement } from 'react';
import { type Action, type ActionBody, changeAction, createAction } from '../../data/actions.ts';
import { DefinitionPage } from '../../definition/definition-page.tsx';
import { DefinitionSide } from '../../definition/definition-side.tsx';
import { MatchedPane } from '../../definition/matched-pane.tsx';
import { type DefinitionKind, useDefinitionForm } from '../../definition/use-definition-form.ts';
import { Badge } from '../../parts/badge.tsx';
import { useKeys } from '../../shell/single-keys.ts';
import { DeleteAction } from './delete-action.tsx';
import { StepsPane } from './steps-pane.tsx';

const NOTHING: ActionBody = { name: '', description: '', steps: [{}] };

const ACTION: DefinitionKind<ActionBody, Action> = {
  noun: 'action',
  blank: NOTHING,
  bodyOf: ({ name, description, steps }) => ({ name, description, steps }),
  create: createAction,
  change: changeAction,
};

/** The form of an action, stored or new. */
export function ActionForm(props: {
  readonly stored: Action | null;
  /** What a new one begins with. */
  readonly first?: ActionBody;
}): ReactElement {
  const { stored, first = NOTHING } = props;
  const page = useDefinitionForm(ACTION, stored, first);
  const { definition, refusal } = page;
  useKeys({ 'mod+s': () => refusal === null && definition.isChanged && definition.save() });
  const steps = <StepsPane definition={definition} isDisabled={refusal !== null} />;
  if (stored === null)
    return (
      <DefinitionPage {...page} title="New action">
        {steps}
      </DefinitionPage>
    );
  return (
    <DefinitionPage
      {...page}
      title={stored.name}
      beside={<Badge>action {stored.id}</Badge>}
      side={
        <DefinitionSide
          noun="action"
          stored={stored}
          sql={`matchesAction(${stored.id})`}
          refusal={refusal}
          deletion={(ends) => <DeleteAction action={stored} {...ends} />}
        />
      }
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
