import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { changeEndpoint, deleteEndpoint, restoreEndpoint } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import type { ShownEndpoint } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/choose.tsx';
import { Pane } from '../../parts/page.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import styles from './endpoint-settings.module.css';

/** Switching an endpoint off, and deleting it; both can be undone. */
export function EndPane(props: {
  readonly endpoint: ShownEndpoint;
  readonly refusal: string | null;
}): ReactElement {
  const { endpoint, refusal } = props;
  const project = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: ['project', project.id, 'endpoints'] });
  const activate = useMutation({
    mutationFn: (is_active: boolean) => changeEndpoint(project.id, endpoint.name, { is_active }),
    onSettled: refresh,
  });
  const restore = async () => {
    await restoreEndpoint(project.id, endpoint.name);
    await refresh();
  };
  const end = useMutation({
    mutationFn: () => deleteEndpoint(project.id, endpoint.name),
    onSuccess: async () => {
      sayToast(`${endpoint.name} is deleted`, { action: { label: 'Undo', onPress: () => void restore() } });
      await navigate({ to: `/${project.id}/endpoints` as never });
      await refresh();
    },
  });
  return (
    <Pane title="Off and gone" className={styles.pane}>
      <div className={styles.end}>
        <Switch
          isSelected={endpoint.is_active}
          isDisabled={refusal !== null}
          onChange={(isActive) => activate.mutate(isActive)}
        >
          {endpoint.is_active ? 'Active: callers get answers' : 'Inactive: runs answer 404'}
        </Switch>
        <Button
          tone="danger"
          icon="trash"
          isPending={end.isPending}
          unavailable={refusal}
          onPress={() => end.mutate()}
        >
          Delete endpoint
        </Button>
      </div>
      <ProblemLine error={activate.error ?? end.error} />
    </Pane>
  );
}
