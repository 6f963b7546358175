import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { deletedEndpointsQuery, restoreEndpoint } from '../../data/endpoints.ts';
import type { Project } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { Age } from '../../parts/clock.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatCount } from '../../parts/format.ts';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import { useRefusal } from '../../session/permission.ts';
import styles from './endpoints.module.css';

/** "Deleted (2)" below the list: what was deleted, and the way back. Nothing where nothing was deleted. */
export function DeletedEndpoints({ project }: { readonly project: Project }): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const deleted = useQuery(deletedEndpointsQuery(project.id));
  const client = useQueryClient();
  const refusal = useRefusal('endpoint:write');
  const restore = useMutation({
    mutationFn: (name: string) => restoreEndpoint(project.id, name),
    onSuccess: (_, name) => {
      sayToast(`${name} is back, with all its versions`);
      return client.invalidateQueries({ queryKey: ['project', project.id, 'endpoints'] });
    },
  });
  const rows = deleted.data ?? [];
  if (rows.length === 0 && !isOpen) return null;
  return (
    <>
      <Button size="small" tone="quiet" onPress={() => setOpen(true)}>
        Deleted ({formatCount(rows.length)})
      </Button>
      <Dialog title="Deleted endpoints" isOpen={isOpen} onClose={() => setOpen(false)}>
        <ProblemLine error={restore.error} />
        <ul className={styles.deleted}>
          {rows.map(({ id, name, updated_at }) => (
            <li key={id}>
              <b>{name}</b>
              <span>
                deleted <Age at={updated_at} /> ago
              </span>
              <Button size="small" unavailable={refusal} onPress={() => restore.mutate(name)}>
                Restore
              </Button>
            </li>
          ))}
        </ul>
        {rows.length === 0 && <p>Nothing is deleted any more.</p>}
      </Dialog>
    </>
  );
}
