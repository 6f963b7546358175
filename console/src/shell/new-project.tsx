import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { createProject } from '../data/projects.ts';
import { ComboBox } from '../parts/combo-box.tsx';
import { AskDialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';

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
  return (
    <AskDialog
      title="New project"
      verb="Create project"
      onClose={onClose}
      onAct={() => create.mutate()}
      isPending={create.isPending}
      unavailable={name.trim() === '' ? 'Type a name first' : null}
    >
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
    </AskDialog>
  );
}
