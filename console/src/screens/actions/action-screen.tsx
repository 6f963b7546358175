import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { actionQuery } from '../../data/actions.ts';
import { useProject } from '../../data/projects.ts';
import { OneDefinition } from '../../definition/one-definition.tsx';
import { ActionForm } from './action-form.tsx';

/** One action: what it matches, what came in of it, and who uses it. */
export default function ActionScreen(): ReactElement {
  const project = useProject();
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const action = useQuery(actionQuery(project.id, id));
  return (
    <OneDefinition noun="action" title="Action" list={`/${project.id}/actions`} query={action}>
      {(stored) => <ActionForm key={id} stored={stored} />}
    </OneDefinition>
  );
}
