import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Empty } from '../../parts/states.tsx';
import { NewEndpointMenu } from './new-endpoint-menu.tsx';

const EXAMPLE = `SELECT toDate(timestamp) AS day, count() AS events
FROM events
WHERE event = {variables.event}
GROUP BY day
ORDER BY day`;

/** A project without endpoints: what one is, the way to make one, and how one looks. */
export function NoEndpoints({ projectId }: { readonly projectId: number }): ReactElement {
  return (
    <Empty
      title="No endpoint yet"
      action={
        <>
          <NewEndpointMenu projectId={projectId} />
          <Link to={`/${projectId}/welcome` as never}>Send events first</Link>
        </>
      }
      example={<CodeBlock label="Copy the example query" code={EXAMPLE} />}
    >
      An endpoint is a stored query with a URL: your product calls it with a key and gets the answer as JSON,
      from the cache, from a snapshot or computed now.
    </Empty>
  );
}
