import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { asProblem } from '../../api/problem.ts';
import { EndpointContext } from '../../data/endpoint-context.ts';
import { endpointQuery, LIST_POLL_MS } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import { nameOfKind, type ShownEndpoint } from '../../data/shapes.ts';
import { Badge, StateMark } from '../../parts/badge.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { LinkTabs, PageHead } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import type { EndpointTab } from '../../shell/screen.ts';
import styles from './endpoint-frame.module.css';
import { LostEndpoint } from './lost-endpoint.tsx';

/** Head and tabs of one endpoint. The tab below it reads the endpoint with `useEndpoint()`. */
export default function EndpointFrame({ tabs }: { readonly tabs: readonly EndpointTab[] }): ReactElement {
  const project = useProject();
  const { name = '' } = useParams({ strict: false }) as { readonly name?: string };
  const endpoint = useQuery({ ...endpointQuery(project.id, name), refetchInterval: LIST_POLL_MS });
  if (endpoint.isError && asProblem(endpoint.error).status === 404) return <LostEndpoint name={name} />;
  return (
    <>
      <PageHead
        title={name}
        isName
        beside={endpoint.data && <Beside endpoint={endpoint.data} />}
        apiCall={`/api/projects/${project.id}/endpoints/${name}`}
      />
      <LinkTabs
        label={`Endpoint ${name}`}
        tabs={tabs.map((tab) => ({
          label: tab.label,
          to: `/${project.id}/endpoints/${name}/${tab.path}`,
          mark: endpoint.data && markOf(tab.path, endpoint.data),
        }))}
      />
      <div className={styles.tab}>
        <QueryView
          query={endpoint}
          what="The endpoint"
          needs={{
            scope: 'endpoint:read',
            shows: 'Here stand the query of this endpoint, its runs and its settings.',
          }}
        >
          {(data) => (
            <EndpointContext value={data}>
              <Outlet key={name} />
            </EndpointContext>
          )}
        </QueryView>
      </div>
    </>
  );
}

function Beside({ endpoint }: { readonly endpoint: ShownEndpoint }): ReactElement {
  const url = location.origin + endpoint.endpoint_path;
  return (
    <>
      <Badge>{nameOfKind(endpoint.query)}</Badge>
      <Badge>v{endpoint.current_version}</Badge>
      {endpoint.is_active ? (
        <StateMark tone="ok">active</StateMark>
      ) : (
        <StateMark tone="off">inactive</StateMark>
      )}
      <span className={styles.url}>
        <b>POST</b>
        <code>{endpoint.endpoint_path}</code>
        <CopyButton text={url} label="Copy URL" />
      </span>
    </>
  );
}

function markOf(path: string, endpoint: ShownEndpoint): string | number | ReactElement | null {
  if (path === 'versions') return endpoint.versions_count;
  if (path === 'reads') return endpoint.lookup.state === 'building' ? <StateMark tone="busy" /> : null;
  if (path !== 'materialization' || !endpoint.is_materialized) return null;
  if (endpoint.materialization.state === 'Failed') return <StateMark tone="danger" />;
  return <StateMark tone={endpoint.materialization.state === 'Completed' ? 'ok' : 'busy'} />;
}
