import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { rollCaptureToken } from '../../data/projects.ts';
import type { Project } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Pane } from '../../parts/page.tsx';
import { Secret } from '../../parts/secret.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import styles from './settings.module.css';

/** The token that senders of events carry: masked, to copy, and to replace. */
export function TokenPane(props: {
  readonly project: Project;
  readonly refusal: string | null;
}): ReactElement {
  const { project, refusal } = props;
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const roll = useMutation({
    mutationFn: () => rollCaptureToken(project.id),
    onSuccess: async () => {
      setAsking(false);
      sayToast('The capture token is replaced');
      await Promise.all([
        client.invalidateQueries({ queryKey: ['projects'] }),
        client.invalidateQueries({ queryKey: ['project', project.id, 'settings'] }),
      ]);
    },
  });
  return (
    <Pane title="Capture token" className={styles.pane}>
      <div className={styles.part}>
        <p className={styles.told}>
          Senders of events carry it. It may write events and nothing else, so it may stand in a page.
        </p>
        <Secret value={project.api_token} label="Copy the capture token">
          <Button size="small" tone="danger" unavailable={refusal} onPress={() => setAsking(true)}>
            Replace
          </Button>
        </Secret>
      </div>
      <ConfirmDialog
        title="Replace the capture token"
        verb="Replace token"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => roll.mutate()}
        isPending={roll.isPending}
        name={project.name}
      >
        <p>
          The token of now stops working at once: pages, apps and servers that carry it send events to nobody
          until they get the new one.
        </p>
        <ProblemLine error={roll.error} />
      </ConfirmDialog>
    </Pane>
  );
}
