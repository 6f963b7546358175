import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { addCohortMembers, type Cohort, MOST_ADDED } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatCount, plural } from '../../parts/format.ts';
import { ProblemLine } from '../../parts/states.tsx';
import { TextField } from '../../parts/text-field.tsx';
import styles from './cohorts.module.css';

/** Distinct ids that nobody has, in a sentence; the rest is counted. */
const MOST_TOLD = 10;

/** Puts persons on the list by their distinct ids, one a line. Those that nobody has are told. */
export function AddMembersDialog(props: {
  readonly cohort: Cohort;
  readonly onClose: () => void;
}): ReactElement {
  const { cohort, onClose } = props;
  const project = useProject();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const ids = idsOf(text);
  const add = useMutation({
    mutationFn: () => addCohortMembers(project.id, cohort.id, ids),
    onSuccess: () => {
      setText('');
      return client.invalidateQueries({ queryKey: ['project', project.id, 'cohorts'] });
    },
  });
  const missing =
    ids.length === 0
      ? 'Write distinct ids first'
      : ids.length > MOST_ADDED
        ? `At most ${formatCount(MOST_ADDED)} at once`
        : null;
  return (
    <Dialog
      title={`Add persons to ${cohort.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{add.data ? 'Done' : 'Cancel'}</Button>
          <Button tone="primary" isPending={add.isPending} unavailable={missing} onPress={() => add.mutate()}>
            Add {ids.length === 0 ? 'persons' : plural(ids.length, 'person')}
          </Button>
        </>
      }
    >
      <TextField
        label="Distinct ids"
        help={`One a line, at most ${formatCount(MOST_ADDED)} at once`}
        lines={8}
        isCode
        autoFocus
        value={text}
        onChange={setText}
      />
      {add.data && (
        <p role="status" className={styles.told}>
          {plural(add.data.added, 'person')} added. {tellUnknown(add.data.unknown_distinct_ids)}
        </p>
      )}
      <ProblemLine error={add.error} />
    </Dialog>
  );
}

/** The ids of a text, each once. */
const idsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

function tellUnknown(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const told = ids.slice(0, MOST_TOLD).join(', ');
  const more = ids.length > MOST_TOLD ? ` and ${formatCount(ids.length - MOST_TOLD)} more` : '';
  return `Nobody has ${told}${more}.`;
}
