import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useProject } from '../data/projects.ts';
import { FactsPane, type FactsPaneProps } from './facts-pane.tsx';
import { useUsers } from './use-users.ts';
import { UsersPane } from './users-pane.tsx';

interface DefinitionSideProps extends Pick<FactsPaneProps, 'sql' | 'refusal'> {
  readonly noun: 'action' | 'cohort';
  readonly stored: FactsPaneProps['facts'] & { readonly id: number; readonly name: string };
  /** The dialog that deletes it. */
  readonly deletion: (ends: { readonly onClose: () => void; readonly onDeleted: () => void }) => ReactElement;
}

/** Beside the form of a definition: who uses it, facts, and its deletion, after which the list is shown. */
export function DefinitionSide(props: DefinitionSideProps): ReactElement {
  const { noun, stored, sql, refusal, deletion } = props;
  const project = useProject();
  const navigate = useNavigate();
  const findUsers = useUsers();
  const [isDeleting, setDeleting] = useState(false);
  const list = `${noun}s` as const;
  return (
    <>
      <UsersPane users={findUsers === null ? null : findUsers(list, stored)} />
      <FactsPane noun={noun} facts={stored} sql={sql} refusal={refusal} onDelete={() => setDeleting(true)} />
      {isDeleting &&
        deletion({
          onClose: () => setDeleting(false),
          onDeleted: () => void navigate({ to: `/${project.id}/${list}` as never }),
        })}
    </>
  );
}
