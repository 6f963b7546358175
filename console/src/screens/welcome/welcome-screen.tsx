import type { ReactElement } from 'react';
import { useProject } from '../../data/projects.ts';
import { StateMark } from '../../parts/badge.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { NoPermission } from '../../parts/states.tsx';
import { hasScope } from '../../session/has-scope.ts';
import { useSessionKey } from '../../session/permission.ts';
import { AskPane } from './ask-pane.tsx';
import { CallPane } from './call-pane.tsx';
import { SendPane } from './send-pane.tsx';
import { useFirstEvent } from './use-first-event.ts';
import styles from './welcome.module.css';

/** From an empty project to an answer that a program has called: send, ask, call. */
export default function WelcomeScreen(): ReactElement {
  const project = useProject();
  const key = useSessionKey();
  return (
    <>
      <PageHead
        title={`Welcome to “${project.name}”`}
        apiCall={`/api/projects/${project.id}/event_definitions`}
      />
      <PageBody isPadded>
        {hasScope(key, 'project:read') ? (
          <Steps />
        ) : (
          <NoPermission
            scope="project:read"
            shows="Welcome brings the first events in and asks about them."
          />
        )}
      </PageBody>
    </>
  );
}

function Steps(): ReactElement {
  const project = useProject();
  const first = useFirstEvent(project.id);
  return (
    <div className={styles.steps}>
      <SendPane project={project} hasCome={first.hasCome} mark={<Mark {...first} />} />
      <AskPane projectId={project.id} names={first.names} />
      <CallPane projectId={project.id} />
    </div>
  );
}

function Mark(props: { readonly hasCome: boolean | null; readonly name: string | null }): ReactElement {
  return (
    <span role="status">
      {props.hasCome === false && <StateMark tone="busy">waiting for the first event</StateMark>}
      {props.hasCome === true && <StateMark tone="ok">{props.name} has come</StateMark>}
    </span>
  );
}
