import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { CohortCondition, CohortGroup } from '../../data/cohorts.ts';
import { eventsQuery } from '../../data/names.ts';
import { useProject } from '../../data/projects.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Select } from '../../parts/select.tsx';
import { firstCondition } from './cohort-conditions.ts';
import styles from './cohorts.module.css';
import { ConditionForm } from './condition-form.tsx';

/** Groups inside groups have a form up to here; deeper ones are told in words. */
const DEEPEST = 2;

/** The most conditions that the service takes of one group. */
const MOST_CONDITIONS = 50;

const JOINS = [
  { value: 'AND', label: 'all of these' },
  { value: 'OR', label: 'any of these' },
] as const;

export interface GroupFormProps {
  readonly group: CohortGroup;
  readonly depth: number;
  readonly ownId: number | null;
  readonly onGroup: (group: CohortGroup) => void;
}

/** Conditions that all hold, or of which one holds. */
export function GroupForm({ group, depth, ownId, onGroup }: GroupFormProps): ReactElement {
  const { values } = group;
  const set = (next: CohortCondition[]) => onGroup({ ...group, values: next });
  return (
    <div className={styles.group} data-depth={depth}>
      <div className={styles.join}>
        <span>Persons who meet</span>
        <Select
          label="How conditions are joined"
          hidesLabel
          choices={JOINS}
          value={group.type}
          onChange={(type) => onGroup({ ...group, type })}
        />
      </div>
      <ul className={styles.list}>
        {values.map((condition, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place; two may be alike
          <li key={at} aria-label={`Condition ${at + 1}`}>
            <div className={styles.condition}>
              {'values' in condition && depth < DEEPEST ? (
                <GroupForm
                  group={condition}
                  depth={depth + 1}
                  ownId={ownId}
                  onGroup={(next) => set(values.with(at, next))}
                />
              ) : (
                <ConditionForm
                  condition={condition}
                  ownId={ownId}
                  onCondition={(next) => set(values.with(at, next))}
                />
              )}
            </div>
            <IconButton
              label={`Remove condition ${at + 1}`}
              icon="cross"
              size="small"
              onPress={() => set(values.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      {values.length < MOST_CONDITIONS && (
        <AddCondition canGroup={depth < DEEPEST} onAdd={(condition) => set([...values, condition])} />
      )}
    </div>
  );
}

function AddCondition(props: {
  readonly canGroup: boolean;
  readonly onAdd: (condition: CohortCondition) => void;
}): ReactElement {
  const { canGroup, onAdd } = props;
  const project = useProject();
  const { data } = useQuery(eventsQuery(project.id));
  const busiest = data?.names[0]?.name ?? '$pageview';
  const add = (kind: Parameters<typeof firstCondition>[0], label: string, help: string) => ({
    id: kind,
    label,
    help,
    onAction: () => onAdd(firstCondition(kind, busiest)),
  });
  const kinds = [
    add('behavioral', 'Did something', 'An event or an action in a period, once or several times'),
    add('person', 'Has a property', 'A property of the person, compared with a value'),
    add('cohort', 'Is in a cohort', 'Or is not in it'),
  ];
  const group = [add('group', 'Group', 'Conditions of which any, or all, have to hold')];
  return (
    <div>
      <ActionMenu
        label="Kinds of conditions"
        placement="bottom start"
        groups={[{ actions: kinds }, ...(canGroup ? [{ actions: group }] : [])]}
      >
        <Button size="small" icon="plus">
          Condition
        </Button>
      </ActionMenu>
    </div>
  );
}
