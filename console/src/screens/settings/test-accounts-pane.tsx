import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ApiProblem } from '../../api/problem.ts';
import { keptEventsQuery } from '../../data/settings-trials.ts';
import { FilterList } from '../../insight/filter-list.tsx';
import { formatCount, formatShare } from '../../parts/format.ts';
import { Pane } from '../../parts/page.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { hasScope } from '../../session/has-scope.ts';
import { useSessionKey } from '../../session/permission.ts';
import { refusalOf } from './project-form.ts';
import styles from './settings.module.css';
import type { ProjectSettings } from './use-project-settings.ts';

/** Which events count when a query leaves test accounts out, and how many of this week those are. */
export function TestAccountsPane(props: {
  readonly projectId: number;
  readonly settings: ProjectSettings;
  readonly problem: ApiProblem | null;
}): ReactElement {
  const { projectId, settings, problem } = props;
  const filters = settings.form.test_account_filters;
  const key = useSessionKey();
  const isComplete = filters.every((filter) => filter['key'] !== '');
  const kept = useQuery({
    ...keptEventsQuery(projectId, filters),
    enabled: filters.length > 0 && isComplete && hasScope(key, 'query:read'),
  });
  return (
    <Pane title="Test accounts" className={styles.pane}>
      <div className={styles.part}>
        <p className={styles.told}>
          Events stay in an answer when all of this holds, wherever a query or caller asks to leave test
          accounts out. An example: <b>email does not contain @yours.example</b>.
        </p>
        <FilterList
          projectId={projectId}
          value={filters}
          onValue={(value) =>
            settings.change({
              test_account_filters: Array.isArray(value) ? value : [],
            })
          }
          isList
        />
        {refusalOf(problem, 'test_account_filters') && <ProblemLine error={problem} />}
        {kept.error && <ProblemLine error={kept.error} />}
        {kept.data && filters.length > 0 && isComplete && (
          <p className={styles.outcome} role="status">
            <b>{formatCount(kept.data.kept)}</b> of {formatCount(kept.data.all)} events of the last 7 days
            stay
            {kept.data.all > 0 && <span> ({formatShare(kept.data.kept / kept.data.all)})</span>}.
          </p>
        )}
      </div>
    </Pane>
  );
}
