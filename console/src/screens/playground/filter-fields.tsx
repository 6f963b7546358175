import type { ReactElement } from 'react';
import { useProject } from '../../data/projects.ts';
import { FilterList } from '../../insight/filter-list.tsx';
import type { FormPart } from './form-part.ts';
import { memberOf, withMember } from './play-request.ts';
import styles from './playground.module.css';

const PATH = ['filters_override', 'properties'] as const;

/** Property filters of the call, which narrow every answer. */
export function FilterFields({ request, onChange, problem }: FormPart): ReactElement {
  const project = useProject();
  return (
    <fieldset className={styles.group}>
      <legend>Filters</legend>
      <FilterList
        projectId={project.id}
        value={memberOf(request.body, PATH)}
        onValue={(filters) => onChange({ ...request, body: withMember(request.body, PATH, filters) })}
        isList
      />
      {problem?.attr?.startsWith(PATH.join('.')) && <p className={styles.refused}>{problem.message}</p>}
    </fieldset>
  );
}
