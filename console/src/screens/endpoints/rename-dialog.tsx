import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { renameEndpoint } from '../../data/endpoints.ts';
import type { Endpoint } from '../../data/shapes.ts';
import { AskDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { sayToast } from '../../parts/toasts.tsx';

/** Another name for an endpoint; the service judges the name, and its sentence lands at the field. */
export function RenameDialog(props: {
  readonly projectId: number;
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}): ReactElement {
  const { projectId, endpoint, onClose } = props;
  const [name, setName] = useState(endpoint.name);
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: () => renameEndpoint(projectId, endpoint.name, name),
    onSuccess: () => {
      sayToast(`${endpoint.name} is now ${name}`);
      onClose();
      return client.invalidateQueries({ queryKey: ['project', projectId, 'endpoints'] });
    },
  });
  return (
    <AskDialog
      title={`Rename ${endpoint.name}`}
      verb="Rename"
      onClose={onClose}
      onAct={() => rename.mutate()}
      isPending={rename.isPending}
      unavailable={name === endpoint.name ? 'Type another name first' : null}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        isCode
        autoFocus
        help="The old URL stops at once: callers have to change theirs."
        error={rename.error && asProblem(rename.error).message}
      />
    </AskDialog>
  );
}
