import type { ReactElement } from 'react';
import type { CohortBody } from '../../data/cohorts.ts';
import type { Definition } from '../../definition/use-definition.ts';
import { Pane } from '../../parts/page.tsx';
import { conditionWords, NO_CONDITION } from './cohort-conditions.ts';
import styles from './cohorts.module.css';
import { GroupForm } from './group-form.tsx';
import { useNamesOfThings } from './use-names-of-things.ts';

/** Who belongs to a dynamic cohort. */
export function ConditionsPane(props: {
  readonly definition: Definition<CohortBody>;
  readonly isDisabled: boolean;
  /** Number of the cohort itself, which cannot be a condition of its own. */
  readonly ownId: number | null;
}): ReactElement {
  const { definition, isDisabled, ownId } = props;
  const { body, problem, take } = definition;
  const names = useNamesOfThings();
  const group = body.filters?.properties ?? NO_CONDITION;
  const own = problem?.attr?.startsWith('filters') === true ? problem.message : null;
  return (
    <Pane title="Who belongs to it">
      <div className={styles.conditions}>
        {isDisabled ? (
          <p className={styles.words}>{conditionWords(group, names)}</p>
        ) : (
          <GroupForm
            group={group}
            depth={0}
            ownId={ownId}
            onGroup={(properties) => take({ ...body, filters: { properties } })}
          />
        )}
        {own && (
          <p role="alert" className={styles.error}>
            {own}
          </p>
        )}
      </div>
    </Pane>
  );
}
