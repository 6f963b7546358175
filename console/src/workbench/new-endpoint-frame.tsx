import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { endpointsQuery } from '../data/endpoints.ts';
import { useProject } from '../data/projects.ts';
import { Button } from '../parts/button.tsx';
import { PageHead } from '../parts/page.tsx';
import { sayToast } from '../parts/toasts.tsx';
import { useRefusal } from '../session/permission.ts';
import { freeName } from './free-name.ts';
import { NewEndpointSheet, type SavedDraft } from './save-sheet.tsx';
import styles from './workbench.module.css';

export interface NewEndpointFrameProps {
  readonly title: string;
  /** What becomes an endpoint. */
  readonly saved: SavedDraft;
  /** The name that the sheet begins with; one that is taken gets a figure. */
  readonly proposed: string;
  /** Saving is what the screen is for: its button is the primary one. */
  readonly isForSaving?: boolean;
  readonly onSaved?: () => void;
  readonly children: (save: () => void) => ReactNode;
}

/** Head with "Save as endpoint", the sheet that asks for the name, and the draft below. */
export function NewEndpointFrame(props: NewEndpointFrameProps) {
  const project = useProject();
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  const { data: endpoints } = useQuery(endpointsQuery(project.id));
  const refusal = useRefusal('endpoint:write');
  const taken = (endpoints ?? []).map(({ name }) => name);
  const save = () => refusal === null && setSaving(true);
  const look = props.isForSaving ? ({ tone: 'primary' } as const) : ({ icon: 'plus' } as const);
  return (
    <div className={styles['whole']}>
      <PageHead
        title={props.title}
        controls={
          <Button {...look} keys="⌘S" unavailable={refusal} onPress={save}>
            Save as endpoint
          </Button>
        }
      />
      {isSaving && (
        <NewEndpointSheet
          projectId={project.id}
          draft={props.saved}
          proposed={freeName(props.proposed, taken)}
          taken={taken}
          onClose={() => setSaving(false)}
          onSaved={(name) => {
            props.onSaved?.();
            sayToast(`${name} is created`);
            void navigate({ to: `/${project.id}/endpoints/${name}/query` as never });
          }}
        />
      )}
      {props.children(save)}
    </div>
  );
}
