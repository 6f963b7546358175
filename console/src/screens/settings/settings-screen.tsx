import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { projectQuery, useProject } from '../../data/projects.ts';
import type { Project } from '../../data/shapes.ts';
import { ACCEPT_FIRST, AcceptBreaking } from '../../parts/accept-breaking.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Notice, ProblemLine } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';
import { useKeys } from '../../shell/single-keys.ts';
import { AboutPane } from './about-pane.tsx';
import { CleaningPane } from './cleaning-pane.tsx';
import { DeletePane } from './delete-pane.tsx';
import styles from './settings.module.css';
import { TestAccountsPane } from './test-accounts-pane.tsx';
import { TokenPane } from './token-pane.tsx';
import { type ProjectSettings, useProjectSettings } from './use-project-settings.ts';

/** What a project is called, how it counts days and people, the token of its senders, and its end. */
export default function SettingsScreen(): ReactElement {
  const { id } = useProject();
  const project = useQuery(projectQuery(id));
  return (
    <>
      <PageHead title="Settings" apiCall={`/api/projects/${id}`} />
      <PageBody isPadded>
        <QueryView
          query={project}
          what="The settings"
          needs={{ scope: 'project:read', shows: 'Settings say how a project counts days and people.' }}
        >
          {(read) => <Settings key={read.id} project={read} />}
        </QueryView>
      </PageBody>
    </>
  );
}

function Settings({ project }: { readonly project: Project }): ReactElement {
  const refusal = useRefusal('project:write');
  const settings = useProjectSettings(project);
  const problem = settings.save.error === null ? null : asProblem(settings.save.error);
  return (
    <div className={styles.settings}>
      {refusal && <Notice>{refusal}.</Notice>}
      <AboutPane project={project} settings={settings} problem={problem} isDisabled={refusal !== null} />
      <fieldset className={styles.whole} disabled={refusal !== null}>
        <TestAccountsPane projectId={project.id} settings={settings} problem={problem} />
        <CleaningPane projectId={project.id} settings={settings} problem={problem} />
      </fieldset>
      <SaveFoot project={project} settings={settings} refusal={refusal} />
      <TokenPane project={project} refusal={refusal} />
      <DeletePane project={project} refusal={refusal} />
    </div>
  );
}

/** Saves, says what saving would break, and asks before events are thrown away. */
function SaveFoot(props: {
  readonly project: Project;
  readonly settings: ProjectSettings;
  readonly refusal: string | null;
}): ReactElement {
  const { project, settings, refusal } = props;
  const [isAsking, setAsking] = useState(false);
  const { save, accepts } = settings;
  const breaks = save.error !== null && asProblem(save.error).code === 'breaking_change';
  const nothing = settings.isChanged ? null : 'Nothing is changed';
  const unavailable = refusal ?? nothing ?? (breaks && !accepts ? ACCEPT_FIRST : null);
  const press = () => {
    if (unavailable !== null) return;
    if (settings.losesEvents) setAsking(true);
    else save.mutate();
  };
  useKeys({ 'mod+s': press });
  return (
    <>
      {settings.isOvertaken && (
        <Notice tone="warn" actions={<Button onPress={settings.discard}>Take theirs</Button>}>
          Somebody else has changed these settings since. Saving changes what you have changed and nothing
          else.
        </Notice>
      )}
      <div className={styles.foot}>
        <Button tone="primary" isPending={save.isPending} unavailable={unavailable} onPress={press}>
          Save
        </Button>
        <Button onPress={settings.discard} unavailable={nothing}>
          Discard
        </Button>
        <ProblemLine error={save.error} />
        {breaks && <AcceptBreaking isAccepted={accepts} onChange={settings.setAccepts} />}
      </div>
      <ConfirmDialog
        title="Throw older events away"
        verb="Keep fewer days"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          save.mutate();
        }}
        name={project.name}
      >
        <p>
          Events that are older than {settings.form.event_retention_days} days are gone for good, also when
          the number is raised again.
        </p>
      </ConfirmDialog>
    </>
  );
}
