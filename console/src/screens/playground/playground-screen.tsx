import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../data/endpoint-context.ts';
import { useProject } from '../../data/projects.ts';
import { variablesQuery } from '../../data/runs.ts';
import { Button } from '../../parts/button.tsx';
import { Segmented } from '../../parts/choose.tsx';
import { Notice } from '../../parts/states.tsx';
import { useFragment } from '../../parts/use-fragment.ts';
import { useRefusal } from '../../session/permission.ts';
import { useKeys } from '../../shell/single-keys.ts';
import { AnswerSide } from './answer-side.tsx';
import { BodyJson } from './body-json.tsx';
import type { FormPart } from './form-part.ts';
import { foreseeRefusals, objectOf, type PlayRequest, pathOf, withMember } from './play-request.ts';
import styles from './playground.module.css';
import { RequestForm } from './request-form.tsx';
import { useRun } from './use-run.ts';

/** Try an endpoint: what is sent, what comes back, why it came from there, and the code that does the same. */
export default function PlaygroundScreen(): ReactElement {
  const endpoint = useEndpoint();
  const project = useProject();
  const [request, setRequest] = usePlayRequest();
  const runs = useRun(project.id);
  const run = (asked: PlayRequest) => void runs.run(pathOf(endpoint, asked.format), asked);
  useKeys({ 'mod+enter': () => run(request), escape: () => runs.running !== null && runs.cancel() });
  return (
    <div className={styles.playground}>
      <RequestSide
        endpoint={endpoint}
        request={request}
        onChange={setRequest}
        problem={runs.history[0]?.problem ?? null}
        onRun={() => run(request)}
      />
      <AnswerSide
        endpoint={endpoint}
        request={request}
        runs={runs}
        base={`/${project.id}/endpoints/${endpoint.name}`}
        onRestore={setRequest}
        onRun={(refresh) => {
          const body = withMember(request.body, ['refresh'], refresh ?? undefined);
          run({ ...request, body });
        }}
      />
    </div>
  );
}

/** The left side: what is sent, as a form or as JSON. */
function RequestSide(props: FormPart & { readonly onRun: () => void }): ReactElement {
  const { endpoint, request, onChange } = props;
  const project = useProject();
  const refusal = useRefusal('endpoint:read');
  const [view, setView] = useState<'form' | 'json'>('form');
  const variables = useQuery(variablesQuery(project.id, endpoint)).data ?? [];
  const warnings = foreseeRefusals(request, endpoint, variables);
  return (
    <section className={styles.request} aria-label="Request">
      <header className={styles.head}>
        <h2>Request</h2>
        <Segmented
          label="View of the request"
          size="small"
          value={view}
          onChange={setView}
          choices={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <Button tone="primary" icon="play" keys="⌘⏎" unavailable={refusal} onPress={props.onRun}>
          Run
        </Button>
      </header>
      {warnings.length > 0 && <Notice tone="warn">{warnings.join(' ')} It can be sent all the same.</Notice>}
      <div className={styles.scroll}>
        {view === 'form' ? (
          <RequestForm {...props} variables={variables} />
        ) : (
          <BodyJson body={request.body} onChange={(body) => onChange({ ...request, body })} />
        )}
      </div>
    </section>
  );
}

/** The request of the address (`#s=`), else an empty one; changes go into the address. */
function usePlayRequest(): readonly [PlayRequest, (request: PlayRequest) => void] {
  const [changed, change] = useState<PlayRequest | null>(null);
  const opened = useFragment(changed ?? undefined);
  const first = useMemo((): PlayRequest => {
    const { body, format } = objectOf(opened);
    return { body: objectOf(body), format: (format ?? 'json') as PlayRequest['format'] };
  }, [opened]);
  return [changed ?? first, change];
}
