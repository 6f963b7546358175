import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { endpointsQuery } from '../../data/endpoints.ts';
import { createKey, keysQuery } from '../../data/keys.ts';
import type { Endpoint } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Pane } from '../../parts/page.tsx';
import { Secret } from '../../parts/secret.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { hasScope } from '../../session/has-scope.ts';
import { useRefusal, useSessionKey } from '../../session/permission.ts';
import styles from './welcome.module.css';

/** Step 3: the newest endpoint, called by a program with a key that can run endpoints and do nothing else. */
export function CallPane({ projectId }: { readonly projectId: number }): ReactElement {
  const key = useSessionKey();
  const client = useQueryClient();
  const refusal = useRefusal('key:write');
  const { data: endpoints } = useQuery({
    ...endpointsQuery(projectId),
    enabled: hasScope(key, 'endpoint:read'),
  });
  const newest = newestOf(endpoints ?? []);
  const make = useMutation({
    mutationFn: () => createKey({ label: 'first call', scopes: ['endpoint:read'], projects: [projectId] }),
    // The secret goes with this screen.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  return (
    <Pane title="3  Call it">
      <div className={styles.step}>
        {newest === null ? (
          <p className={styles.note}>Save a question as an endpoint, and its call stands here.</p>
        ) : (
          <>
            <p className={styles.note}>
              <Link to={`/${projectId}/endpoints/${newest.name}/playground` as never}>{newest.name}</Link>{' '}
              from a program of yours. Keep the key on your server: whoever has it may run every endpoint of
              the project.
            </p>
            <CodeBlock label="Copy the call" code={callOf(projectId, newest)} />
          </>
        )}
        {make.data ? (
          <>
            <Secret value={make.data.value} label="Copy the key" />
            <p className={styles.note}>The key is shown this once. Put it into SLUICE_KEY.</p>
          </>
        ) : (
          <div className={styles.row}>
            <Button unavailable={refusal} isPending={make.isPending} onPress={() => make.mutate()}>
              Make a key that runs endpoints
            </Button>
          </div>
        )}
        <ProblemLine error={make.error} />
      </div>
    </Pane>
  );
}

const newestOf = (endpoints: readonly Endpoint[]): Endpoint | null =>
  endpoints.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0] ?? null;

function callOf(projectId: number, endpoint: Endpoint): string {
  const needed = Object.entries(endpoint.variables).filter(([, { required }]) => required);
  const body =
    needed.length === 0 ? {} : { variables: Object.fromEntries(needed.map(([name]) => [name, 'a value'])) };
  return `curl -s '${location.origin}/api/projects/${projectId}/endpoints/${endpoint.name}/run' \\
  -H "Authorization: Bearer $SLUICE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
}
