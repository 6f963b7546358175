import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type Cohort, cohortListQuery } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { OneDefinition } from '../../definition/one-definition.tsx';
import { freeName } from '../../workbench/free-name.ts';
import { CohortForm } from './cohort-form.tsx';

/** A new cohort; `?from=` says of which one it is a copy. Members of a list are not copied. */
export default function NewCohortScreen(): ReactElement {
  const project = useProject();
  const { from } = useSearch({ strict: false }) as { readonly from?: string };
  const cohorts = useQuery(cohortListQuery(project.id));
  return (
    <OneDefinition noun="cohort" title="New cohort" list={`/${project.id}/cohorts`} query={cohorts}>
      {(rows) => <NewCohort source={rows.find(({ id }) => String(id) === from)} cohorts={rows} />}
    </OneDefinition>
  );
}

function NewCohort(props: {
  readonly source: Cohort | undefined;
  readonly cohorts: readonly Cohort[];
}): ReactElement {
  const { source, cohorts } = props;
  if (source === undefined) return <CohortForm key="new" stored={null} />;
  const { id, name, description, is_static, filters } = source;
  const names = cohorts.map((cohort) => cohort.name);
  const first = { name: freeName(`${name} copy`, names), description, is_static, filters };
  return <CohortForm key={`copy:${id}`} stored={null} first={first} />;
}
