import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import { endpointsQuery } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import type { Endpoint } from '../../data/shapes.ts';
import { endpointUsageQuery, projectUsageQuery, rangeOf } from '../../data/usage.ts';
import { useNow } from '../../parts/clock.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { DeletedEndpoints } from './deleted-endpoints.tsx';
import { endpointColumns } from './endpoint-columns.tsx';
import { EndpointFilters, FILTERS } from './endpoint-filters.tsx';
import { judgeHealth } from './endpoint-health.ts';
import { EndpointSummary } from './endpoint-summary.tsx';
import styles from './endpoints.module.css';
import { type ListedEndpoint, listRows } from './listed-endpoint.ts';
import { NewEndpointMenu } from './new-endpoint-menu.tsx';
import { NoEndpoints } from './no-endpoints.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useEndpointActions } from './use-endpoint-actions.ts';

/** What there is, and whether it is well. */
export default function EndpointsScreen(): ReactElement {
  const project = useProject();
  const [filters, change] = useUrlState(FILTERS);
  const endpoints = useQuery(endpointsQuery(project.id));
  return (
    <>
      <PageHead
        title="Endpoints"
        apiCall={`/api/projects/${project.id}/endpoints`}
        controls={
          <>
            <EndpointFilters filters={filters} change={change} endpoints={endpoints.data ?? []} />
            <NewEndpointMenu projectId={project.id} />
          </>
        }
      />
      <PageBody>
        <QueryView
          query={endpoints}
          what="The endpoints"
          needs={{
            scope: 'endpoint:read',
            shows: 'Here stand the stored queries of this project and how they do.',
          }}
          empty={{ when: (rows) => rows.length === 0, show: <NoEndpoints projectId={project.id} /> }}
        >
          {(data) => <EndpointList endpoints={data} filters={filters} change={change} />}
        </QueryView>
      </PageBody>
    </>
  );
}

function EndpointList(props: {
  readonly endpoints: readonly Endpoint[];
  readonly filters: Readonly<typeof FILTERS>;
  readonly change: (change: Partial<typeof FILTERS>) => void;
}): ReactElement {
  const { endpoints, filters, change } = props;
  const project = useProject();
  const navigate = useNavigate();
  const [renamed, setRenamed] = useState<Endpoint | null>(null);
  const menuOf = useEndpointActions(project, setRenamed);
  const { rows, p95Ms } = useListed(endpoints, filters.range);
  const shown = listRows(rows, filters);
  const base = `/${project.id}/endpoints`;
  const range = rangeOf(filters.range);
  const open = (row: ListedEndpoint, tab = '') =>
    void navigate({ to: `${base}/${row.endpoint.name}${tab}` as never });
  return (
    <div className={styles.list}>
      <EndpointSummary rows={rows} p95Ms={p95Ms} rangeWords={range.label.toLowerCase()} onOpen={open} />
      <DataTable
        label="Endpoints"
        columns={endpointColumns(base, range.interval, menuOf)}
        rows={shown}
        keyOf={({ endpoint }) => endpoint.id}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
        onOpen={open}
        onKey={(key, row) => key === 'p' && open(row, '/playground')}
        toneOf={({ health }) =>
          health.state === 'failing' ? 'danger' : health.reason === null ? null : 'warn'
        }
        rowHeight={53}
      />
      <div className={styles.foot}>
        <span>
          {shown.length} of {rows.length}
        </span>
        <DeletedEndpoints project={project} />
        <span>Times in {project.timezone}</span>
      </div>
      {renamed && <RenameDialog projectId={project.id} endpoint={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}

/** Rows with their figures: of whole hours in one call, of the last hour each as soon as it is there. */
function useListed(endpoints: readonly Endpoint[], rangeName: string) {
  const project = useProject();
  const nowMs = useNow(60_000);
  const range = rangeOf(rangeName).value;
  const isShort = range === '1h';
  const whole = useQuery({ ...projectUsageQuery(project.id, range), enabled: !isShort });
  const each = useQueries({
    queries: (isShort ? endpoints : []).map((endpoint) => endpointUsageQuery(project.id, endpoint, range)),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.name, data] as const] : []))),
  });
  const usages = isShort ? each : whole.data?.endpoints;
  const rows = useMemo(
    () =>
      endpoints.map((endpoint): ListedEndpoint => {
        const usage = usages?.get(endpoint.name);
        return { endpoint, usage, health: judgeHealth(endpoint, usage, nowMs) };
      }),
    [endpoints, usages, nowMs],
  );
  return { rows, p95Ms: isShort ? undefined : whole.data?.p95Ms };
}
