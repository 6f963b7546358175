import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { cohortQuery } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { OneDefinition } from '../../definition/one-definition.tsx';
import { CohortForm } from './cohort-form.tsx';

/** One cohort: who belongs to it, who is in it now, and who uses it. */
export default function CohortScreen(): ReactElement {
  const project = useProject();
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const cohort = useQuery(cohortQuery(project.id, id));
  return (
    <OneDefinition noun="cohort" title="Cohort" list={`/${project.id}/cohorts`} query={cohort}>
      {(stored) => <CohortForm key={id} stored={stored} />}
    </OneDefinition>
  );
}
