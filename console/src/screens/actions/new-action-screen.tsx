import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type Action, actionListQuery } from '../../data/actions.ts';
import { useProject } from '../../data/projects.ts';
import { OneDefinition } from '../../definition/one-definition.tsx';
import { freeName } from '../../workbench/free-name.ts';
import { ActionForm } from './action-form.tsx';

/** A new action; `?from=` says of which one it is a copy. */
export default function NewActionScreen(): ReactElement {
  const project = useProject();
  const { from } = useSearch({ strict: false }) as { readonly from?: string };
  const actions = useQuery(actionListQuery(project.id));
  return (
    <OneDefinition noun="action" title="New action" list={`/${project.id}/actions`} query={actions}>
      {(rows) => <NewAction source={rows.find(({ id }) => String(id) === from)} actions={rows} />}
    </OneDefinition>
  );
}

function NewAction(props: {
  readonly source: Action | undefined;
  readonly actions: readonly Action[];
}): ReactElement {
  const { source, actions } = props;
  if (source === undefined) return <ActionForm key="new" stored={null} />;
  const { id, name, description, steps } = source;
  const names = actions.map((action) => action.name);
  const first = { name: freeName(`${name} copy`, names), description, steps };
  return <ActionForm key={`copy:${id}`} stored={null} first={first} />;
}
