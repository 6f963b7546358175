import type { ReactElement } from 'react';
import { type Cohort, deleteCohort } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { DeleteDialog } from '../../definition/delete-dialog.tsx';

/** Deletes a cohort and its members, unless something uses it. */
export function DeleteCohort(props: {
  readonly cohort: Cohort;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactElement {
  const { cohort, onClose, onDeleted } = props;
  const project = useProject();
  return (
    <DeleteDialog
      noun="cohort"
      name={cohort.name}
      canForce={false}
      remove={() => deleteCohort(project.id, cohort.id)}
      changes={[['project', project.id, 'cohorts']]}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  );
}
