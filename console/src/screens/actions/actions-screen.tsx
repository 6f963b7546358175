import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { actionListQuery } from '../../data/actions.ts';
import { useProject } from '../../data/projects.ts';
import { DefinitionList } from '../../definition/definition-list.tsx';
import { DeleteAction } from './delete-action.tsx';
import { stepsWords } from './step-words.ts';

const EXAMPLE = `{"name": "Interested", "steps": [
  {"event": "$pageview", "url": "/pricing"},
  {"event": "signup", "properties": [{"key": "plan", "value": "pro"}]}
]}`;

/** Named filters of events, what they match and who uses them. */
export default function ActionsScreen(): ReactElement {
  const project = useProject();
  return (
    <DefinitionList
      noun="action"
      kind="actions"
      head="Action"
      wordsHead="Matches"
      wordsOf={({ steps }) => stepsWords(steps)}
      more={[]}
      query={useQuery(actionListQuery(project.id))}
      says="An action gives one name to events that mean the same: page views of the prices, a click on a button, a sign-up on a plan. Insights and SQL count it as they count an event."
      example={EXAMPLE}
      deletion={(action, close) => <DeleteAction action={action} onClose={close} onDeleted={close} />}
    />
  );
}
