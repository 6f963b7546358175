import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type CohortCondition, cohortListQuery } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { FilterRow, isPlain } from '../../insight/filter-list.tsx';
import { ComboBox } from '../../parts/combo-box.tsx';
import { BehaviorForm } from './behavior-form.tsx';
import {
  conditionWords,
  type MemberCondition,
  type PersonCondition,
  withNegation,
} from './cohort-conditions.ts';
import styles from './cohorts.module.css';
import { Lead } from './lead.tsx';
import { useNamesOfThings } from './use-names-of-things.ts';

const HAS = [
  { value: 'yes', label: 'has' },
  { value: 'no', label: 'has not' },
] as const;

const IS_IN = [
  { value: 'in', label: 'is in' },
  { value: 'not_in', label: 'is not in' },
] as const;

interface ConditionFormProps<Condition = CohortCondition> {
  readonly condition: Condition;
  /** Number of the cohort itself. */
  readonly ownId: number | null;
  readonly onCondition: (condition: CohortCondition) => void;
}

/** One condition. What has no form is told in words and stays as it is. */
export function ConditionForm({ condition, ownId, onCondition }: ConditionFormProps): ReactElement {
  const names = useNamesOfThings();
  if (condition.type === 'behavioral')
    return <BehaviorForm condition={condition} onCondition={onCondition} />;
  if (condition.type === 'cohort')
    return <MemberForm condition={condition} ownId={ownId} onCondition={onCondition} />;
  if (condition.type === 'person' && isPlain(condition))
    return <PersonForm condition={condition} ownId={ownId} onCondition={onCondition} />;
  return <p className={styles.words}>{conditionWords(condition, names)}</p>;
}

function PersonForm({ condition, onCondition }: ConditionFormProps<PersonCondition>): ReactElement {
  const project = useProject();
  return (
    <div className={styles.row}>
      <Lead
        label="Has it or not"
        choices={HAS}
        value={condition.negation ? 'no' : 'yes'}
        onChange={(value) => onCondition(withNegation(condition, value === 'no'))}
      />
      <div className={styles.rest}>
        <FilterRow
          projectId={project.id}
          isOfPerson
          filter={condition}
          onFilter={(next) => onCondition(next as PersonCondition)}
        />
      </div>
    </div>
  );
}

function MemberForm({ condition, ownId, onCondition }: ConditionFormProps<MemberCondition>): ReactElement {
  const project = useProject();
  const { data } = useQuery(cohortListQuery(project.id));
  const isOut = (condition.operator === 'not_in') !== (condition.negation === true);
  const choices = (data ?? [])
    .filter(({ id }) => id !== ownId)
    .map(({ id, name }) => ({ value: String(id), label: name, after: `cohort ${id}` }));
  return (
    <div className={styles.row}>
      <Lead
        label="In it or not"
        choices={IS_IN}
        value={isOut ? 'not_in' : 'in'}
        onChange={(operator) => onCondition({ ...withNegation(condition, false), operator })}
      />
      <div className={styles.rest}>
        <ComboBox
          label="Cohort"
          hidesLabel
          placeholder="Cohort"
          choices={choices}
          value={String(condition.value)}
          onChange={(id) => onCondition({ ...condition, value: Number(id) })}
        />
      </div>
    </div>
  );
}
