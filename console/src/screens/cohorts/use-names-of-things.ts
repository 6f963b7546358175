import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { actionListQuery } from '../../data/actions.ts';
import { cohortListQuery } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import type { NamesOfThings } from './cohort-conditions.ts';

/** Names of the actions and cohorts of the project by their numbers; empty until they are read. */
export function useNamesOfThings(): NamesOfThings {
  const project = useProject();
  const { data: actions } = useQuery(actionListQuery(project.id));
  const { data: cohorts } = useQuery(cohortListQuery(project.id));
  return useMemo(
    () => ({
      actions: new Map(actions?.map(({ id, name }) => [id, name])),
      cohorts: new Map(cohorts?.map(({ id, name }) => [id, name])),
    }),
    [actions, cohorts],
  );
}
