import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { sendTestEvent } from '../../data/capture.ts';
import { type Import, importQuery, loadDemo } from '../../data/imports.ts';
import type { Project } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choose.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatCount } from '../../parts/format.ts';
import { Pane } from '../../parts/page.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';
import { SNIPPETS, type SnippetLanguage, writeSnippet } from './snippets.ts';
import styles from './welcome.module.css';

/** Step 1: code that sends an event, and events for whoever has none yet. */
export function SendPane(props: {
  readonly project: Project;
  readonly hasCome: boolean | null;
  readonly mark: ReactNode;
}): ReactElement {
  const { project, hasCome, mark } = props;
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const test = useMutation({ mutationFn: () => sendTestEvent(project.api_token) });
  return (
    <Pane title="1  Send an event" controls={mark}>
      <div className={styles.step}>
        <div className={styles.row}>
          <Segmented
            label="Language"
            choices={SNIPPETS}
            value={language}
            onChange={setLanguage}
            size="small"
          />
          <span className={styles.note}>The token in it may send events and nothing else.</span>
        </div>
        <CodeBlock
          label={`Copy the ${language} code`}
          code={writeSnippet(language, project.api_token, location.origin)}
          wraps
        />
        <div className={styles.row}>
          <Button isPending={test.isPending} onPress={() => test.mutate()}>
            Send a test event
          </Button>
          <Link to={`/${project.id}/imports` as never}>Import a file</Link>
          <Demo projectId={project.id} hasCome={hasCome} />
        </div>
        <ProblemLine error={test.error} />
      </div>
    </Pane>
  );
}

/** Events of an invented product, and how far they have come. */
function Demo(props: { readonly projectId: number; readonly hasCome: boolean | null }): ReactElement {
  const { projectId, hasCome } = props;
  const client = useQueryClient();
  const refusal = useDemoRefusal();
  const demo = useMutation({
    mutationFn: () => loadDemo(projectId),
    onSuccess: () => client.invalidateQueries({ queryKey: ['project', projectId, 'endpoints'] }),
  });
  const unavailable = refusal ?? (hasCome ? 'The demo goes into a project to which no event has come' : null);
  if (demo.data) return <DemoProgress projectId={projectId} began={demo.data} />;
  return (
    <>
      <Button unavailable={unavailable} isPending={demo.isPending} onPress={() => demo.mutate()}>
        Load the demo
      </Button>
      <ProblemLine error={demo.error} />
    </>
  );
}

function useDemoRefusal(): string | null {
  const refusals = [useRefusal('event:write'), useRefusal('endpoint:write')];
  return refusals.find((refusal) => refusal !== null) ?? null;
}

function DemoProgress(props: { readonly projectId: number; readonly began: Import }): ReactElement {
  const { data = props.began, error } = useQuery(importQuery(props.projectId, props.began.id));
  const total = data.total === null ? '' : ` of ${formatCount(data.total)}`;
  return (
    <>
      <span role="status" className={styles.note}>
        {data.state === 'running' && `The demo comes in: ${formatCount(data.read)}${total} events`}
        {data.state === 'completed' && `The demo is in: ${formatCount(data.inserted)} events`}
        {data.state === 'failed' && `The demo has failed: ${data.error ?? 'no reason given'}`}
        {data.state === 'stopped' && 'The demo was stopped'}
      </span>
      <ProblemLine error={error} />
    </>
  );
}
