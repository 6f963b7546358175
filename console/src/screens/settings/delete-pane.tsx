import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { deleteProject } from '../../data/projects.ts';
import type { Project } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Pane } from '../../parts/page.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import styles from './settings.module.css';

/** The end of a project, which cannot be undone. */
export function DeletePane(props: {
  readonly project: Project;
  readonly refusal: string | null;
}): ReactElement {
  const { project, refusal } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => deleteProject(project.id),
    onSuccess: async () => {
      sayToast(`${project.name} is deleted`);
      // The first page opens the project that was open last, where it is still there.
      await client.invalidateQueries({ queryKey: ['projects'] });
      await navigate({ to: '/' as never });
      client.removeQueries({ queryKey: ['project', project.id] });
    },
  });
  return (
    <Pane title="Delete the project" className={styles.pane}>
      <div className={styles.end}>
        <p className={styles.told}>
          Its events, persons, groups, endpoints and logs are gone for good, and keys that reach nothing else
          end.
        </p>
        <Button tone="danger" icon="trash" unavailable={refusal} onPress={() => setAsking(true)}>
          Delete project
        </Button>
      </div>
      <ConfirmDialog
        title={`Delete ${project.name}`}
        verb="Delete for good"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate()}
        isPending={end.isPending}
        name={project.name}
      >
        <p>
          Project {project.id} answers nobody from now on: its endpoints stop, its capture token is dead, its
          data is removed. It cannot be brought back.
        </p>
        <ProblemLine error={end.error} />
      </ConfirmDialog>
    </Pane>
  );
}
