import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { createProject } from '../data/projects.ts';
import { Button } from '../parts/button.tsx';
import { ComboBox } from '../parts/combo-box.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './sign-in-form.module.css';

/** Asks for name and time zone of a new project; then shows its first screen. */
export default function NewProject({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [name, setName] = useState('');
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createProject({ name, timezone: zone }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['projects'] });
      onClose();
      await navigate({ to: `/${id}` as never });
    },
  });
  const problem = create.error && asProblem(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog
      title="New project"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isPending={create.isPending}
            unavailable={name.trim() === '' ? 'Type a name first' : null}
            onPress={() => create.mutate()}
          >
            Create project
          </Button>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          autoFocus
          error={problem && problem.attr !== 'timezone' ? problem.message : null}
        />
        <ComboBox
          label="Time zone"
          choices={Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))}
          value={zone}
          onChange={setZone}
          help="Days of charts and tables begin at its midnight. It can be changed later."
          error={problem?.attr === 'timezone' ? problem.message : null}
        />
      </form>
    </Dialog>
  );
}
