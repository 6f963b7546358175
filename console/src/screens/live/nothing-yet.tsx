import type { ReactElement } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Empty } from '../../parts/states.tsx';

/** Listening, with a line that sends an event. The capture token may send events and nothing else. */
export function NothingYet(props: { readonly token: string; readonly isFiltered: boolean }): ReactElement {
  const event = { api_key: props.token, event: 'tried the console', distinct_id: 'me' };
  const code = `curl -s ${location.origin}/i/v0/e/ -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(event)}'`;
  return (
    <Empty
      title={props.isFiltered ? 'Listening for such events' : 'Listening'}
      example={<CodeBlock label="Copy the curl command" code={code} />}
    >
      Events appear here as the service accepts them, with what was odd about them. Send one:
    </Empty>
  );
}
